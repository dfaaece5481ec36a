/** The result table: measured value, ratio to the bare relay, and limit. */

import type { Sample } from './measure/sample.ts'

export type Row = {
  readonly what: string
  readonly nginx?: string
  readonly bare?: string
  readonly ours: string
  /** Ratio to, or difference from, the bare relay. */
  readonly compared?: string
  readonly bar: string
  /** Null: for information only, without a limit. */
  readonly met: boolean | null
}

const HEADINGS = ['metric', 'nginx', 'bare relay', 'gatehouse', 'vs. bare relay', 'limit', ''] as const

export function printReport(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.what,
    row.nginx ?? '-',
    row.bare ?? '-',
    row.ours,
    row.compared ?? '-',
    row.bar,
    row.met === null ? '' : row.met ? 'met' : 'MISSED',
  ])
  const widths = HEADINGS.map((heading, i) => Math.max(heading.length, ...cells.map((line) => (line[i] ?? '').length)))
  const print = (line: readonly string[]) =>
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  print(HEADINGS)
  print(widths.map((width) => '-'.repeat(width)))
  for (const line of cells) print(line)
}

/** `75.1 µs (72.0..80.3)`. */
export function withRange(sample: Sample, unit: string, digits = 1): string {
  const [median, low, high] = [sample.median, sample.low, sample.high].map((value) => value.toFixed(digits))
  return `${median}${unit} (${low}..${high})`
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(0)} MiB`
}
