/** Runs of guardrails by verdict over time, from rollups if they can serve the filter, otherwise from single logs. */

import type { BucketWidth, GuardrailAnalytics, GuardrailCounts, GuardrailRuns } from '../../core/logs/analytics.ts'
import { type GuardrailOutcome, readGuardrails, stepMs } from '../../core/logs/guardrail-outcomes.ts'
import type { LogDatabase } from '../read/log-database.ts'
import type { ReadFilter } from '../read/read-filter.ts'
import { readRollups, splitRange } from '../read/rollup-reader.ts'
import { DIMENSION, GUARDRAIL_OUTCOMES, readGuardrailValue } from '../rollups/dimensions.ts'
import { floor } from '../rollups/watermarks.ts'
import { BUCKET_MS, prepareQuery, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf } from './buckets.ts'
import { sumLogs } from './sum-logs.ts'

const MAX_GUARDRAILS = 50

type Counts = { -readonly [Name in keyof GuardrailCounts]: number }

class Runs {
  readonly all = noCounts()
  readonly buckets = new Map<number, Counts>()
  /** Number of runs by duration step. */
  readonly steps = new Map<number, number>()
}

export async function guardrailRuns(
  database: LogDatabase,
  filter: ReadFilter,
  requested: BucketWidth | null,
  nowMs: number,
): Promise<GuardrailAnalytics> {
  const { guardrails: wanted = [], ...rest } = filter
  const query = await prepareQuery(database, rest, nowMs)
  const isSummed = query.source?.dimensionId === DIMENSION.total
  const width = widthOf(query, requested, isSummed ? DIMENSION.guardrail : null)
  const widthMs = BUCKET_MS[width]
  const range = roundTo(query.range, widthMs)
  const found = new Map<string, Runs>()
  const add = (outcome: GuardrailOutcome, atMs: number, times: number) => {
    if (wanted.length > 0 && !wanted.includes(outcome.id)) return
    const runs = found.get(outcome.id) ?? new Runs()
    found.set(outcome.id, runs)
    const bucketMs = floor(atMs, widthMs)
    const bucket = runs.buckets.get(bucketMs) ?? noCounts()
    runs.buckets.set(bucketMs, bucket)
    for (const counts of [runs.all, bucket]) addOutcome(counts, outcome, times)
    if (outcome.verdict !== 'skipped') runs.steps.set(outcome.step, (runs.steps.get(outcome.step) ?? 0) + times)
  }
  let read = { ...range, isPartial: false }
  if (isSummed) {
    const source = { scope: query.scope, dimensionId: DIMENSION.guardrail, values: null }
    const ranges = splitRange(range, query.watermarks, widthMs)
    const rows = await readRollups(database, ranges, source, 'bucket_ms, value, requests')
    for (const [atMs, value, times] of rows as [number, string, number][]) add(readGuardrailValue(value), atMs, times)
  } else {
    read = await sumLogs(query, filter, range, ({ atMs }, dimensions) => {
      for (const outcome of readGuardrails(dimensions[GUARDRAIL_OUTCOMES])) add(outcome, atMs, 1)
    })
  }
  const buckets = pointsOf(read, width, nowMs)
  const guardrails = [...found]
    .sort(([one, left], [other, right]) => right.all.runs - left.all.runs || (one < other ? -1 : 1))
    .slice(0, MAX_GUARDRAILS)
    .map(
      ([id, runs]): GuardrailRuns => ({
        id,
        ...runs.all,
        p50Ms: percentile(runs, 0.5),
        p99Ms: percentile(runs, 0.99),
        points: buckets.map(({ startMs }) => runs.buckets.get(startMs) ?? noCounts()),
      }),
    )
  return { ...read, width, buckets, guardrails, total: found.size }
}

function noCounts(): Counts {
  return { runs: 0, passed: 0, failed: 0, denied: 0, wouldDeny: 0, skipped: 0, errors: 0, transformed: 0 }
}

function addOutcome(counts: Counts, { verdict, flags }: GuardrailOutcome, times: number): void {
  counts[verdict === 'would_deny' ? 'wouldDeny' : verdict] += times
  if (verdict !== 'skipped') counts.runs += times
  if (flags.includes('error')) counts.errors += times
  if (flags.includes('transformed')) counts.transformed += times
}

function percentile({ steps, all }: Runs, rank: number): number | null {
  let left = Math.ceil(all.runs * rank)
  for (const [step, times] of [...steps].sort(([one], [other]) => one - other)) {
    left -= times
    if (left <= 0) return stepMs(step)
  }
  return null
}
