/** Where a value stands on an axis, and which round values to write beside it. */

export type Scale = { readonly top: number; readonly ticks: readonly number[] }

/** From zero to the next round number above the largest value: bars must start at zero. */
export function scaleFor(largest: number, tickCount = 4): Scale {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] }
  const rough = largest / tickCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough
  const count = Math.ceil(largest / step - 1e-9)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** Up to `most` indexes spread over a row of buckets, the first and the last among them. */
export function labelIndexes(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  const step = (count - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => Math.round(index * step))
}
