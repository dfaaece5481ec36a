/** The summary of a large request body that the main thread works with: its small members, and sizes of the rest. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { charactersIn, textBytesIn } from '../meter/request-texts.ts'

export type BodyFacts = {
  /** Bytes of all strings in the body, except base64 media. */
  readonly textBytes: number
  /** Characters of the member `input`; null if it is not a string. */
  readonly inputCharacters: number | null
}

/** Members up to this size are copied into the outline. */
const MAX_MEMBER_SIZE = 16 * 1024
/** The limit for all members of an outline together. */
const MAX_OUTLINE_SIZE = 128 * 1024
/** No format has this many members. If a body has more, the members that the gateway reads are added first. */
const MANY_MEMBERS = 500

const READ_MEMBERS = [
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
  'requests',
  'encoding_format',
] as const

export function factsOf(params: JsonObject): BodyFacts {
  return { textBytes: textBytesIn(params), inputCharacters: charactersIn(params['input']) }
}

/**
 * The members of a body, with placeholders for the large ones: the first characters of a string, an array of the same
 * length without elements, an empty object. Types and array lengths are correct; the content must not be used.
 */
export function outlineOf(params: JsonObject): JsonObject {
  const names = Object.keys(params)
  const ordered =
    names.length > MANY_MEMBERS
      ? new Set([...READ_MEMBERS.filter((name) => Object.hasOwn(params, name)), ...names])
      : names
  const outline: JsonObject = {}
  let left = MAX_OUTLINE_SIZE
  for (const name of ordered) {
    const value = params[name]
    const size = sizeOf(value, Math.min(left, MAX_MEMBER_SIZE))
    const member = size === null ? placeholderFor(value, left) : value
    left -= name.length + (size ?? MEMBER_COST)
    if (left < 0) break
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(outline, name, { value: member, enumerable: true, configurable: true, writable: true })
  }
  return outline
}

/** True if the JSON of the value has about `most` characters or fewer. Stops as soon as it has more. */
export function isAtMost(value: unknown, most: number): boolean {
  return sizeOf(value, most) !== null
}

/** The size that a number, a brace or a placeholder counts as. */
const MEMBER_COST = 16

/** The approximate length of the value's JSON; null if it is more than `most`. Stops as soon as it is. */
function sizeOf(value: unknown, most: number): number | null {
  if (typeof value === 'string') return value.length + MEMBER_COST <= most ? value.length + MEMBER_COST : null
  if (typeof value !== 'object' || value === null) return MEMBER_COST <= most ? MEMBER_COST : null
  // The loop below would list all indexes of the array first.
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

function placeholderFor(value: unknown, left: number): unknown {
  if (typeof value === 'string') return value.slice(0, Math.max(0, Math.min(left, MAX_MEMBER_SIZE) - MEMBER_COST))
  if (Array.isArray(value)) return emptyList(value.length)
  return typeof value === 'object' && value !== null ? {} : value
}

/** A sparse array: it has no elements to copy to another thread. */
function emptyList(length: number): unknown[] {
  const list: unknown[] = []
  list.length = length
  return list
}
