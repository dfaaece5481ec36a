/** Axis labels and text alternatives of charts. */

import { type Granularity, WIDTH_MS } from '../analytics-api.ts'

export function momentLabels(timesMs: readonly number[], width: Granularity): readonly string[] {
  const spanMs = (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0)
  return timesMs.map((timeMs) => labelOf(timeMs, width, spanMs))
}

function labelOf(timeMs: number, width: Granularity, spanMs: number): string {
  const day = { month: 'short', day: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  if (width === 'day') return new Date(timeMs).toLocaleDateString(undefined, { ...day, timeZone: 'UTC' })
  if (spanMs < WIDTH_MS.day) return new Date(timeMs).toLocaleTimeString(undefined, clock)
  return new Date(timeMs).toLocaleString(undefined, { ...day, ...clock })
}

/** The maximum of each series and its time. */
export function sentenceOf(
  series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[],
  labels: readonly string[],
  format: (value: number) => string,
): string {
  return series
    .map(({ name, values }) => {
      const most = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
      if (!Number.isFinite(most)) return `${name}: nothing known.`
      return `${name}: at most ${format(most)}, at ${labels[values.indexOf(most)]}.`
    })
    .join(' ')
}
