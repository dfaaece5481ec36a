/** Histogram of durations: bins of 1/8 ms up to 2 ms, then 16 bins per octave (3 to 6 % wide). */

const BINS_PER_OCTAVE = 16
const UNITS_PER_MS = 8
const MAX_UNITS = 2 ** 31 - 1
/** Maximum number of bins. */
export const BIN_COUNT = 448

/** Bin -> count. */
export type Histogram = Map<number, number>

export function binOf(durationMs: number): number {
  const units = Math.min(Math.floor(durationMs * UNITS_PER_MS), MAX_UNITS)
  if (!(units >= BINS_PER_OCTAVE)) return Math.max(0, units) || 0
  const octave = 31 - Math.clz32(units)
  return (octave - 3) * BINS_PER_OCTAVE + ((units >> (octave - 4)) & (BINS_PER_OCTAVE - 1))
}

/** Middle of a bin in milliseconds. */
function middleOf(bin: number): number {
  if (bin < BINS_PER_OCTAVE) return (bin + 0.5) / UNITS_PER_MS
  const octave = Math.floor(bin / BINS_PER_OCTAVE) + 3
  const width = 2 ** (octave - 4)
  return (2 ** octave + ((bin % BINS_PER_OCTAVE) + 0.5) * width) / UNITS_PER_MS
}

export function count(histogram: Histogram, bin: number, times: number): void {
  const sum = (histogram.get(bin) ?? 0) + times
  if (sum === 0) histogram.delete(bin)
  else histogram.set(bin, sum)
}

/** Nearest-rank percentiles; null if the histogram is empty. */
export function percentiles(histogram: Histogram, ranks: readonly number[]): (number | null)[] {
  let total = 0
  for (const times of histogram.values()) total += times
  if (total <= 0) return ranks.map(() => null)
  const bins = [...histogram.entries()].sort(([left], [right]) => left - right)
  return ranks.map((rank) => {
    let left = Math.ceil(total * rank)
    for (const [bin, times] of bins) {
      left -= times
      if (left <= 0) return middleOf(bin)
    }
    return middleOf(bins.at(-1)![0])
  })
}
