/** Several rounds of one measurement, told as median and range: the machine is noisy and the range shows how much. */

export type Sample = { readonly median: number; readonly low: number; readonly high: number }

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0), high: quantile(sorted, 1) }
}

/** Of a sorted list; the nearest rank, so that a p99 is a value that was really measured. */
export function quantile(sorted: readonly number[], fraction: number): number {
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(fraction * sorted.length) - 1))
  return sorted[rank] ?? Number.NaN
}
