/**
 * What a provider needs back in the next turn and Responses has no member for, packed into a reasoning item's
 * `encrypted_content`: the one opaque text that every client of this format keeps and returns unchanged.
 */

import { isDeeperThan, MAX_DEPTH, parseObject } from '../../core/body/json-text.ts'
import type { JsonObject } from '../dialect.ts'
import { isObject, listOf } from '../framing/json-shape.ts'

export type CarriedReasoning = {
  /** The assistant message's `reasoning_details`: signatures, redacted thinking. */
  readonly details: readonly JsonObject[]
  /** Its `content_blocks`, where a dialect gave the answer verbatim beside OpenAI's members. */
  readonly blocks: readonly JsonObject[]
  /** `extra_content` of tool calls (Gemini's thought signatures), by the id of the call. */
  readonly calls: Readonly<Record<string, JsonObject>>
  /** Groq and others call readable thinking `reasoning`, and want it back under that name. */
  readonly isNamedReasoning: boolean
}

/** Tells our texts from a provider's own, which no other provider could read. */
const MARK = 'gatehouse.1.'

export function packReasoning(carried: CarriedReasoning): string {
  const { details, blocks, calls, isNamedReasoning } = carried
  const members = {
    ...(details.length > 0 && { details }),
    ...(blocks.length > 0 && { blocks }),
    ...(Object.keys(calls).length > 0 && { calls }),
    ...(isNamedReasoning && { named: 'reasoning' }),
  }
  return MARK + Buffer.from(JSON.stringify(members)).toString('base64')
}

/** True for what was packed here. */
export function isCarried(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith(MARK)
}

/** Null for whatever was not packed here. */
export function unpackReasoning(text: unknown): CarriedReasoning | null {
  if (!isCarried(text)) return null
  const bytes = Buffer.from(text.slice(MARK.length), 'base64')
  // A caller may have made it: the bounds of a body hold for what is packed inside one, too.
  const members = isDeeperThan(bytes, MAX_DEPTH) ? null : parseObject(bytes)
  if (!isObject(members)) return null
  const calls = isObject(members['calls']) ? Object.entries(members['calls']) : []
  return {
    details: listOf(members['details']).filter(isObject),
    blocks: listOf(members['blocks']).filter(isObject),
    calls: Object.fromEntries(calls.filter((entry): entry is [string, JsonObject] => isObject(entry[1]))),
    isNamedReasoning: members['named'] === 'reasoning',
  }
}
