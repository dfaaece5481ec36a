/** Time axis labels at round local times: full minutes, hours, days or weeks of the chosen zone. */

import { clock, day, wallClockMs } from '../data/time-zone.ts'

export type TimeTick = { readonly index: number; readonly label: string }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 56].map((days) => days * DAY_MS),
]

/** At most `most` ticks. `timesMs` are the starts of the buckets, in order. */
export function timeTicks(timesMs: readonly number[], most: number): readonly TimeTick[] {
  const walls = timesMs.map((timeMs) => wallClockMs(timeMs))
  const bucketMs = (walls[1] ?? 0) - (walls[0] ?? 0)
  for (const stepMs of STEPS_MS) {
    if (stepMs < bucketMs) continue
    const ticks = walls.flatMap((wallMs, index) => {
      const beforeMs = index === 0 ? wallMs - Math.max(1, bucketMs) : (walls[index - 1] ?? 0)
      // A bucket has a tick if a round time lies between the start of the previous bucket and its own start.
      return Math.floor(wallMs / stepMs) === Math.floor(beforeMs / stepMs) ? [] : [index]
    })
    if (ticks.length <= most) return ticks.map((index) => ({ index, label: labelOf(timesMs[index] ?? 0, stepMs) }))
  }
  return []
}

/** At midnight the label is the date, to show where a day begins. */
function labelOf(timeMs: number, stepMs: number): string {
  const text = clock(timeMs)
  return stepMs >= DAY_MS || text === '00:00' ? day(timeMs) : text
}
