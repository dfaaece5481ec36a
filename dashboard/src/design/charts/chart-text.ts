/** Time labels of a chart, and its text alternative. */

import { clock, day, dayClock } from '../data/time-zone.ts'

export type Granularity = 'minute' | 'hour' | 'day'

const DAY_MS = 86_400_000
const UTC_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function timeLabels(timesMs: readonly number[], width: Granularity): readonly string[] {
  const spanMs = (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)
  return timesMs.map((timeMs) => labelOf(timeMs, width, spanMs))
}

/** Daily buckets are UTC days: a day that differs in the chosen zone is marked `(UTC)`. */
function labelOf(timeMs: number, width: Granularity, spanMs: number): string {
  if (width === 'day') return day(timeMs) === UTC_DAY.format(timeMs) ? day(timeMs) : `${UTC_DAY.format(timeMs)} (UTC)`
  return width === 'minute' && spanMs < DAY_MS ? clock(timeMs) : dayClock(timeMs)
}

/** The maximum of each series and its time. */
export function describeSeries(
  series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[],
  labels: readonly string[],
  format: (value: number) => string,
): string {
  return series
    .map(({ name, values }) => {
      const most = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
      if (!Number.isFinite(most)) return `${name}: no data.`
      return `${name}: at most ${format(most)}, at ${labels[values.indexOf(most)]}.`
    })
    .join(' ')
}
