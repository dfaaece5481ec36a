/** Maps list indexes to rows when some requests show their attempts. */

import type { LogLine } from './log-line.ts'

/** `attempt` null: the request itself. */
export type RowPlace = { readonly line: LogLine; readonly attempt: number | null }

export type RowPlaces = { readonly length: number; at(index: number): RowPlace | null }

/** Allocates nothing per row: there can be a hundred thousand. */
export function placesOf(lines: readonly LogLine[], opened: ReadonlySet<string>): RowPlaces {
  const open =
    opened.size === 0
      ? []
      : lines.flatMap((line, index) => (opened.has(line.id) ? [{ line, index, count: line.attempts }] : []))
  const extra = open.reduce((sum, one) => sum + one.count, 0)
  return {
    length: lines.length + extra,
    at(index) {
      let before = 0
      for (const one of open) {
        const place = one.index + before
        if (index <= place) break
        if (index <= place + one.count) return { line: one.line, attempt: index - place - 1 }
        before += one.count
      }
      const line = lines[index - before]
      return line ? { line, attempt: null } : null
    },
  }
}
