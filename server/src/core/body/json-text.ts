/** Reads and replaces members of JSON bytes without touching the rest: 1.0 stays 1.0 and a 20-digit number keeps its tail. */

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

/** A native call costs as much as looking at this many bytes. */
const NEAR_BYTES = 48

/** Deeper bodies are refused: other programs on the way overflow their stacks on them. */
export const MAX_DEPTH = 64

// A byte order mark is not JSON (RFC 8259 8.1), so it must reach the parser and be refused there.
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()

/** The parsed object, or the reason it is none. Everything below expects bytes that passed here. */
export function parseObject(bytes: Uint8Array): JsonObject | string {
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(bytes))
  } catch (error) {
    if (bytes.length === 0) return 'it is empty'
    return error instanceof SyntaxError ? error.message.replace(/^JSON Parse error: /, '') : 'it is not UTF-8'
  }
  return isObject(value) ? value : 'it is not an object'
}

/** The members of the object that starts at `start` (its brace, or white space before it). */
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

/** Where the elements of the array at `start` stand. */
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

/** Whether the text nests deeper than this; looked at before parsing, which takes time and memory by the level. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  return countMembers(bytes, limit) === null
}

/** How many members the top-level object has, duplicates counted, if the text is valid; null when it nests deeper. */
export function countMembers(bytes: Uint8Array, deepest: number): number | null {
  let depth = 0
  let count = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) i = endOfString(bytes, i) - 1
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > deepest) return null
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
    else if (byte === COLON && depth === 1) count++
  }
  return count
}

/** The bytes with top-level members set; members that are absent are added at the end. */
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

/** The bytes without the places the paths name; '*' stands for every element. Missing paths are passed over. */
export function dropPaths(bytes: Uint8Array, paths: readonly (readonly (string | number)[])[]): Uint8Array {
  const edits: Edit[] = []
  collectDrops(bytes, skipSpace(bytes, 0), [dropTree(paths)], edits)
  return edits.length === 0 ? bytes : applyEdits(bytes, mergeOverlaps(edits))
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** The paths as a tree, so that a member is looked up once, however many paths there are. */
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
    // A removed member takes the comma after it along; the last one takes the comma before it.
    if (next) edits.push({ start: member.keyStart, end: next.keyStart, text: '' })
    else edits.push({ start: lastKeptEnd < 0 ? member.keyStart : lastKeptEnd, end: member.valueEnd, text: '' })
  }
}

function nodesFor(nodes: readonly DropNode[], key: string, isArray: boolean): DropNode[] {
  const found: DropNode[] = []
  for (const { next } of nodes) {
    // In an object '*' means nothing, not even a member of that name.
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

function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
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

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i++
  return i
}

/** The index after the closing quote. Short strings are read here; the native search skips long ones at memory speed. */
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
  // Escapes are decoded, so that "mod\u0065l" cannot pass for another member than "model".
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}
