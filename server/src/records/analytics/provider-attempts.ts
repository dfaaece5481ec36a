/** Attempts per provider by outcome, from rollups if they can serve the filter, otherwise from single logs. */

import type { ProviderAttempts, ProviderAttemptsPage } from '../../core/logs/analytics.ts'
import { type AttemptOutcome, readOutcomes } from '../../core/logs/attempt-outcomes.ts'
import { requestsByValue, splitRange } from '../read/rollup-reader.ts'
import { ATTEMPT_OUTCOMES, cut, DIMENSION, splitPair } from '../rollups/dimensions.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { sumLogs } from './sum-logs.ts'

type Counts = Map<string, Record<AttemptOutcome, number>>

export async function providerAttempts(query: AnalyticsQuery): Promise<ProviderAttemptsPage> {
  const { source, scope, database, watermarks } = query
  const isSummed = source?.dimensionId === DIMENSION.total
  const range = roundTo(query.range, BUCKET_MS[widthOf(query, null, isSummed ? DIMENSION.attempt : null)])
  const counts: Counts = new Map()
  if (isSummed) {
    const wanted = { scope, dimensionId: DIMENSION.attempt, values: null }
    const found = await requestsByValue(database, splitRange(range, watermarks, BUCKET_MS.day), wanted)
    for (const [value, times] of found) {
      const [provider, outcome] = splitPair(value)
      add(counts, provider, outcome as AttemptOutcome, times)
    }
    return { ...range, isPartial: false, providers: sorted(counts) }
  }
  const read = await sumLogs(query, query.filter, range, (_, dimensions) => {
    for (const { provider, outcome } of readOutcomes(dimensions[ATTEMPT_OUTCOMES]))
      add(counts, cut(provider), outcome, 1)
  })
  return { ...read, providers: sorted(counts) }
}

function add(counts: Counts, provider: string, outcome: AttemptOutcome, times: number): void {
  const known = counts.get(provider) ?? { success: 0, failure: 0, recovered: 0 }
  counts.set(provider, known)
  known[outcome] += times
}

function sorted(counts: Counts): ProviderAttempts[] {
  return [...counts]
    .map(([provider, { success, failure, recovered }]) => ({
      provider,
      attempts: success + failure + recovered,
      successes: success,
      failures: failure,
      recovered,
    }))
    .sort((left, right) => right.attempts - left.attempts || (left.provider < right.provider ? -1 : 1))
}
