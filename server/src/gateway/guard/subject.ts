/** A body that guardrails check: its texts as changed so far, and its bytes with all changes. */

import { findDuplicate, parseObject } from '../../core/body/json-text.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { Direction } from '../../core/guardrails/guardrails.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { TextPart } from '../../guardrails/check.ts'
import { type Conversation, partsOfRequest, partsOfResponse, replaceParts } from './conversation.ts'
import type { LocatedPart } from './parts.ts'
import { markValues, rawMembersOf, stringifyKept } from './raw-values.ts'

/** What guardrails run over. */
export interface Subject {
  /** The texts as changed so far. */
  readonly parts: readonly TextPart[]
  /** Set if the texts cannot be read: every check then has an error. */
  readonly unreadable: string | null
  /** The body as changed so far; null if there is none. */
  readonly body: JsonObject | null
  change(index: number, text: string): void
  /** Replaces the body. Its parts are read again. */
  replaceBody(body: JsonObject): void
}

export class GuardedBody implements Subject {
  #bytes: Uint8Array
  #body: JsonObject
  #conversation: Conversation
  #parts: TextPart[]
  readonly #changes = new Map<number, string>()
  #isReplaced = false

  constructor(
    private readonly format: GuardedFormat,
    private readonly direction: Direction,
    bytes: Uint8Array,
    body: JsonObject,
  ) {
    this.#bytes = bytes
    this.#body = body
    this.#conversation = this.#read(body)
    this.#parts = [...this.#conversation.parts]
  }

  #read(body: JsonObject): Conversation {
    const exact = isExact(this.#bytes) ? body : this.#readExactly()
    return this.direction === 'input' ? partsOfRequest(this.format, exact) : partsOfResponse(this.format, exact)
  }

  /** The body with tool arguments as source text. If a response has a member twice, only the last one is sent. */
  #readExactly(): JsonObject {
    const text = utf8.decode(this.#bytes)
    const marked = markValues(text, rawMembersOf(this.format, this.direction))
    const kept = JSON.parse(marked) as JsonObject
    if (this.direction === 'input' || findDuplicate(Buffer.from(marked)) === null) return kept
    this.#bytes = Buffer.from(stringifyKept(kept))
    this.#isReplaced = true
    return kept
  }

  get parts(): readonly TextPart[] {
    return this.#parts
  }

  get unreadable(): string | null {
    return this.#conversation.unreadable
  }

  get isChanged(): boolean {
    return this.#isReplaced || this.#changes.size > 0
  }

  change(index: number, text: string): void {
    const part = this.#parts[index]
    if (!part || part.text === text) return
    this.#parts[index] = { ...part, text }
    this.#changes.set(index, text)
  }

  get body(): JsonObject {
    this.#apply()
    return this.#body
  }

  /** The bytes with all changes. */
  get bytes(): Uint8Array {
    this.#apply()
    return this.#bytes
  }

  replaceBody(body: JsonObject): void {
    this.#isReplaced = true
    this.#take(Buffer.from(JSON.stringify(body)), body)
  }

  #apply(): void {
    if (this.#changes.size === 0) return
    this.#isReplaced = true
    const parts: readonly LocatedPart[] = this.#conversation.parts
    const bytes = replaceParts(this.#bytes, parts, this.#changes)
    const body = parseObject(bytes)
    if (!isObject(body)) throw new Error('The body with its changed texts is not JSON.')
    this.#take(bytes, body)
  }

  #take(bytes: Uint8Array, body: JsonObject): void {
    this.#bytes = bytes
    this.#body = body
    this.#conversation = this.#read(body)
    this.#parts = [...this.#conversation.parts]
    this.#changes.clear()
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const LONG_DIGITS = 16

/** False if JSON.parse might lose data: the body has 16 or more digits in a row, or a duplicate member. */
function isExact(bytes: Uint8Array): boolean {
  // Looks at every 16th byte: every run of 16 digits contains one of them.
  for (let i = LONG_DIGITS - 1; i < bytes.length; i += LONG_DIGITS) {
    if (!isDigit(bytes[i])) continue
    let start = i
    let end = i + 1
    while (isDigit(bytes[start - 1])) start--
    while (isDigit(bytes[end])) end++
    if (end - start >= LONG_DIGITS) return false
  }
  return findDuplicate(bytes) === null
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** A body that cannot be read. */
export function unreadable(reason: string): Subject {
  return { parts: [], unreadable: reason, body: null, change: () => {}, replaceBody: () => {} }
}
