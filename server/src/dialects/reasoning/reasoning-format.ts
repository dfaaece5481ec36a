/** Whose thinking it is: only its maker can read a signature, every other provider refuses it. */

import type { JsonObject } from '../dialect.ts'

/** OpenRouter's words for the member `format` where it has one (https://openrouter.ai/docs/use-cases/reasoning-tokens), else ours in its manner. */
export type ReasoningFormat = 'anthropic-claude-v1' | 'google-gemini-v1' | 'amazon-converse-v1' | 'cohere-chat-v2'

/** Anthropic's, also behind Vertex and Bedrock: its documentation says that signatures are valid across these platforms. */
export const ANTHROPIC_FORMAT: ReasoningFormat = 'anthropic-claude-v1'

/** The kinds of `reasoning_details` that are made here; hosts of OpenAI's format have kinds of their own. */
const OWN_TYPES: ReadonlySet<unknown> = new Set(['thinking', 'redacted'])

export function isOwnDetail(detail: JsonObject): boolean {
  return OWN_TYPES.has(detail['type'])
}

/**
 * A detail that says nothing of its origin is believed to be the provider's own, as callers may have made it themselves.
 * OpenAI's Python client joins every text of a stream's pieces, so that the word may come more than once.
 */
export function isForeign(detail: JsonObject, format: ReasoningFormat): boolean {
  return typeof detail['format'] === 'string' && !detail['format'].startsWith(format)
}

// Anthropic's format has no member for the origin. No signature of Anthropic's, which is base64, has a colon.
const MARK = 'gatehouse:'

/** A signature, or redacted data, as callers who speak Anthropic's format get it: Anthropic's own as it is. It may be empty. */
export function markOrigin(text: string, format: unknown): string {
  return typeof format !== 'string' || format === ANTHROPIC_FORMAT ? text : `${MARK}${format}:${text}`
}

/** The reverse. What carries no mark is Anthropic's, or was never signed. */
export function readOrigin(marked: string): { readonly text: string; readonly format: string } {
  const end = marked.startsWith(MARK) ? marked.indexOf(':', MARK.length) : -1
  if (end === -1) return { text: marked, format: ANTHROPIC_FORMAT }
  return { text: marked.slice(end + 1), format: marked.slice(MARK.length, end) }
}
