/** The scale of a value axis: its top value and round ticks. */

export type Scale = { readonly top: number; readonly ticks: readonly number[] }

/** From zero to at least the maximum, in steps of 1, 2 or 5 times a power of ten. Counts have no fractional ticks. */
export function scaleFor(largest: number, isCount = false, tickCount = 4): Scale {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] }
  const rough = largest / tickCount
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough
  const step = isCount ? Math.max(1, round) : round
  const count = Math.ceil(largest / step - 1e-9)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}
