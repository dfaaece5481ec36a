/**
 * Packs data that a provider needs back in the next turn into `encrypted_content` of a reasoning item, because
 * Responses has no other member for it. Every client of this format returns that text unchanged.
 */

import { isDeeperThan, MAX_DEPTH, parseObject } from '../../core/body/json-text.ts'
import type { JsonObject } from '../dialect.ts'
import { isObject, objectOf, objectsIn, type UncheckedObject } from '../json.ts'

export type CarriedReasoning = {
  /** `reasoning_details` of the assistant message: signatures, redacted thinking. */
  readonly details: readonly JsonObject[]
  /** Its `content_blocks`: Anthropic's original blocks. */
  readonly blocks: readonly JsonObject[]
  /** `extra_content` of its tool calls (Gemini's thought signatures), by call id. */
  readonly calls: Readonly<Record<string, JsonObject>>
  /** Groq and other hosts name readable thinking `reasoning`, and need it back under that name. */
  readonly isNamedReasoning: boolean
}

type Packed = {
  details?: readonly JsonObject[]
  blocks?: readonly JsonObject[]
  calls?: Readonly<Record<string, JsonObject>>
  named?: 'reasoning'
}

/** Prefix of texts that this gateway wrote. Texts without it are encrypted, and only their provider can read them. */
export const REASONING_MARK = 'gatehouse.1.'

export function packReasoning(carried: CarriedReasoning): string {
  const { details, blocks, calls, isNamedReasoning } = carried
  const packed: Packed = {
    ...(details.length > 0 && { details }),
    ...(blocks.length > 0 && { blocks }),
    ...(Object.keys(calls).length > 0 && { calls }),
    ...(isNamedReasoning && { named: 'reasoning' }),
  }
  return REASONING_MARK + Buffer.from(JSON.stringify(packed)).toString('base64')
}

/** True for texts that `packReasoning` wrote. */
export function isCarried(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith(REASONING_MARK)
}

/** Null for texts that `packReasoning` did not write. */
export function unpackReasoning(text: unknown): CarriedReasoning | null {
  if (!isCarried(text)) return null
  const bytes = Buffer.from(text.slice(REASONING_MARK.length), 'base64')
  // Callers can forge the text, so the limits of a request body apply to it too.
  const parsed = isDeeperThan(bytes, MAX_DEPTH) ? null : parseObject(bytes)
  if (!isObject(parsed)) return null
  const packed: UncheckedObject<Packed> = parsed
  const calls = Object.entries(objectOf(packed.calls))
  return {
    details: objectsIn(packed.details),
    blocks: objectsIn(packed.blocks),
    calls: Object.fromEntries(calls.filter((entry): entry is [string, JsonObject] => isObject(entry[1]))),
    isNamedReasoning: packed.named === 'reasoning',
  }
}
