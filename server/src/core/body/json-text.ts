/** Edits members of JSON text as bytes and leaves the rest unchanged: 1.0 stays 1.0, and long numbers stay exact. */

import { isObject, type JsonObject } from '../json.ts'

export type { JsonObject } from '../json.ts'

export type Member = {
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/** Up to this length, a loop is faster than a native search. */
const NEAR_BYTES = 48

/** Deeper bodies are rejected, because other JSON parsers overflow their stack on them. */
export const MAX_DEPTH = 64

// A byte order mark is not valid JSON (RFC 8259, section 8.1). Keep it, so that the parser rejects it.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/**
 * The parsed object, or why it is invalid. Except for `isDeeperThan` and `countMembers`, all other functions here
 * require bytes that this function accepted.
 */
export function parseObject(bytes: Uint8Array): JsonObject | string {
  const parsed = parseValue(bytes)
  if (typeof parsed === 'string') return parsed
  return isObject(parsed.value) ? parsed.value : 'it is not an object'
}

/** The parsed value, or why it is invalid. */
export function parseValue(bytes: Uint8Array): { readonly value: unknown } | string {
  try {
    return { value: JSON.parse(strictUtf8.decode(bytes)) }
  } catch (error) {
    if (bytes.length === 0) return 'it is empty'
    return error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, '') : 'it is not UTF-8'
  }
}

/** The members of the object at `start`. White space before its brace is skipped. */
export function membersOf(bytes: Uint8Array, start = 0): Member[] {
  const members: Member[] = []
  let i = skipSpace(bytes, start) + 1
  for (;;) {
    i = skipSpace(bytes, i)
    if (bytes[i] !== QUOTE) return members
    const keyStart = i
    const keyEnd = endOfString(bytes, i)
    i = skipSpace(bytes, keyEnd) + 1
    const valueStart = skipSpace(bytes, i)
    const valueEnd = endOfValue(bytes, valueStart)
    members.push({ key: readKey(bytes, keyStart, keyEnd), keyStart, valueStart, valueEnd })
    i = skipSpace(bytes, valueEnd)
    if (bytes[i] !== COMMA) return members
    i++
  }
}

/** The offsets of the elements of the array at `start`. */
function elementsOf(bytes: Uint8Array, start: number): Member[] {
  const elements: Member[] = []
  let i = skipSpace(bytes, start + 1)
  while (i < bytes.length && bytes[i] !== CLOSE_BRACKET) {
    const valueEnd = endOfValue(bytes, i)
    elements.push({ key: String(elements.length), keyStart: i, valueStart: i, valueEnd })
    i = skipSpace(bytes, valueEnd)
    if (bytes[i] === COMMA) i = skipSpace(bytes, i + 1)
  }
  return elements
}

/** Call before parsing: the time and memory of JSON.parse grow with depth. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  return countMembers(bytes, limit) === null
}

/**
 * Number of members of the top-level object, including duplicates; null if the text nests deeper than `deepest`, or has
 * more than `most` values in all.
 */
export function countMembers(bytes: Uint8Array, deepest: number, most = Number.POSITIVE_INFINITY): number | null {
  let depth = 0
  let count = 0
  let values = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfString(bytes, i) - 1
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > deepest || ++values > most) return null
    } else if (byte === COMMA) {
      if (++values > most) return null
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    else if (byte === COLON && depth === 1) count++
  }
  return count
}

/** A key that an object has twice, at any depth; null if there is none. Parsers differ in which value they use. */
export function findDuplicate(bytes: Uint8Array): string | null {
  const levels: (Set<string> | null)[] = []
  let keys: Set<string> | null = null
  let expectsKey = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      const end = endOfString(bytes, i)
      if (expectsKey && keys) {
        const key = readKey(bytes, i, end)
        if (keys.has(key)) return key
        keys.add(key)
        expectsKey = false
      }
      i = end - 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      keys = byte === OPEN_BRACE ? new Set() : null
      expectsKey = keys !== null
      levels.push(keys)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      levels.pop()
      keys = levels.at(-1) ?? null
      expectsKey = false
    } else if (byte === COMMA) expectsKey = keys !== null
  }
  return null
}

/** Sets top-level members; new ones are appended at the end. */
export function setMembers(bytes: Uint8Array, values: ReadonlyMap<string, unknown>): Uint8Array {
  const members = membersOf(bytes)
  const edits: Edit[] = []
  const present = new Set<string>()
  for (const member of members) {
    if (!values.has(member.key)) continue
    present.add(member.key)
    edits.push({ start: member.valueStart, end: member.valueEnd, text: JSON.stringify(values.get(member.key)) })
  }
  let added = ''
  for (const [key, value] of values) {
    if (!present.has(key))
      added += `${members.length > 0 || added !== '' ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(value)}`
  }
  if (added !== '') {
    const end = members.at(-1)?.valueEnd ?? skipSpace(bytes, 0) + 1
    edits.push({ start: end, end, text: added })
  }
  return applyEdits(bytes, edits)
}

/** Removes the values at the given paths; '*' matches every array element. Paths that do not exist are ignored. */
export function dropPaths(bytes: Uint8Array, paths: readonly (readonly (string | number)[])[]): Uint8Array {
  const edits: Edit[] = []
  collectDrops(bytes, skipSpace(bytes, 0), [dropTree(paths)], edits)
  return edits.length === 0 ? bytes : applyEdits(bytes, mergeOverlaps(edits))
}

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** The drop paths as a tree, so that each member is looked up once regardless of the number of paths. */
type DropNode = { readonly next: Map<string, DropNode>; isEnd: boolean }

const EVERY_ELEMENT = '*'

function dropTree(paths: readonly (readonly (string | number)[])[]): DropNode {
  const root: DropNode = { next: new Map(), isEnd: false }
  for (const path of paths) {
    let node = root
    for (const step of path) {
      let child = node.next.get(String(step))
      if (!child) {
        child = { next: new Map(), isEnd: false }
        node.next.set(String(step), child)
      }
      node = child
    }
    if (path.length > 0) node.isEnd = true
  }
  return root
}

function collectDrops(bytes: Uint8Array, start: number, nodes: readonly DropNode[], edits: Edit[]): void {
  const opening = bytes[start]
  if (opening !== OPEN_BRACE && opening !== OPEN_BRACKET) return
  const isArray = opening === OPEN_BRACKET
  const members = isArray ? elementsOf(bytes, start) : membersOf(bytes, start)
  let lastKeptEnd = -1
  for (const [i, member] of members.entries()) {
    const inner = nodesFor(nodes, member.key, isArray)
    if (!inner.some((node) => node.isEnd)) {
      lastKeptEnd = member.valueEnd
      if (inner.length > 0) collectDrops(bytes, member.valueStart, inner, edits)
      continue
    }
    const next = members[i + 1]
    // Removing a member also removes the comma after it; for the last member, the comma before it.
    if (next) edits.push({ start: member.keyStart, end: next.keyStart, text: '' })
    else edits.push({ start: lastKeptEnd < 0 ? member.keyStart : lastKeptEnd, end: member.valueEnd, text: '' })
  }
}

function nodesFor(nodes: readonly DropNode[], key: string, isArray: boolean): DropNode[] {
  const found: DropNode[] = []
  for (const { next } of nodes) {
    // '*' matches nothing in an object, not even a member with that name.
    const named = key === EVERY_ELEMENT ? undefined : next.get(key)
    if (named) found.push(named)
    const every = isArray ? next.get(EVERY_ELEMENT) : undefined
    if (every) found.push(every)
  }
  return found
}

function mergeOverlaps(edits: readonly Edit[]): Edit[] {
  const merged: Edit[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && edit.start <= last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, edit.end) }
    else merged.push(edit)
  }
  return merged
}

export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let from = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, edit.start))
    if (edit.text !== '') pieces.push(encoder.encode(edit.text))
    from = edit.end
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

/** The start of the value at `from`, after white space. */
export function valueStart(bytes: Uint8Array, from: number): number {
  return skipSpace(bytes, from)
}

/** The members of the object or the elements of the array at `start`; nothing for another value. */
export function entriesOf(bytes: Uint8Array, start: number): Member[] {
  if (bytes[start] === OPEN_BRACKET) return elementsOf(bytes, start)
  return bytes[start] === OPEN_BRACE ? membersOf(bytes, start) : []
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i++
  return i
}

/** The index after the closing quote. Short strings are scanned here; a native search is faster for long ones. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1
  for (const near = i + NEAR_BYTES; i < near; i++) {
    if (bytes[i] === QUOTE) return i + 1
    if (bytes[i] === BACKSLASH) break
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, i)
    if (quote < 0) return bytes.length
    let backslashes = 0
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return quote + 1
    i = quote + 1
  }
}

function endOfValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start]
  if (first === QUOTE) return endOfString(bytes, start)
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) {
    let i = start
    while (i < bytes.length && !endsScalar(bytes[i]!)) i++
    return i
  }
  let depth = 0
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfString(bytes, i) - 1
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i + 1
  }
  return bytes.length
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= 0x20
}

function readKey(bytes: Uint8Array, start: number, end: number): string {
  const raw = strictUtf8.decode(bytes.subarray(start + 1, end - 1))
  // Decodes escapes, so that "mod\u0065l" is recognised as "model".
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}
