/** Anthropic's message and its events, see https://docs.claude.com/en/docs/build-with-claude/streaming. */

import { piecesOf, SIGNATURES, type SimulatedReply, USAGE } from '../reply-content.ts'
import { event } from '../sse.ts'
import type { JsonObject, WireReply } from '../wire-server.ts'
import type { MessagesAsked } from './request.ts'

const input = {
  input_tokens: USAGE.prompt - USAGE.cacheRead - USAGE.cacheWrite,
  cache_creation_input_tokens: USAGE.cacheWrite,
  cache_read_input_tokens: USAGE.cacheRead,
  cache_creation: { ephemeral_5m_input_tokens: USAGE.cacheWrite, ephemeral_1h_input_tokens: 0 },
  service_tier: 'standard',
}
const usage = { ...input, output_tokens: USAGE.completion }

export function writeMessage(said: SimulatedReply, { model, isStream }: MessagesAsked): WireReply {
  const content = blocksOf(said)
  const ending = { stop_reason: said.calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }
  const head = { id: 'msg_01XFDUDYJgAACzvnptvVoYEL', type: 'message', role: 'assistant', model }
  if (!isStream) return { status: 200, json: { ...head, content, ...ending, usage } }
  const start = { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...input, output_tokens: 1 } }
  const pieces = [
    event('message_start', { type: 'message_start', message: start }),
    event('ping', { type: 'ping' }),
    ...content.flatMap((block, index) => eventsOf(block, index)),
    ...(said.breaksOff
      ? [event('error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })]
      : [
          event('message_delta', { type: 'message_delta', delta: ending, usage: { output_tokens: USAGE.completion } }),
          event('message_stop', { type: 'message_stop' }),
        ]),
  ]
  return { type: 'text/event-stream; charset=utf-8', pieces }
}

function blocksOf(said: SimulatedReply): JsonObject[] {
  return [
    ...(said.thought === null ? [] : [{ type: 'thinking', thinking: said.thought, signature: SIGNATURES.claude }]),
    ...(said.text === '' ? [] : [{ type: 'text', text: said.text, citations: null }]),
    ...said.calls.map((call) => ({ type: 'tool_use', ...call, caller: { type: 'direct' } })),
  ]
}

function eventsOf(block: JsonObject, index: number): string[] {
  const { start, deltas } = partsOf(block)
  return [
    event('content_block_start', { type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { type: 'content_block_delta', index, delta })),
    event('content_block_stop', { type: 'content_block_stop', index }),
  ]
}

function partsOf(block: JsonObject): { start: JsonObject; deltas: JsonObject[] } {
  if (block['type'] === 'text') {
    const deltas = piecesOf(String(block['text'])).map((text) => ({ type: 'text_delta', text }))
    return { start: { ...block, text: '' }, deltas }
  }
  if (block['type'] === 'thinking') {
    const deltas = piecesOf(String(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking }))
    const signed = { type: 'signature_delta', signature: block['signature'] }
    return { start: { ...block, thinking: '', signature: '' }, deltas: [...deltas, signed] }
  }
  const pieces = ['', ...piecesOf(JSON.stringify(block['input']))]
  const deltas = pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }))
  return { start: { ...block, input: {} }, deltas }
}
