/** Reads members of chat responses that some OpenAI-compatible hosts name or number in their own way. */

import { countOf, isObject, objectOf, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import type { ChatChunk, ChatToolCallDelta, ChatUsage, FinishReason } from './types.ts'

/** Mistral: model_length. DeepSeek: insufficient_system_resource. Zhipu and Z.ai: sensitive. */
const FINISH_REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['insufficient_system_resource', 'length'],
  ['sensitive', 'content_filter'],
  ['safety', 'content_filter'],
  ['function_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
])

/** Converts a host's finish reason to OpenAI's. Unknown reasons stay unchanged. */
export function openaiFinishReason(reason: unknown): unknown {
  return FINISH_REASONS.get(reason) ?? reason
}

/** Input tokens that were read from a cache. Moonshot and DeepSeek report them next to `prompt_tokens`. */
export function cachedTokens(usage: UncheckedObject<ChatUsage>): number {
  const { cached_tokens: cached } = objectOf(usage.prompt_tokens_details)
  return countOf(cached) ?? countOf(usage.cached_tokens) ?? countOf(usage.prompt_cache_hit_tokens) ?? 0
}

/** The usage in a chunk; null if it has none. Groq reports it in a member of its own. */
export function usageInChunk({ usage, x_groq: groq }: UncheckedObject<ChatChunk>): Unchecked<ChatUsage> {
  if (isObject(usage)) return usage
  return isObject(groq) && isObject(groq.usage) ? groq.usage : null
}

/** Some hosts send the same index for all parallel calls. A new id with a name then starts another call. */
export function isAnotherCall(piece: UncheckedObject<ChatToolCallDelta>, knownId: string): boolean {
  const id = textOf(piece.id)
  return id !== '' && knownId !== '' && id !== knownId && textOf(objectOf(piece.function).name) !== ''
}
