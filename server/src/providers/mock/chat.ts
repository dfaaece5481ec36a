/** Handles POST /chat/completions and /completions of the mock provider. */

import { cut, eventStream, type StreamEvent } from './event-stream.ts'
import { streamFault } from './faults.ts'
import * as reply from './reply.ts'
import { composeToolCall, type ToolCall } from './tool-call.ts'

const MAX_CHOICES = 16

type Shape = {
  readonly id: string
  readonly object: string
  readonly chunkObject: string
  readonly choice: (text: string, call: ToolCall | null) => reply.JsonObject
  /** The delta events of one choice, without the final one. */
  readonly deltas: (text: string, call: ToolCall | null) => readonly reply.JsonObject[]
  readonly lastDelta: reply.JsonObject
}

const CHAT: Shape = {
  id: 'chatcmpl-',
  object: 'chat.completion',
  chunkObject: 'chat.completion.chunk',
  choice: (text, call) => ({
    message: { role: 'assistant', content: call ? null : text, refusal: null, ...(call ? { tool_calls: [call] } : {}) },
    logprobs: null,
  }),
  deltas: (text, call) => [
    { delta: { role: 'assistant', content: call ? null : '' } },
    ...(call ? toolDeltas(call) : reply.splitPieces(text).map((content) => ({ delta: { content } }))),
  ],
  lastDelta: { delta: {} },
}

const COMPLETION: Shape = {
  id: 'cmpl-',
  object: 'text_completion',
  chunkObject: 'text_completion',
  choice: (text) => ({ text, logprobs: null }),
  deltas: (text) => reply.splitPieces(text).map((piece) => ({ text: piece, logprobs: null })),
  lastDelta: { text: '', logprobs: null },
}

export function answerChat(body: reply.JsonObject): Response {
  const messages = body['messages']
  if (!Array.isArray(messages) || messages.length === 0) {
    return reply.failure(400, "'messages' must be a non-empty array.", 'invalid_messages')
  }
  const lastUser = messages.findLast((message) => reply.isObject(message) && message['role'] === 'user')
  const prompt = reply.textOf(lastUser)
  return answer(CHAT, body, reply.textOf(messages), prompt, composeToolCall(body['tools'], prompt))
}

export function answerCompletion(body: reply.JsonObject): Response {
  const prompt = reply.textOf(body['prompt'])
  return answer(COMPLETION, body, prompt, prompt, null)
}

function answer(shape: Shape, body: reply.JsonObject, input: string, prompt: string, call: ToolCall | null): Response {
  const maxTokens = reply.readCount(body['max_completion_tokens']) ?? reply.readCount(body['max_tokens'])
  const { text, isCut } = reply.limitTokens(reply.composeAnswer(prompt), call ? null : maxTokens)
  const finish = call ? 'tool_calls' : isCut ? 'length' : 'stop'
  const count = Math.min(reply.readCount(body['n']) ?? 1, MAX_CHOICES)
  const indices = Array.from({ length: count }, (_, index) => index)
  const usage = countUsage(input, call ? call.function.arguments : text, count)
  const model = reply.readText(body['model']) ?? 'mock'
  const head = { id: reply.newId(shape.id), created: reply.nowSeconds(), model, system_fingerprint: 'mock' }

  if (body['stream'] !== true) {
    const choices = indices.map((index) => ({ index, ...shape.choice(text, call), finish_reason: finish }))
    const whole = { ...head, object: shape.object, choices, usage }
    return streamFault(model) === null ? reply.json(whole) : brokenAnswer(whole, model)
  }

  const withUsage = reply.isObject(body['stream_options']) && body['stream_options']['include_usage'] === true
  const chunk = (choices: readonly reply.JsonObject[], counted: reply.JsonObject | null): StreamEvent => ({
    data: { ...head, object: shape.chunkObject, choices, ...(withUsage ? { usage: counted } : {}) },
  })
  const deltas = shape.deltas(text, call)
  const events: StreamEvent[] = deltas.flatMap((delta) =>
    indices.map((index) => chunk([{ index, ...delta, finish_reason: null }], null)),
  )
  for (const index of indices) events.push(chunk([{ index, ...shape.lastDelta, finish_reason: finish }], null))
  if (withUsage) events.push(chunk([], usage))
  events.push({ data: '[DONE]' })
  return eventStream(events, streamFault(model))
}

function toolDeltas(call: ToolCall): readonly reply.JsonObject[] {
  const start = { index: 0, ...call, function: { name: call.function.name, arguments: '' } }
  const pieces = call.function.arguments.match(/[\s\S]{1,8}/g) ?? []
  return [
    { delta: { tool_calls: [start] } },
    ...pieces.map((piece) => ({ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } })),
  ]
}

function countUsage(input: string, output: string, choices: number): reply.JsonObject {
  const promptTokens = Math.max(1, reply.countTokens(input))
  const completionTokens = reply.countTokens(output) * choices
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

/** Stream faults for a non-streamed request: a truncated body, or a plain 500. */
function brokenAnswer(whole: reply.JsonObject, model: string): Response {
  if (streamFault(model) === 'error')
    return reply.failure(500, 'The mock provider was configured to fail.', 'mock_error')
  const bytes = new TextEncoder().encode(JSON.stringify(whole))
  let isSent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) return cut(controller)
      controller.enqueue(bytes.subarray(0, bytes.length >> 1))
      isSent = true
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
