/** Maps list indexes to rows when some requests show their attempts. */

import type { LogLine } from './log-line.ts'

/** `attempt` null: the request itself. */
export type ListRow = { readonly line: LogLine; readonly attempt: number | null }

export type ListRows = { readonly length: number; at(index: number): ListRow | null }

/** Computes each row when it is read, instead of a list of all rows: there can be a hundred thousand. */
export function listRows(lines: readonly LogLine[], opened: ReadonlySet<string>): ListRows {
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
        const start = one.index + before
        if (index <= start) break
        if (index <= start + one.count) return { line: one.line, attempt: index - start - 1 }
        before += one.count
      }
      const line = lines[index - before]
      return line ? { line, attempt: null } : null
    },
  }
}
