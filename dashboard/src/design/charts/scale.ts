/** Axis scale: position of a value, and round tick values. */

export type Scale = { readonly top: number; readonly ticks: readonly number[] }

/** From zero to the next round number above the maximum. Bars must start at zero. */
export function scaleFor(largest: number, tickCount = 4): Scale {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] }
  const rough = largest / tickCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough
  const count = Math.ceil(largest / step - 1e-9)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** At most `most` labels at equal steps from the first: uneven gaps would look like missing data. */
export function labelIndexes(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
