/** Feedback over time, by score and by model. Reads the feedback table, which is much smaller than `logs`. */

import type { BucketWidth, Graph } from '../../core/logs/analytics.ts'
import { addFilter, Conditions, type ReadFilter } from '../read/read-filter.ts'
import { pairValue, splitPair } from '../rollups/dimensions.ts'
import { floor } from '../rollups/watermarks.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { pointsOf } from './buckets.ts'

const MAX_FEEDBACK = 50_000

type Row = [createdAtMs: number, value: number, weightMicros: number, provider: string | null, model: string | null]

class FeedbackTotal {
  total = 0
  #micros = 0
  #weightMicros = 0

  add(value: number, weightMicros: number): void {
    this.total++
    this.#micros += value * weightMicros
    this.#weightMicros += weightMicros
  }

  sum() {
    return { total: this.total, avgWeighted: this.#weightMicros > 0 ? this.#micros / this.#weightMicros : null }
  }
}

export async function feedbackGraph(query: AnalyticsQuery, requested: BucketWidth | null): Promise<Graph<'feedback'>> {
  const width = widthOf(query, requested, null)
  const widthMs = BUCKET_MS[width]
  const range = roundTo(query.range, widthMs)
  const rows = await readFeedback(query, range.fromMs, range.toMs)
  const isPartial = rows.length > MAX_FEEDBACK
  const oldest = rows.at(-1)
  const read = { fromMs: isPartial && oldest ? oldest[0] : range.fromMs, toMs: range.toMs, isPartial }
  const all = new FeedbackTotal()
  const perBucket = new Map<number, FeedbackTotal>()
  const perScore = new Map<number, number>()
  const perModel = new Map<string, FeedbackTotal>()
  for (const [createdAtMs, value, weightMicros, provider, model] of rows.slice(0, MAX_FEEDBACK)) {
    all.add(value, weightMicros)
    totalOf(perBucket, floor(createdAtMs, widthMs)).add(value, weightMicros)
    perScore.set(value, (perScore.get(value) ?? 0) + 1)
    if (provider || model) totalOf(perModel, pairValue(provider ?? '', model)).add(value, weightMicros)
  }
  const points = pointsOf(read, width, query.nowMs).map((point) => ({
    ...point,
    ...totalOf(perBucket, point.startMs).sum(),
  }))
  const scores = [...perScore]
    .map(([score, total]) => ({ score, total }))
    .sort((left, right) => left.score - right.score)
  const models = [...perModel]
    .map(([pair, total]) => ({ provider: splitPair(pair)[0], model: splitPair(pair)[1], ...total.sum() }))
    .sort((left, right) => right.total - left.total)
  return { ...read, width, points, summary: { ...all.sum(), scores, models } }
}

/**
 * Newest first. Filters other than scope and time apply to the joined log, so feedback without a log does not match
 * them.
 */
async function readFeedback(
  { database, filter, source }: AnalyticsQuery,
  fromMs: number,
  toMs: number,
): Promise<Row[]> {
  const { dialect } = database
  const conditions = new Conditions(dialect)
  conditions.where('feedback.organisation_id = ?', filter.organisationId)
  if (filter.workspaceId !== null) conditions.where('feedback.workspace_id = ?', filter.workspaceId)
  conditions.where('created_at_ms >= ? AND created_at_ms < ?', fromMs, toMs)
  if (source?.values !== null) {
    const onLog = new Conditions(dialect)
    addFilter(onLog, withoutTime(filter))
    conditions.where(dialect.logOfFeedback(onLog.text), ...onLog.values)
  }
  const from = filter.workspaceId === null ? 'feedback' : dialect.feedbackBy('feedback_time')
  const sql = `SELECT created_at_ms, value, weight_micros, provider, model
    FROM ${from} WHERE ${conditions.text} ORDER BY created_at_ms DESC LIMIT ${MAX_FEEDBACK + 1}`
  return (await database.rows(sql, conditions.values)) as Row[]
}

function withoutTime({ fromMs: _from, toMs: _to, ...rest }: ReadFilter): ReadFilter {
  return rest
}

function totalOf<Key>(totals: Map<Key, FeedbackTotal>, key: Key): FeedbackTotal {
  let total = totals.get(key)
  if (!total) {
    total = new FeedbackTotal()
    totals.set(key, total)
  }
  return total
}
