/** Durations counted in bars: eighths of a millisecond up to two, then 16 bars an octave, 3 to 6 % wide. */

const SUB_BARS = 16
const UNITS_A_MS = 8
const MOST_UNITS = 2 ** 31 - 1
/** How many bars there can be. */
export const MOST_BARS = 448

/** Bar -> count. */
export type Histogram = Map<number, number>

export function barOf(durationMs: number): number {
  const units = Math.min(Math.floor(durationMs * UNITS_A_MS), MOST_UNITS)
  if (!(units >= SUB_BARS)) return Math.max(0, units) || 0
  const octave = 31 - Math.clz32(units)
  return (octave - 3) * SUB_BARS + ((units >> (octave - 4)) & (SUB_BARS - 1))
}

/** The middle of a bar, in milliseconds. */
function middleOf(bar: number): number {
  if (bar < SUB_BARS) return (bar + 0.5) / UNITS_A_MS
  const octave = Math.floor(bar / SUB_BARS) + 3
  const width = 2 ** (octave - 4)
  return (2 ** octave + ((bar % SUB_BARS) + 0.5) * width) / UNITS_A_MS
}

export function count(histogram: Histogram, bar: number, times: number): void {
  const sum = (histogram.get(bar) ?? 0) + times
  if (sum === 0) histogram.delete(bar)
  else histogram.set(bar, sum)
}

/** Nearest rank; null when nothing was counted. Every rank lies in one pass over the bars. */
export function percentiles(histogram: Histogram, ranks: readonly number[]): (number | null)[] {
  let total = 0
  for (const times of histogram.values()) total += times
  if (total <= 0) return ranks.map(() => null)
  const bars = [...histogram.entries()].sort(([left], [right]) => left - right)
  return ranks.map((rank) => {
    let left = Math.ceil(total * rank)
    for (const [bar, times] of bars) {
      left -= times
      if (left <= 0) return middleOf(bar)
    }
    return middleOf(bars.at(-1)![0])
  })
}
