/**
 * Cohere's chat response and its events, see https://docs.cohere.com/v2/docs/streaming and
 * https://docs.cohere.com/v2/docs/reasoning.
 */

import { piecesOf, type SimulatedReply, type SimulatedRequest, USAGE } from '../reply-content.ts'
import { event } from '../sse.ts'
import type { JsonObject, WireReply } from '../wire-server.ts'

const usage = {
  billed_units: { input_tokens: 17, output_tokens: 12 },
  tokens: { input_tokens: USAGE.prompt, output_tokens: USAGE.completion },
}
const PLAN = 'I will look up both cities.'
const ID = 'c14c80c3-18eb-4519-9460-6c92edd8cfb4'

export function writeCohereChat(said: SimulatedReply, { isStream }: SimulatedRequest): WireReply {
  const finish_reason = said.calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE'
  if (isStream) return { type: 'text/event-stream', pieces: [...eventsOf(said, finish_reason)] }
  const content = [
    ...(said.thought === null ? [] : [{ type: 'thinking', thinking: said.thought }]),
    ...(said.text === '' ? [] : [{ type: 'text', text: said.text }]),
  ]
  const message = {
    role: 'assistant',
    ...(content.length > 0 && { content }),
    ...(said.calls.length > 0 && { tool_plan: PLAN, tool_calls: callsOf(said) }),
  }
  return { status: 200, json: { id: ID, finish_reason, message, usage } }
}

function callsOf(said: SimulatedReply) {
  return said.calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
}

function* eventsOf(said: SimulatedReply, finish_reason: string): Generator<string> {
  const say = (type: string, message: JsonObject, more: object = {}) =>
    event(type, { type, ...more, delta: { message } })
  yield event('message-start', {
    id: ID,
    type: 'message-start',
    delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
  })
  let index = 0
  for (const [name, text] of [
    ['thinking', said.thought ?? ''],
    ['text', said.text],
  ] as const) {
    if (text === '') continue
    yield say('content-start', { content: { type: name, [name]: '' } }, { index })
    for (const piece of piecesOf(text)) yield say('content-delta', { content: { [name]: piece } }, { index })
    if (said.breaksOff) {
      yield event('message-end', {
        type: 'message-end',
        delta: { finish_reason: 'ERROR', error: 'The model failed.', usage },
      })
      return
    }
    yield event('content-end', { type: 'content-end', index: index++ })
  }
  if (said.calls.length > 0) for (const piece of piecesOf(PLAN)) yield say('tool-plan-delta', { tool_plan: piece })
  for (const [at, call] of callsOf(said).entries()) {
    const empty = { ...call, function: { name: call.function.name, arguments: '' } }
    yield say('tool-call-start', { tool_calls: empty }, { index: at })
    for (const piece of piecesOf(call.function.arguments)) {
      yield say('tool-call-delta', { tool_calls: { function: { arguments: piece } } }, { index: at })
    }
    yield event('tool-call-end', { type: 'tool-call-end', index: at })
  }
  yield event('message-end', { type: 'message-end', delta: { finish_reason, usage } })
}
