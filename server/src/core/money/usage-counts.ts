/** Reads counts from a provider's usage object. Values that are not valid counts are skipped and reported. */

import { isObject, type JsonObject } from '../json.ts'

/** Called with a description of each invalid value. */
export type OnFlaw = (flaw: string) => void

/** Far above the largest context window, so a higher count is an error of the provider. */
const MAX_UNITS = 100_000_000
const MAX_SHOWN_LENGTH = 40
const NO_ROWS: readonly JsonObject[] = []

export class Counts {
  constructor(
    private readonly given: JsonObject,
    private readonly onFlaw: OnFlaw,
  ) {}

  has(name: string): boolean {
    return this.given[name] !== undefined && this.given[name] !== null
  }

  /** The first of these members that is a count. Formats use different names for the same thing. */
  of(...names: readonly string[]): number | null {
    for (const name of names) {
      const count = this.#count(name, this.given[name])
      if (count !== null) return count
    }
    return null
  }

  /** Rounds fractions of a second up. */
  seconds(name: string): number | null {
    const value = this.given[name]
    return this.#count(name, typeof value === 'number' ? Math.ceil(value) : value)
  }

  /** The first of these members that is an object; empty counts if there is none. */
  within(...names: readonly string[]): Counts {
    for (const name of names) {
      const inner = this.given[name]
      if (isObject(inner)) return new Counts(inner, this.onFlaw)
    }
    return NOTHING
  }

  list(name: string): readonly JsonObject[] {
    const rows = this.given[name]
    return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : NO_ROWS
  }

  /** Sum over Gemini's rows of this modality; null if there is none. */
  ofModality(name: string, modality: string): number | null {
    const rows = this.list(name).filter((row) => row['modality'] === modality)
    if (rows.length === 0) return null
    return rows.reduce((sum, row) => add(sum, this.#count('tokenCount', row['tokenCount'])), 0)
  }

  /** Accepts only non-negative integers up to `MAX_UNITS`. */
  #count(name: string, value: unknown): number | null {
    if (value === undefined || value === null) return null
    // JSON can contain -0; adding 0 turns it into 0.
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_UNITS) return value + 0
    this.onFlaw(`${name} is not a valid count: ${shown(value)}`)
    return null
  }
}

const NOTHING = new Counts({}, () => {})

export function add(count: number, more: number | null): number {
  return Math.min(count + (more ?? 0), Number.MAX_SAFE_INTEGER)
}

/** Shortens a value for a message: an invalid count can be any JSON of any length. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH)) : typeof value
}
