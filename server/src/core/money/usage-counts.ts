/** Reads counts out of what a provider says: whatever cannot be a count is left out, and said. */

import { isObject } from '../json.ts'

export { isObject } from '../json.ts'

export type Given = Readonly<Record<string, unknown>>

/** Told of everything a provider says that cannot be. */
export type OnFlaw = (flaw: string) => void

/** More than the largest context there is, many times over: nobody's count of one call. */
const MOST_UNITS = 100_000_000
const MAX_SHOWN_LENGTH = 40
const NO_ROWS: readonly Given[] = []

export class Counts {
  constructor(
    private readonly given: Given,
    private readonly onFlaw: OnFlaw,
  ) {}

  has(name: string): boolean {
    return this.given[name] !== undefined && this.given[name] !== null
  }

  /** The first of these names that carries a count: formats name the same thing differently. */
  of(...names: readonly string[]): number | null {
    for (const name of names) {
      const count = this.#count(name, this.given[name])
      if (count !== null) return count
    }
    return null
  }

  /** Seconds may have decimals, and a second begun is a second. */
  seconds(name: string): number | null {
    const value = this.given[name]
    return this.#count(name, typeof value === 'number' ? Math.ceil(value) : value)
  }

  /** The first of these names that holds an object; an empty one when none does. */
  within(...names: readonly string[]): Counts {
    for (const name of names) {
      const inner = this.given[name]
      if (isObject(inner)) return new Counts(inner, this.onFlaw)
    }
    return NOTHING
  }

  list(name: string): readonly Given[] {
    const rows = this.given[name]
    return Array.isArray(rows) ? (rows as unknown[]).filter(isObject) : NO_ROWS
  }

  /** Gemini's rows by modality, summed up; null when it is not among them. */
  ofModality(name: string, modality: string): number | null {
    const rows = this.list(name).filter((row) => row['modality'] === modality)
    if (rows.length === 0) return null
    return rows.reduce((sum, row) => add(sum, this.#count('tokenCount', row['tokenCount'])), 0)
  }

  /** A provider may send anything: only whole numbers that are not negative count. */
  #count(name: string, value: unknown): number | null {
    if (value === undefined || value === null) return null
    // Minus zero is a whole number to JSON; adding zero makes it an ordinary one.
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST_UNITS) return value + 0
    this.onFlaw(`${name} is no count: ${shown(value)}`)
    return null
  }
}

/** Counts nothing, so there is nothing in it to be wrong. */
const NOTHING = new Counts({}, () => {})

export function add(count: number, more: number | null): number {
  return Math.min(count + (more ?? 0), Number.MAX_SAFE_INTEGER)
}

/** A wrong count may be anything, of any length. */
function shown(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH)) : typeof value
}
