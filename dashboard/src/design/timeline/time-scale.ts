/** The time axis of a timeline: positions in per cent, and tick times. */

export type TimeScale = {
  readonly isLogarithmic: boolean
  readonly totalMs: number
  /** 0 to 100. */
  position(ms: number): number
  readonly ticks: readonly number[]
}

/** The logarithmic axis is nearly linear below total / LOG_RANGE, so that it can start at 0. */
const LOG_RANGE = 1_000
/** Above this share, one step leaves no space for the others. */
const DOMINANT_SHARE = 0.95
const ROUND = [1, 2, 2.5, 5, 10]

export function timeScale(totalMs: number, isLogarithmic: boolean): TimeScale {
  const total = Math.max(totalMs, 0.001)
  const unit = total / LOG_RANGE
  const share = (ms: number) => {
    const inside = Math.min(Math.max(ms, 0), total)
    return isLogarithmic ? Math.log1p(inside / unit) / Math.log1p(LOG_RANGE) : inside / total
  }
  return { isLogarithmic, totalMs: total, position: (ms) => 100 * share(ms), ticks: ticksOf(total, isLogarithmic) }
}

/** Whether one step takes nearly all of the time. A linear axis would then show nothing else. */
export function isDominated(durationsMs: readonly number[], totalMs: number): boolean {
  const others = durationsMs.filter((ms) => ms > 0).length > 1
  return others && Math.max(0, ...durationsMs) > DOMINANT_SHARE * totalMs
}

function ticksOf(totalMs: number, isLogarithmic: boolean): number[] {
  if (isLogarithmic) return [0, totalMs / 100, totalMs / 10, totalMs]
  const rough = totalMs / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ROUND.map((factor) => factor * power).find((one) => one >= rough * (1 - 1e-9)) ?? rough
  const inside = Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => index * step)
  // The end has its own label: omit ticks that are too close to it.
  return [...inside.filter((ms) => ms <= totalMs * 0.7), totalMs]
}

/** Approximate width of an axis digit, with padding. */
const CHARACTER_PX = 7.2
const GAP_PX = 10

/** The ticks whose labels fit: both ends first, then those between. */
export function labelledTicks(scale: TimeScale, widthPx: number, wordsOf: (ms: number) => string): number[] {
  const { ticks } = scale
  const [first, last] = [ticks[0] ?? 0, ticks.at(-1) ?? 0]
  const middleOf = (ms: number) => (scale.position(ms) / 100) * widthPx
  const wide = (ms: number) => wordsOf(ms).length * CHARACTER_PX
  const kept = [first]
  let fromPx = wide(first) + GAP_PX
  const toPx = widthPx - wide(last) - GAP_PX
  for (const ms of ticks.slice(1, -1)) {
    const [left, right] = [middleOf(ms) - wide(ms) / 2, middleOf(ms) + wide(ms) / 2]
    if (left < fromPx || right > toPx) continue
    kept.push(ms)
    fromPx = right + GAP_PX
  }
  return ticks.length > 1 && toPx >= wide(first) ? [...kept, last] : kept
}
