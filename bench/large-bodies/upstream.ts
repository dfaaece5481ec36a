/** A stand-in provider for large bodies: reads them to the end and answers in the format of the path. */

import { announce } from '../announce.ts'

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const CHAT = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: USAGE,
}

/** By the end of the path. */
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

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: 256 * 1024 * 1024,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    for await (const _ of request.body ?? []) {
      // Only to the end.
    }
    const answer = ANSWERS.find(([path]) => path.test(pathname))?.[1]
    return answer ? Response.json(answer) : new Response(pathname, { status: 404 })
  },
})

announce(server.url.href)
