/** Filters that the rows of logs cannot answer: rows pass a sieve that looks into them. */

import type { LogDatabase } from '../engine/log-database.ts'
import type { ReadFilter } from '../read-filter.ts'
import { hasText, isCircuitSkip } from './inside.ts'
import { INSIDE_COLUMNS, type Inside, insidePlace, readDetail, readInsides } from './read-insides.ts'

/** A row as the walk reads it: where it stands, then the columns that were asked for. */
export type WalkRow = [startedAtMs: number, seq: number, ...cells: unknown[]]

export type Sieve = {
  /** Asked for behind all others. */
  readonly columns: readonly string[]
  /** Some rows at a time, in order: those that pass, and the last that was looked at. */
  sift(rows: readonly WalkRow[]): AsyncGenerator<{ readonly kept: readonly WalkRow[]; readonly last: WalkRow }>
}

/** Null when the rows themselves answer it. */
export function sieveFor(database: LogDatabase, filter: ReadFilter): Sieve | null {
  const { text, hasCircuitSkip } = filter
  const wanted = { detail: hasCircuitSkip !== undefined, body: text !== undefined }
  if (!wanted.detail && !wanted.body) return null
  const passes = ({ detail, bodies }: Inside) =>
    (hasCircuitSkip === undefined || hasSkip(detail) === hasCircuitSkip) &&
    (text === undefined || hasText(bodies, text))
  return {
    columns: INSIDE_COLUMNS,
    async *sift(rows) {
      const places = rows.map((row) => insidePlace(row[0], row.slice(-INSIDE_COLUMNS.length), wanted))
      let at = 0
      for await (const insides of readInsides(database, places)) {
        const group = rows.slice(at, at + insides.length)
        at += insides.length
        yield { kept: group.filter((_, i) => passes(insides[i]!)), last: group.at(-1)! }
      }
    },
  }
}

const MARK = Buffer.from('"breaker"')

/** Most details are passed over without being parsed. */
function hasSkip(detail: Uint8Array | null): boolean {
  if (detail === null || !Buffer.from(detail.buffer, detail.byteOffset, detail.length).includes(MARK)) return false
  return readDetail(detail).decisions.some(isCircuitSkip)
}
