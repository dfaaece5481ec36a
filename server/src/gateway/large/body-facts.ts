/** What the main thread needs to know of a large request body: its small members, and counts of the rest. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { charactersIn, textBytesIn } from '../meter/request-texts.ts'

export type BodyFacts = {
  /** Bytes of the texts in it, without media in base64. */
  readonly textBytes: number
  /** Of `input`, when that is a string. */
  readonly inputCharacters: number | null
}

/** A member up to this size is in the outline as it is. */
const MAX_MEMBER_SIZE = 16 * 1024
/** All members of an outline together. */
const MAX_OUTLINE_SIZE = 128 * 1024
/** Bodies with more members than any format has: those we read ourselves come first. */
const MANY_MEMBERS = 500

const READ_HERE = [
  'model',
  'stream',
  'stream_options',
  'n',
  'best_of',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'max_tokens_to_sample',
  'generationConfig',
  'generation_config',
  'inferenceConfig',
  'service_tier',
  'serviceTier',
  'speed',
  'background',
  'previous_response_id',
  'conversation',
  'prompt',
  'cachedContent',
  'messages',
  'input',
  'contents',
  'documents',
  'tools',
  'functions',
  'toolConfig',
  'encoding_format',
] as const

export function factsOf(params: JsonObject): BodyFacts {
  return { textBytes: textBytesIn(params), inputCharacters: charactersIn(params['input']) }
}

/**
 * The members of a body with stand-ins for the large ones: the first characters of a string, a list of the same length
 * without elements, an object without members. Their types and lengths stay true; their content must not be used.
 */
export function outlineOf(params: JsonObject): JsonObject {
  const names = Object.keys(params)
  const ordered =
    names.length > MANY_MEMBERS
      ? new Set([...READ_HERE.filter((name) => Object.hasOwn(params, name)), ...names])
      : names
  const outline: JsonObject = {}
  let left = MAX_OUTLINE_SIZE
  for (const name of ordered) {
    const value = params[name]
    const size = sizeOf(value, Math.min(left, MAX_MEMBER_SIZE))
    const member = size === null ? standInFor(value, left) : value
    left -= name.length + (size ?? MEMBER_COST)
    if (left < 0) break
    // Defined, not assigned: a member called __proto__ is a member.
    Object.defineProperty(outline, name, { value: member, enumerable: true, configurable: true, writable: true })
  }
  return outline
}

/** About the length of its JSON, as long as that is less than `most`; looks at no more than that. */
export function isUpTo(value: unknown, most: number): boolean {
  return sizeOf(value, most) !== null
}

/** What a number, a brace or a stand-in counts. */
const MEMBER_COST = 16

/** About the length of its JSON; null when that is more than `most`. Looks at no more than that. */
function sizeOf(value: unknown, most: number): number | null {
  if (typeof value === 'string') return value.length + MEMBER_COST <= most ? value.length + MEMBER_COST : null
  if (typeof value !== 'object' || value === null) return MEMBER_COST <= most ? MEMBER_COST : null
  // Before the names are listed: a list of them would be as long as the value.
  if (Array.isArray(value) && value.length * MEMBER_COST > most) return null
  let size = MEMBER_COST
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    const inner = sizeOf((value as JsonObject)[name], most - size - name.length)
    if (inner === null) return null
    size += inner + name.length
  }
  return size <= most ? size : null
}

function standInFor(value: unknown, left: number): unknown {
  if (typeof value === 'string') return value.slice(0, Math.max(0, Math.min(left, MAX_MEMBER_SIZE) - MEMBER_COST))
  if (Array.isArray(value)) return emptyList(value.length)
  return typeof value === 'object' && value !== null ? {} : value
}

/** Without elements, so it costs nothing to send to another thread. */
function emptyList(length: number): unknown[] {
  const list: unknown[] = []
  list.length = length
  return list
}
