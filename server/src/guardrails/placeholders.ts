/**
 * The placeholders of one request. `tokenise` replaces a value by a placeholder, and the response gets the value back.
 * The values are kept in memory until the request ends. Placeholders are numbered and not random, so that equal
 * requests have equal placeholders and can be cached.
 */

import type { Span } from './check.ts'

/** Such as `[EMAIL_ADDRESS_1]`. */
const PLACEHOLDER = /\[[A-Z][A-Z0-9_]{0,63}_\d{1,6}\]/g
const MAX_LENGTH = 74
/** An incomplete placeholder at the end of a text. */
const BEGUN = /^\[(?:[A-Z][A-Z0-9_]*)?$/

export type PlaceholderEntry = readonly [placeholder: string, value: string]

export class Placeholders {
  readonly #values = new Map<string, string>()
  readonly #placeholders = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  #taken: ReadonlySet<string> | null = null

  /** `sent` returns the request body. A placeholder that already occurs in it is not used. */
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
    // The body is searched only once, because a request may have many values.
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

  /** Replaces this request's placeholders by their values. */
  restore(text: string): string {
    if (this.#values.size === 0 || !text.includes('[')) return text
    return text.replace(PLACEHOLDER, (placeholder) => this.#values.get(placeholder) ?? placeholder)
  }

  /** Finds this request's placeholders in a text of a stream. See `SpanCheck.find`. */
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

/** Decodes `\u00XX` escapes of ASCII characters in JSON text. */
function unescaped(text: string): string {
  if (!text.includes('\\u00')) return text
  return text.replace(/\\u00([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const REPORT = { kind: 'report' } as const
