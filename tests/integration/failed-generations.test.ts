import { expect, test } from 'bun:test'
import { shareGateway } from '../harness/share-gateway.ts'
import { DONE, data, type Scripted, scriptedProvider } from './usage/scripted-provider.ts'

const gateway = await shareGateway()

const MODEL = 'mistral-large-latest'
const USAGE = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 }
const head = { id: 'c', model: MODEL }
const chunk = (delta: object, rest: object = {}) =>
  data({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...rest }] })

function whole(choice: object): Scripted {
  const message = { role: 'assistant', content: 'It is' }
  const body = { ...head, object: 'chat.completion', choices: [{ index: 0, message, ...choice }], usage: USAGE }
  return { type: 'application/json', pieces: [JSON.stringify(body)] }
}

function streamed(choice: object, text = 'It is'): Scripted {
  const usage = data({ ...head, object: 'chat.completion.chunk', choices: [], usage: USAGE })
  const words = text === '' ? [] : [chunk({ content: text })]
  return { pieces: [chunk({ role: 'assistant', content: '' }), ...words, chunk({ content: '' }, choice), usage, DONE] }
}

const QUESTION = [{ role: 'user', content: '2+2?' }]
const CONTENTS = [{ role: 'user', parts: [{ text: '2+2?' }] }]
const FORMATS: Readonly<Record<string, { whole: string; stream: string; body: object; end: RegExp }>> = {
  messages: {
    whole: '/v1/messages',
    stream: '/v1/messages',
    body: { model: MODEL, max_tokens: 9, messages: QUESTION },
    end: /message_stop|stop_reason":"/,
  },
  responses: {
    whole: '/v1/responses',
    stream: '/v1/responses',
    body: { model: MODEL, input: '2+2?' },
    end: /response\.(completed|incomplete)/,
  },
  gemini: {
    whole: `/v1beta/models/${MODEL}:generateContent`,
    stream: `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    body: { contents: CONTENTS },
    end: /finishReason/,
  },
}

async function ask(path: string, body: object, isStream: boolean, ...answers: Scripted[]) {
  await using upstream = scriptedProvider(...answers)
  const trace = crypto.randomUUID()
  const target = { provider: 'mistral-ai', api_key: 'sk', custom_host: `${upstream.url}/v1` }
  const config = answers.length === 1 ? target : { strategy: { mode: 'fallback' }, targets: [target, target] }
  const headers = { 'x-gateway-config': JSON.stringify(config), 'x-gateway-trace-id': trace }
  const isInBody = isStream && !path.startsWith('/v1beta')
  const reply = await gateway.fetch(path, {
    method: 'POST',
    headers,
    body: isInBody ? { ...body, stream: true } : body,
  })
  return { status: reply.status, text: await reply.text(), trace, asked: upstream.asked.length }
}

const FAILURES: Readonly<Record<string, { choice: object; message: string }>> = {
  Mistral: { choice: { finish_reason: 'error' }, message: 'The provider ended its response with an error.' },
  OpenRouter: {
    choice: { finish_reason: 'error', error: { code: 502, message: 'Upstream died' } },
    message: 'Upstream died',
  },
}

for (const [format, { whole: path, stream, body, end }] of Object.entries(FORMATS)) {
  for (const [host, { choice, message }] of Object.entries(FAILURES)) {
    test(`${format}: a generation that failed at ${host} is an error, complete`, async () => {
      const { status, text, trace } = await ask(path, body, false, whole(choice))
      expect([status, (JSON.parse(text) as { error: { message: string } }).error.message]).toEqual([502, message])
      expect(text).not.toMatch(end)
      expect(await gateway.waitForLog(trace)).toMatchObject({ status_code: 502 })
    })

    test(`${format}: a generation that failed at ${host} is an error, streamed`, async () => {
      const { text, trace } = await ask(stream, body, true, streamed(choice))
      expect(text).toContain('It is')
      expect(text).toContain(message)
      expect(text).not.toMatch(end)
      const log = await gateway.waitForLog(trace)
      expect(log.usage).toMatchObject({ input_tokens: 40, output_tokens: 9 })
      expect(JSON.stringify(log)).toContain('upstream_broken')
    })
  }

  test(`${format}: a failed generation is followed by the next target`, async () => {
    const { choice } = FAILURES['Mistral']!
    const good = { finish_reason: 'stop' }
    const complete = await ask(path, body, false, whole(choice), whole(good))
    expect([complete.status, complete.asked]).toEqual([200, 2])
    const events = await ask(stream, body, true, streamed(choice, ''), streamed(good))
    expect(events.asked).toBe(2)
    expect(events.text).toMatch(end)
  })
}

test('a chat caller gets the finish reason as the provider sent it', async () => {
  const body = { model: MODEL, messages: QUESTION }
  const { status, text } = await ask('/v1/chat/completions', body, false, whole({ finish_reason: 'error' }))
  expect([status, JSON.parse(text)]).toMatchObject([200, { choices: [{ finish_reason: 'error' }] }])
})

test('a chat stream that fails before its first word is followed by the next target', async () => {
  const body = { model: MODEL, messages: QUESTION }
  const answers = [streamed({ finish_reason: 'error' }, ''), streamed({ finish_reason: 'stop' })]
  const { text, asked } = await ask('/v1/chat/completions', body, true, ...answers)
  expect(asked).toBe(2)
  expect(text).toContain('It is')
})

test('an error without choices is an error for a Messages caller', async () => {
  const answer = { type: 'application/json', pieces: [JSON.stringify({ error: { message: 'No provider left' } })] }
  const { status, text } = await ask('/v1/messages', FORMATS['messages']!.body, false, answer)
  expect([status, JSON.parse(text)]).toMatchObject([502, { error: { message: 'No provider left' } }])
})
