/**
 * The placeholders of one request: what `tokenise` puts in place of a value, and the value to restore in the response. Kept
 * in memory for the request only. Numbered, not random: the same request has the same placeholders, so it can be cached.
 */

import type { Span } from './check.ts'

/** Such as `[EMAIL_ADDRESS_1]`. */
const PLACEHOLDER = /\[[A-Z][A-Z0-9_]{0,63}_\d{1,6}\]/g
const MAX_LENGTH = 74
/** The start of a placeholder that may go on. */
const BEGUN = /^\[(?:[A-Z][A-Z0-9_]*)?$/

export type PlaceholderEntry = readonly [placeholder: string, value: string]

export class Placeholders {
  readonly #values = new Map<string, string>()
  readonly #placeholders = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  #taken: ReadonlySet<string> | null = null

  /** `sent`: the request. A placeholder that its caller wrote there is not used. */
  constructor(private readonly sent: () => Uint8Array | null = () => null) {}

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  /** To be sent to another thread. */
  get entries(): readonly PlaceholderEntry[] {
    return [...this.#values]
  }

  add(entries: readonly PlaceholderEntry[]): void {
    for (const [placeholder, value] of entries) {
      if (this.#values.has(placeholder)) continue
      this.#values.set(placeholder, value)
      const [, label = '', number = '0'] = /^\[(.*)_(\d+)\]$/.exec(placeholder) ?? []
      this.#placeholders.set(`${label}\0${value}`, placeholder)
      this.#counts.set(label, Math.max(this.#counts.get(label) ?? 0, Number(number)))
    }
  }

  /** The placeholder for a value: the same for the same value and label. */
  of(label: string, value: string): string {
    const name = label
      .toUpperCase()
      .replace(/[^A-Z0-9_]/g, '_')
      .replace(/^(?![A-Z])/, 'X')
      .slice(0, 60)
    const key = `${name}\0${value}`
    const known = this.#placeholders.get(key)
    if (known !== undefined) return known
    // Read once: a request may have a value in every line.
    this.#taken ??= placeholdersIn(this.sent())
    let number = this.#counts.get(name) ?? 0
    let placeholder: string
    do {
      number++
      placeholder = `[${name}_${number}]`
    } while (this.#taken.has(placeholder))
    this.#counts.set(name, number)
    this.#values.set(placeholder, value)
    this.#placeholders.set(key, placeholder)
    return placeholder
  }

  valueOf(placeholder: string): string | null {
    return this.#values.get(placeholder) ?? null
  }

  /** The text with the values of this request's placeholders. */
  restore(text: string): string {
    if (this.#values.size === 0 || !text.includes('[')) return text
    return text.replace(PLACEHOLDER, (placeholder) => this.#values.get(placeholder) ?? placeholder)
  }

  /** The placeholders of this request in a text, for streams. */
  find(text: string, from: number): Span[] {
    const spans: Span[] = []
    PLACEHOLDER.lastIndex = from
    for (let match = PLACEHOLDER.exec(text); match; match = PLACEHOLDER.exec(text)) {
      const [found] = match
      if (!this.#values.has(found)) continue
      spans.push({ start: match.index, end: match.index + found.length, label: 'placeholder', action: REPORT })
    }
    return spans
  }

  settledUntil(text: string, from: number): number {
    const start = text.lastIndexOf('[')
    if (start < from || text.length - start >= MAX_LENGTH) return text.length
    return BEGUN.test(text.slice(start)) ? start : text.length
  }
}

function placeholdersIn(bytes: Uint8Array | null): ReadonlySet<string> {
  if (bytes === null) return new Set()
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return new Set(unescaped(text).match(PLACEHOLDER))
}

/** JSON text whose ASCII characters are not escaped. */
function unescaped(text: string): string {
  if (!text.includes('\\u00')) return text
  return text.replace(/\\u00([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const REPORT = { kind: 'report' } as const
