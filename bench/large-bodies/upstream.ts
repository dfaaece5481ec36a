/** A simulated provider for large bodies. Reads them completely and responds in the format of the path. */

import { eventFrame } from '../../server/src/dialects/framing/test-frames.ts'
import { announce } from '../announce.ts'
import { LARGE_EVENT_MODEL } from './shapes.ts'

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const CHAT = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: USAGE,
}

/** Matched against the end of the path. */
const ANSWERS: readonly (readonly [RegExp, object])[] = [
  [/\/chat\/completions$/, CHAT],
  [
    /\/responses$/,
    { id: 'r', object: 'response', model: 'm', output: [], usage: { input_tokens: 1, output_tokens: 1 } },
  ],
  [
    /\/messages$/,
    {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'ok' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  ],
  [
    /:generateContent$/,
    {
      candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    },
  ],
  [
    /\/converse$/,
    {
      output: { message: { role: 'assistant', content: [{ text: 'ok' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    },
  ],
  [/\/transcriptions$/, { text: 'ok' }],
  [
    /\/chat$/,
    {
      id: 'c',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
      usage: { tokens: { input_tokens: 1, output_tokens: 1 } },
    },
  ],
]

const LARGE = Buffer.alloc(20_000_000, 'A1b2C3d4').toString('latin1')
const HELLO = 'hello'

/** The events of a stream that sends `text`, by the end of the path. Bedrock's frames are encoded separately. */
const STREAMS: readonly (readonly [RegExp, (text: string) => readonly object[]])[] = [
  [
    /\/chat\/completions$/,
    (text) => [
      { id: 'c', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: text } }] },
      { id: 'c', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { id: 'c', model: 'm', choices: [], usage: USAGE },
    ],
  ],
  [
    /\/responses$/,
    (text) => [
      { type: 'response.created', response: { id: 'r', output: [] } },
      {
        type: 'response.completed',
        response: { id: 'r', output: [{ type: 'message', content: [{ type: 'output_text', text }] }], usage: {} },
      },
    ],
  ],
  [
    /\/messages$/,
    (text) => [
      { type: 'message_start', message: { id: 'm', model: 'm', role: 'assistant', content: [], usage: {} } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
  ],
  [
    /:streamGenerateContent$/,
    (text) => {
      const part = text === HELLO ? { text } : { inlineData: { mimeType: 'image/png', data: text } }
      return [
        { candidates: [{ content: { role: 'model', parts: [part] } }] },
        { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }], usageMetadata: { totalTokenCount: 2 } },
      ]
    },
  ],
  [
    /\/chat$/,
    (text) => [
      { type: 'message-start', id: 'c' },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text } } } },
      { type: 'content-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: { tokens: { output_tokens: 1 } } } },
    ],
  ],
]

function frames(text: string): Uint8Array {
  return Buffer.concat([
    eventFrame('messageStart', { role: 'assistant' }),
    eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
    eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
    eventFrame('messageStop', { stopReason: 'end_turn' }),
    eventFrame('metadata', { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } }),
  ])
}

/** Cache of stream bodies, so that creating them delays only the first response. */
const MADE = new Map<string, Uint8Array>()

function streamAt(path: string, isLarge: boolean): Response | null {
  const text = isLarge ? LARGE : HELLO
  if (path.endsWith('/converse-stream')) {
    const type = 'application/vnd.amazon.eventstream'
    return new Response(
      made(`frames ${isLarge}`, () => frames(text)),
      { headers: { 'content-type': type } },
    )
  }
  const found = STREAMS.find(([pattern]) => pattern.test(path))
  if (!found) return null
  const [pattern, events] = found
  const bytes = made(`${pattern} ${isLarge}`, () =>
    Buffer.from(
      events(text)
        .map((data) => `data: ${JSON.stringify(data)}\n\n`)
        .join(''),
    ),
  )
  return new Response(bytes, { headers: { 'content-type': 'text/event-stream' } })
}

function made(name: string, make: () => Uint8Array): Uint8Array {
  const bytes = MADE.get(name) ?? make()
  MADE.set(name, bytes)
  return bytes
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: 256 * 1024 * 1024,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    let isStream = /:streamGenerateContent$|\/converse-stream$/.test(pathname)
    let isLarge = pathname.includes(LARGE_EVENT_MODEL)
    for await (const chunk of request.body ?? []) {
      const bytes = Buffer.from(chunk)
      isStream ||= bytes.includes('"stream":true')
      isLarge ||= bytes.includes(`"model":"${LARGE_EVENT_MODEL}"`)
    }
    const stream = isStream ? streamAt(pathname, isLarge) : null
    if (stream) return stream
    const answer = ANSWERS.find(([path]) => path.test(pathname))?.[1]
    return answer ? Response.json(answer) : new Response(pathname, { status: 404 })
  },
})

announce(server.url.href)
