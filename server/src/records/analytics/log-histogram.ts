/** Successful and failed requests over time, in about as many bars as the caller requests. */

import type { Totals } from '../../core/logs/analytics.ts'
import type { LogHistogram } from '../../core/logs/log-reader.ts'
import { buckets } from '../read/rollup-reader.ts'
import { floor } from '../rollups/watermarks.ts'
import type { Accumulator } from './accumulator.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { readBuckets } from './buckets.ts'

const { minute, hour, day } = BUCKET_MS
/** Round widths; each is a multiple of a rollup bucket. */
const WIDTHS_MS = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  7 * day,
  30 * day,
]

const NONE: Pick<Totals, 'requests' | 'errors' | 'recoveredByFallback' | 'recoveredByRetry'> = {
  requests: 0,
  errors: 0,
  recoveredByFallback: 0,
  recoveredByRetry: [0, 0, 0, 0, 0],
}

export async function logHistogram(query: AnalyticsQuery, bars: number): Promise<LogHistogram> {
  const { range, source } = query
  const finestMs = BUCKET_MS[widthOf(query, 'minute', source?.dimensionId ?? null)]
  const lengthMs = range.toMs - range.fromMs
  const widthMs = WIDTHS_MS.find((width) => width >= finestMs && lengthMs / width <= bars) ?? WIDTHS_MS.at(-1)!
  const sums = new Map<number, Accumulator>()
  const read = await readBuckets(query, roundTo(range, widthMs), widthMs, sums)
  // The last bar is still open. Without this limit, the histogram could end up to a month in the future.
  const toMs = Math.max(read.fromMs, Math.min(read.toMs, query.nowMs + 1))
  return {
    ...read,
    toMs,
    widthMs,
    bars: buckets(floor(read.fromMs, widthMs), toMs, widthMs).map((startMs) => {
      const { requests, errors, recoveredByFallback, recoveredByRetry } = sums.get(startMs)?.totals() ?? NONE
      const ok = requests - errors
      const rescued = recoveredByRetry.reduce((sum, times) => sum + times, recoveredByFallback)
      // A recovered request whose stream broke later counts as an error.
      return { startMs, ok, rescued: Math.min(rescued, ok), errors }
    }),
  }
}
