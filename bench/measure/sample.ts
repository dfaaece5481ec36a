/** Rounds of one measurement, summarized as median and range. The range shows the noise of the machine. */

export type Sample = { readonly median: number; readonly low: number; readonly high: number }

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0), high: quantile(sorted, 1) }
}

/** Quantile of a sorted list by nearest rank, so that the result is a measured value. */
export function quantile(sorted: readonly number[], fraction: number): number {
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(fraction * sorted.length) - 1))
  return sorted[rank] ?? Number.NaN
}
