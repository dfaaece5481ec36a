/**
 * The sums a rollup holds and what one log adds to them. Defines what counts as an error, a recovered request and a
 * cache hit.
 */

import { isRecovered, isSuccess } from '../../core/logs/attempt-outcomes.ts'
import { binOf } from './histogram.ts'

/**
 * `own_us` is the gateway's own time; `timed` and `timed_us` are the number and duration of requests for which it is
 * known. Durations are in microseconds and weights in millionths, so that sums are exact integers in any order.
 */
export const SUM_COLUMNS = [
  'requests',
  'errors',
  'retries',
  'rescued_fallback',
  'rescued_retry_1',
  'rescued_retry_2',
  'rescued_retry_3',
  'rescued_retry_4',
  'rescued_retry_5',
  'cost_nano_usd',
  'unpriced',
  'total_tokens',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cached_write_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'images',
  'search_units',
  'duration_us',
  'simple_hits',
  'semantic_hits',
  'hit_duration_us',
  'saved_us',
  'simple_saved_nano_usd',
  'semantic_saved_nano_usd',
  'feedback_requests',
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
  'own_us',
  'timed_us',
  'timed',
] as const

type SumColumn = (typeof SUM_COLUMNS)[number]

/** Index of each sum in the vector. */
export const SUM = Object.fromEntries(SUM_COLUMNS.map((name, i) => [name, i])) as Readonly<Record<SumColumn, number>>

/** Columns of `logs` that sums are computed from, in the order of `SumInput`. */
export const INPUT_COLUMNS = [
  'started_at_ms',
  'duration_ms',
  'status',
  'ending',
  'cache_status',
  'retries',
  'attempt_count',
  'cost_nano_usd',
  'cache_saved_ms',
  'cache_saved_nano_usd',
  'own_ms',
  'attempt_outcomes',
  'total_tokens',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cached_write_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'images',
  'search_units',
] as const

type Count = number | null

export type SumInput = readonly [
  startedAtMs: number,
  durationMs: number,
  status: number,
  ending: string,
  cacheStatus: string,
  retries: number,
  attemptCount: number,
  costNanoUsd: Count,
  savedMs: Count,
  savedNanoUsd: Count,
  ownMs: Count,
  attemptOutcomes: string | null,
  ...units: Count[],
]

const FIRST_UNIT = INPUT_COLUMNS.indexOf('total_tokens')
const UNITS = INPUT_COLUMNS.length - FIRST_UNIT

export type FeedbackSums = { readonly count: number; readonly micros: number; readonly weightMicros: number }

/** What one log adds to the sums. The object is reused for the next log, so add it before then. */
export type Contribution = {
  readonly sums: Float64Array
  /** Indexes of the non-zero sums, about a quarter. Only these are added, because a log is added to a dozen rollups. */
  readonly indexes: number[]
  bin: number
  atMs: number
}

export function newContribution(): Contribution {
  return { sums: new Float64Array(SUM_COLUMNS.length), indexes: [], bin: 0, atMs: 0 }
}

export function contribute(into: Contribution, input: SumInput, feedback: FeedbackSums | null): void {
  const { sums, indexes } = into
  sums.fill(0)
  into.bin = binOf(input[1])
  into.atMs = input[0]
  addLog(sums, input, feedback)
  indexes.length = 0
  for (let i = 0; i < sums.length; i++) if (sums[i] !== 0) indexes.push(i)
}

export function addLog(sums: Float64Array, input: SumInput, feedback: FeedbackSums | null): void {
  const [, durationMs, status, ending, cacheStatus, retries, attemptCount, cost, savedMs, savedNano, ownMs, outcomes] =
    input
  const durationUs = Math.round(durationMs * 1000)
  sums[SUM.requests]! += 1
  if (!isSuccess(status, ending)) sums[SUM.errors]! += 1
  sums[SUM.retries]! += retries
  if (isRecovered(outcomes)) {
    // Attempts minus retries is the number of targets tried: more than one means a fallback succeeded.
    if (attemptCount - retries > 1) sums[SUM.rescued_fallback]! += 1
    else sums[SUM.rescued_retry_1 + Math.min(retries, 5) - 1]! += 1
  }
  if (cost === null) sums[SUM.unpriced]! += 1
  else sums[SUM.cost_nano_usd]! += cost
  for (let i = 0; i < UNITS; i++) sums[SUM.total_tokens + i]! += (input[FIRST_UNIT + i] as Count) ?? 0
  sums[SUM.duration_us]! += durationUs
  const isSemantic = cacheStatus === 'SEMANTIC HIT'
  if (isSemantic || cacheStatus === 'HIT') {
    sums[isSemantic ? SUM.semantic_hits : SUM.simple_hits]! += 1
    sums[SUM.hit_duration_us]! += durationUs
    sums[SUM.saved_us]! += Math.round((savedMs ?? 0) * 1000)
    sums[isSemantic ? SUM.semantic_saved_nano_usd : SUM.simple_saved_nano_usd]! += savedNano ?? 0
  }
  if (typeof ownMs === 'number') {
    sums[SUM.own_us]! += Math.round(ownMs * 1000)
    sums[SUM.timed_us]! += durationUs
    sums[SUM.timed]! += 1
  }
  if (feedback && feedback.count > 0) addFeedback(sums, feedback, 1)
}

/** `requests`: 1 if this is the first feedback on the log. */
export function addFeedback(sums: Float64Array, feedback: FeedbackSums, requests: number): void {
  sums[SUM.feedback_requests]! += requests
  sums[SUM.feedback_count]! += feedback.count
  sums[SUM.feedback_micros]! += feedback.micros
  sums[SUM.feedback_weight_micros]! += feedback.weightMicros
}
