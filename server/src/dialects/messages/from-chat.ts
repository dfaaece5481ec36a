/** A whole chat completion as an answer in Anthropic's Messages format. */

import { isObject, objectsIn, parseArguments, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'
import { contentPieces } from '../framing/chat-content.ts'
import { markOrigin } from '../reasoning/reasoning-format.ts'
import { joinToolId } from './signed-tool-id.ts'

const STOP_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'refusal'],
])

export function fromChat(completion: JsonObject, request: JsonObject): JsonObject {
  const choice = objectsIn(completion.choices)[0] ?? {}
  const message = isObject(choice.message) ? choice.message : {}
  const content = Array.isArray(message.content_blocks) ? objectsIn(message.content_blocks) : contentOf(message)
  const hasCalls = content.some((block) => block.type === 'tool_use')
  return {
    id: messageId(completion.id),
    type: 'message',
    role: 'assistant',
    model: textOf(completion.model) || textOf(request.model),
    content,
    stop_reason: stopReason(choice.finish_reason, hasCalls, textOf(message.refusal) !== ''),
    stop_sequence: null,
    usage: usageFromChat(completion.usage),
  }
}

function contentOf(message: JsonObject): JsonObject[] {
  const pieces = contentPieces(message.content)
  const refusal = textOf(message.refusal)
  if (refusal !== '' && !pieces.some(({ kind }) => kind === 'text')) pieces.push({ kind: 'text', text: refusal })
  const { before, after } = thinkingOf(message)
  return [
    ...before,
    ...pieces.map(({ kind, text }) => (kind === 'text' ? { type: 'text', text } : unsigned(text))),
    ...after,
    ...objectsIn(message.tool_calls).map(callFromChat),
  ]
}

/** Providers that sign nothing give only the text; an empty signature says so. */
function unsigned(thinking: string): JsonObject {
  return { type: 'thinking', thinking, signature: '' }
}

/** Details without any text sign the answer's text (Gemini's way) and stand behind it; see assistant-to-chat. */
function thinkingOf(message: JsonObject): { before: JsonObject[]; after: JsonObject[] } {
  const details = objectsIn(message.reasoning_details)
  const isBehind = (detail: JsonObject) => detail.type === 'thinking' && typeof detail.text !== 'string'
  const before = details.filter((detail) => !isBehind(detail)).flatMap(detailToBlocks)
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  if (reasoning !== '' && !before.some((block) => textOf(block.thinking) !== '')) before.unshift(unsigned(reasoning))
  return { before, after: details.filter(isBehind).flatMap(detailToBlocks) }
}

export function detailToBlocks(detail: JsonObject): JsonObject[] {
  if (detail.type === 'redacted')
    return [{ type: 'redacted_thinking', data: markOrigin(textOf(detail.data), detail.format) }]
  if (detail.type !== 'thinking') return []
  const signature = markOrigin(textOf(detail.signature), detail.format)
  return [{ type: 'thinking', thinking: textOf(detail.text), signature }]
}

function callFromChat(call: JsonObject): JsonObject {
  const called = isObject(call.function) ? call.function : {}
  return {
    type: 'tool_use',
    id: joinToolId(call),
    name: textOf(called.name),
    input: parseArguments(called.arguments),
  }
}

export function messageId(id: unknown): string {
  const text = textOf(id)
  return text.startsWith('msg_') ? text : `msg_${text}`
}

export function stopReason(reason: unknown, hasCalls: boolean, isRefused: boolean): string {
  const mapped = STOP_REASONS.get(reason) ?? 'end_turn'
  if (mapped !== 'end_turn') return mapped
  return isRefused ? 'refusal' : hasCalls ? 'tool_use' : mapped
}

/** OpenAI counts cached input within, Anthropic apart. */
export function usageFromChat(usage: unknown): JsonObject {
  const counted = isObject(usage) ? usage : {}
  const input = isObject(counted.prompt_tokens_details) ? counted.prompt_tokens_details : {}
  const output = isObject(counted.completion_tokens_details) ? counted.completion_tokens_details : {}
  const cacheRead = countOf(input.cached_tokens)
  const cacheWrite = countOf(input.cache_write_tokens)
  return {
    input_tokens: Math.max(0, countOf(counted.prompt_tokens) - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: outputTokens(counted),
    ...(typeof output.reasoning_tokens === 'number' && {
      output_tokens_details: { thinking_tokens: output.reasoning_tokens },
    }),
  }
}

/** Some hosts count thinking beside the completion and not in it; their total tells, and Anthropic's output is all of it. */
function outputTokens({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: total,
}: JsonObject): number {
  const isComplete = typeof prompt === 'number' && typeof completion === 'number'
  return isComplete ? Math.max(countOf(completion), countOf(total) - countOf(prompt)) : countOf(completion)
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
