import { expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import type { StreamItem } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** The mock provider repeats the question, so the words are in the response. */
const QUESTION = 'Mail ada@example.org about SECRET things'
const SAID = 'Hello from the mock provider. You said: Mail [EMAIL_ADDRESS] about [x] things'

const EMAIL = { 'default.regexReplace': { rule: '[\\w.]+@[\\w.]+', redactText: '[EMAIL_ADDRESS]' } }
const REDACTING = {
  provider: 'mock',
  output_guardrails: [{ ...EMAIL }, { 'default.regexReplace': { rule: 'SECRET', redactText: '[x]' } }],
}
/** The denied word is near the end of the response. */
const DENYING = {
  provider: 'mock',
  output_guardrails: [{ 'default.contains': { words: ['SECRET'], operator: 'none' }, deny: true }],
}
/** The word count needs the whole response. */
const HOLDING = {
  provider: 'mock',
  output_guardrails: [{ ...EMAIL, 'default.wordCount': { maxWords: 3 }, deny: true }],
}
const REFUSING = {
  provider: 'mock',
  output_guardrails: [{ 'default.wordCount': { maxWords: 3 }, deny: true, soft_deny: true }],
}

const SOFT = {
  output_guardrails: [{ 'default.contains': { words: ['SECRET'], operator: 'none' }, deny: true, soft_deny: true }],
}
const ENDED = 'Hello there. The word is\n\nThis request was blocked by a guardrail.'

function clients(config: object) {
  const header = JSON.stringify(config)
  const defaultHeaders = { 'x-gateway-api-key': gateway.workspaceKey, 'x-gateway-config': header }
  const own = { apiKey: 'unused', maxRetries: 0, defaultHeaders }
  return {
    openai: new OpenAI({ baseURL: gateway.baseURL, ...own }),
    anthropic: new Anthropic({ baseURL: gateway.url, ...own }),
    google: new GoogleGenAI({
      apiKey: gateway.workspaceKey,
      httpOptions: { baseUrl: gateway.url, headers: { 'x-gateway-config': header } },
    }),
  }
}

type Clients = ReturnType<typeof clients>

/** Reads a stream with the client's helper, which puts the whole response together. `onText`: text has arrived. */
type Reader = (clients: Clients, onText?: () => void) => Promise<string>
const nothing = () => {}

const READERS: Record<string, Reader> = {
  'openai chat': async ({ openai }, onText = nothing) => {
    const stream = openai.chat.completions.stream({ model: 'mock', messages: [{ role: 'user', content: QUESTION }] })
    stream.on('content', onText)
    return (await stream.finalChatCompletion()).choices[0]?.message.content ?? ''
  },
  'openai completions': async ({ openai }, onText = nothing) => {
    let text = ''
    for await (const chunk of await openai.completions.create({ model: 'mock', prompt: QUESTION, stream: true })) {
      text += chunk.choices[0]?.text ?? ''
      onText()
    }
    return text
  },
  'openai responses': async ({ openai }, onText = nothing) => {
    const stream = openai.responses.stream({ model: 'mock', input: QUESTION })
    let text = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta
      onText()
    })
    const { output_text: whole } = await stream.finalResponse()
    expect(whole).toBe(text)
    return whole
  },
  anthropic: async ({ anthropic }, onText = nothing) => {
    const messages = [{ role: 'user' as const, content: QUESTION }]
    const stream = anthropic.messages.stream({ model: 'mock', max_tokens: 99, messages })
    stream.on('text', onText)
    const message = await stream.finalMessage()
    return message.content[0]?.type === 'text' ? message.content[0].text : ''
  },
  google: async ({ google }, onText = nothing) => {
    let text = ''
    for await (const chunk of await google.models.generateContentStream({ model: 'mock', contents: QUESTION })) {
      text += chunk.text ?? ''
      onText()
    }
    return text
  },
}

test.each(Object.entries(READERS))('%s reads a redacted stream', async (_name, read) => {
  expect(await read(clients(REDACTING))).toBe(SAID)
})

test.each(Object.entries(READERS))('%s raises an error for a stream that is denied', async (_name, read) => {
  const failure = await read(clients(DENYING)).then(
    (text) => new Error(`no error, but: ${text}`),
    (error: unknown) => error as Error,
  )
  expect(`${failure.message} ${JSON.stringify(failure)}`).toMatch(/guardrail|hooks_failed/i)
  expect(failure.message).not.toContain('no error')
})

test.each(Object.entries(READERS))('%s raises an error for a stream that is held and denied', async (_name, read) => {
  const failure = await read(clients(HOLDING)).then(
    () => null,
    (error: unknown) => error as Error & { readonly status?: number },
  )
  expect(failure?.status ?? 446).toBe(446)
  expect(failure).not.toBeNull()
})

test.each(Object.entries(READERS))('%s reads a refusal as an ordinary stream', async (_name, read) => {
  expect(await read(clients(REFUSING))).toBe('This request was blocked by a guardrail.')
})

const PIECES = ['Hello there. The word is', ' SEC', 'RET. And more.'] as const

function textItems(): StreamItem[] {
  return [...PIECES]
}

/** Events of the Responses format. The simulator itself writes only chat, completions and messages. */
function responsesItems(): StreamItem[] {
  const item = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] }
  const part = { type: 'output_text', text: '', annotations: [] }
  const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const start = [
    { type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.content_part.added', ...at, part },
  ]
  const deltas = PIECES.map((delta) => ({ type: 'response.output_text.delta', ...at, delta, logprobs: [] }))
  const events = [...start, ...deltas].map((event, i) => ({ ...event, sequence_number: i }))
  return events.map((data) => ({ event: data.type, data }))
}

function geminiItems(): StreamItem[] {
  return PIECES.map((text) => ({
    data: { candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }], modelVersion: 'm' },
  }))
}

/** The providers of each client: in its own format, and one that has to be translated. */
function providersOf(name: string, url: string): (readonly [object, StreamItem[]])[] {
  const translated = [{ provider: 'cerebras', custom_host: `${url}/v1`, api_key: 'sk' }, textItems()] as const
  if (name === 'anthropic')
    return [[{ provider: 'anthropic', custom_host: `${url}/v1`, api_key: 'sk' }, textItems()], translated]
  if (name === 'google')
    return [[{ provider: 'google', custom_host: `${url}/v1beta`, api_key: 'sk' }, geminiItems()], translated]
  return name === 'openai responses' ? [[at({ url }), responsesItems()], translated] : [[at({ url }), textItems()]]
}

/** Sends the denied word only after the words before it have arrived at the caller. */
async function* gated(items: StreamItem[], gate: Promise<void>): AsyncGenerator<StreamItem> {
  yield* items.slice(0, -2)
  await gate
  yield* items.slice(-2)
}

test.each(Object.entries(READERS))(
  '%s reads a stream that is softly denied in the middle to its end',
  async (name, read) => {
    for (const [target, items] of providersOf(name, 'http://unused')) {
      const gate = Promise.withResolvers<void>()
      const stream = gated(items, gate.promise)
      await using simulator = await startSimulator({ answers: [{ stream, stallAfter: items.length }] })
      const located = JSON.parse(JSON.stringify(target).replace('http://unused', simulator.url)) as object
      expect(await read(clients({ ...located, ...SOFT }), gate.resolve)).toBe(ENDED)
      expect(await simulator.requests[0]?.ended).toBe('aborted')
    }
  },
)

/** The events of a stream that is softly denied in the middle. */
async function softly(path: string, body: object): Promise<string> {
  const gate = Promise.withResolvers<void>()
  await using simulator = await startSimulator({ answers: [{ stream: gated(textItems(), gate.promise) }] })
  const target = { provider: 'cerebras', custom_host: `${simulator.url}/v1`, api_key: 'sk' }
  const headers = { 'x-gateway-config': JSON.stringify({ ...target, ...SOFT }) }
  const reply = await gateway.fetch(path, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  let text = ''
  for await (const chunk of reply.body!) {
    text += Buffer.from(chunk).toString()
    gate.resolve()
  }
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  expect(log.error_code).toBe('hooks_failed')
  expect(JSON.stringify(log.response)).toContain('blocked by a guardrail')
  return text
}

const USER = [{ role: 'user', content: QUESTION }]
const GEMINI = { contents: [{ role: 'user', parts: [{ text: QUESTION }] }] }

test('a softly denied stream has the finish reason of a filter in each format', async () => {
  const chat = await softly('/v1/chat/completions', { model: 'm', stream: true, messages: USER })
  expect(chat).toMatch(/"finish_reason":"content_filter"\}\]\}\n\ndata: \[DONE\]\n\n$/)
  const message = await softly('/v1/messages', { model: 'm', stream: true, max_tokens: 9, messages: USER })
  expect(message).toMatch(/"stop_reason":"refusal"[^\n]*\n\nevent: message_stop\ndata: \{"type":"message_stop"\}\n\n$/)
  const responses = await softly('/v1/responses', { model: 'm', stream: true, input: QUESTION })
  expect(responses).toMatch(/event: response\.completed\ndata: [^\n]*\n\n$/)
  const numbers = [...responses.matchAll(/"sequence_number":(\d+)/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(numbers.map((_, i) => i))
  const gemini = await softly('/v1beta/models/m:streamGenerateContent?alt=sse', GEMINI)
  expect(gemini).toMatch(/"finishReason":"SAFETY"[^\n]*\r\n\r\n$/)
  const array = JSON.parse(await softly('/v1beta/models/m:streamGenerateContent', GEMINI)) as object[]
  expect(JSON.stringify(array.at(-1))).toContain('"finishReason":"SAFETY"')
})

test('a JSON array of a Gemini caller is redacted, and is JSON when it is denied', async () => {
  const call = (config: object) =>
    gateway.fetch('/v1beta/models/mock:streamGenerateContent', {
      method: 'POST',
      headers: { 'x-gateway-config': JSON.stringify(config) },
      body: { contents: [{ role: 'user', parts: [{ text: QUESTION }] }] },
    })
  const redacted = (await (await call(REDACTING)).json()) as {
    candidates: { content: { parts: { text?: string }[] } }[]
  }[]
  expect(
    redacted.flatMap(({ candidates }) => candidates[0]?.content.parts.map(({ text }) => text ?? '')).join(''),
  ).toBe(SAID)
  const denied = await call(DENYING)
  expect(await denied.json()).toEqual(expect.anything())
})
