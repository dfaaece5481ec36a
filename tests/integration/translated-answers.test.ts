import { expect, test } from 'bun:test'
import { shareGateway } from '../harness/share-gateway.ts'
import { DONE, data, type Scripted, scriptedProvider } from './usage/scripted-provider.ts'

const gateway = await shareGateway()

type Asked = { readonly provider: string; readonly path: string; readonly body: object; readonly answer: Scripted }

async function ask({ provider, path, body, answer }: Asked) {
  await using upstream = scriptedProvider(answer)
  const trace = crypto.randomUUID()
  const config = { provider, api_key: 'sk', custom_host: `${upstream.url}/v1` }
  const headers = { 'x-gateway-config': JSON.stringify(config), 'x-gateway-trace-id': trace }
  const reply = await gateway.fetch(path, { method: 'POST', headers, body })
  const text = await reply.text()
  return { status: reply.status, text, trace }
}

function eventsIn(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>)
}

/** The format of Mistral's reasoning models: https://docs.mistral.ai/capabilities/reasoning. */
const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
const MODEL = 'magistral-medium-latest'
const USAGE = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 }
const chunk = (delta: object, rest: object = {}) =>
  data({ id: 'c', object: 'chat.completion.chunk', model: MODEL, choices: [{ index: 0, delta, ...rest }] })
const STREAMED: Scripted = {
  pieces: [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: [thinking('Two and ')] }),
    chunk({ content: [thinking('two.')] }),
    chunk({ content: [{ type: 'text', text: 'It is ' }] }),
    chunk({ content: 'four.' }),
    data({
      id: 'c',
      object: 'chat.completion.chunk',
      model: MODEL,
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }],
      usage: USAGE,
    }),
    DONE,
  ],
}
const WHOLE: Scripted = {
  type: 'application/json',
  pieces: [
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      model: MODEL,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: [thinking('Two and two.'), { type: 'text', text: 'It is four.' }] },
          finish_reason: 'stop',
        },
      ],
      usage: USAGE,
    }),
  ],
}
const question = [{ role: 'user', content: '2+2?' }]

test('Mistral’s thinking and text reach a Messages caller, complete', async () => {
  const body = { model: MODEL, max_tokens: 100, messages: question }
  const { text } = await ask({ provider: 'mistral-ai', path: '/v1/messages', body, answer: WHOLE })
  expect(JSON.parse(text)).toMatchObject({
    content: [
      { type: 'thinking', thinking: 'Two and two.', signature: '' },
      { type: 'text', text: 'It is four.' },
    ],
    stop_reason: 'end_turn',
  })
})

test('Mistral’s thinking and text reach a Messages caller, streamed', async () => {
  const body = { model: MODEL, max_tokens: 100, messages: question, stream: true }
  const { text, trace } = await ask({ provider: 'mistral-ai', path: '/v1/messages', body, answer: STREAMED })
  const events = eventsIn(text)
  const blocks = events.filter(({ type }) => type === 'content_block_start').map((event) => event['content_block'])
  expect(blocks).toEqual([
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'text', text: '' },
  ])
  const deltas = events.filter(({ type }) => type === 'content_block_delta').map((event) => event['delta'])
  expect(deltas).toEqual([
    { type: 'thinking_delta', thinking: 'Two and ' },
    { type: 'thinking_delta', thinking: 'two.' },
    { type: 'text_delta', text: 'It is ' },
    { type: 'text_delta', text: 'four.' },
  ])
  expect(await gateway.waitForLog(trace)).toMatchObject({ usage: { input_tokens: 40, output_tokens: 9 } })
})

const OUTPUT = [
  { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Two and two.' }] },
  { type: 'message', content: [{ type: 'output_text', text: 'It is four.' }] },
]

test('Mistral’s thinking and text reach a Responses caller, complete and streamed', async () => {
  const body = { model: MODEL, input: '2+2?' }
  const whole = await ask({ provider: 'mistral-ai', path: '/v1/responses', body, answer: WHOLE })
  expect(JSON.parse(whole.text)).toMatchObject({ output: OUTPUT })
  const streamed = await ask({
    provider: 'mistral-ai',
    path: '/v1/responses',
    body: { ...body, stream: true },
    answer: STREAMED,
  })
  const end = eventsIn(streamed.text).find(({ type }) => type === 'response.completed')
  expect(end).toMatchObject({ response: { output: OUTPUT } })
})

/** Gemini sends an image as one event. */
const IMAGE = Buffer.alloc(15 * 1024 * 1024, 7).toString('base64')
const PAINTED: Scripted = {
  pieces: [
    data({ candidates: [{ content: { role: 'model', parts: [{ text: 'Here: ' }] }, index: 0 }] }),
    data({
      candidates: [
        {
          content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: IMAGE } }] },
          finishReason: 'STOP',
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 9, totalTokenCount: 49 },
    }),
  ],
}

test('an image of 20 MB in one event of Gemini’s stream reaches the caller complete', async () => {
  const body = { model: 'gemini-2.5-flash-image', messages: question, stream: true }
  const { text, trace } = await ask({ provider: 'google', path: '/v1/chat/completions', body, answer: PAINTED })
  expect(IMAGE.length).toBeGreaterThan(20_000_000)
  expect(text.includes(IMAGE)).toBe(true)
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(await gateway.waitForLog(trace)).toMatchObject({ usage: { input_tokens: 40, output_tokens: 9 } })
})
