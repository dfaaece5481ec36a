/**
 * OpenAI's chat completion and its chunks, see https://platform.openai.com/docs/api-reference/chat/object and
 * .../chat-streaming.
 */

import { piecesOf, type SimulatedReply, USAGE } from '../reply-content.ts'
import { data } from '../sse.ts'
import type { WireReply } from '../wire-server.ts'
import type { ChatAsked } from './chat-request.ts'

const usage = {
  prompt_tokens: USAGE.prompt,
  completion_tokens: USAGE.completion,
  total_tokens: USAGE.prompt + USAGE.completion,
  prompt_tokens_details: { cached_tokens: USAGE.cacheRead, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: USAGE.reasoning, audio_tokens: 0 },
}
const head = {
  id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
  created: 1_741_569_952,
  system_fingerprint: 'fp_50cad350e4',
}

/** `alwaysCounts`: the last chunk with a choice contains usage even if not requested, as with Mistral. */
export function writeChat(said: SimulatedReply, asked: ChatAsked, alwaysCounts = false): WireReply {
  if (asked.isStream) return { type: 'text/event-stream; charset=utf-8', pieces: chunks(said, asked, alwaysCounts) }
  const calls = said.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const message = {
    role: 'assistant',
    content: calls.length > 0 ? null : said.text,
    refusal: null,
    annotations: [],
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  const choice = { index: 0, message, logprobs: null, finish_reason: finishOf(said) }
  return { status: 200, json: { ...head, object: 'chat.completion', model: asked.model, choices: [choice], usage } }
}

function* deltasOf(said: SimulatedReply): Generator<object> {
  yield { role: 'assistant', content: said.calls.length > 0 ? null : '', refusal: null }
  for (const content of piecesOf(said.text)) yield { content }
  for (const [index, { id, name, input }] of said.calls.entries()) {
    yield { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
    for (const piece of piecesOf(JSON.stringify(input)))
      yield { tool_calls: [{ index, function: { arguments: piece } }] }
  }
}

function chunks(said: SimulatedReply, { model, includesUsage }: ChatAsked, alwaysCounts: boolean): string[] {
  const chunk = (choices: object[], more: object) =>
    data({ ...head, object: 'chat.completion.chunk', model, choices, ...(includesUsage && { usage: null }), ...more })
  const out = [...deltasOf(said)].map((delta) => chunk([{ index: 0, delta, logprobs: null, finish_reason: null }], {}))
  if (said.breaksOff) {
    const error = {
      message: 'The server had an error while processing your request.',
      type: 'server_error',
      code: null,
    }
    return [...out, data({ error: { ...error, param: null } })]
  }
  const last = [{ index: 0, delta: {}, logprobs: null, finish_reason: finishOf(said) }]
  out.push(chunk(last, alwaysCounts ? { usage } : {}))
  if (includesUsage) out.push(chunk([], { usage }))
  return [...out, data('[DONE]')]
}

function finishOf(said: SimulatedReply): string {
  return said.calls.length > 0 ? 'tool_calls' : 'stop'
}
