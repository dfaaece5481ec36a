/** Adds up stored rollups or single logs and computes totals from them. */

import type { Group, Totals } from '../../core/logs/analytics.ts'
import { type Histogram, percentiles } from '../rollups/histogram.ts'
import { addContribution, addStored, addValues, type StoredRollup } from '../rollups/rollup-table.ts'
import { type Contribution, SUM, SUM_COLUMNS } from '../rollups/sum-columns.ts'

export class Accumulator {
  readonly sums = new Float64Array(SUM_COLUMNS.length)
  readonly durations: Histogram = new Map()
  lastSeenMs = 0

  addStored(stored: StoredRollup): void {
    addStored(this, stored, 1)
  }

  addLog(contribution: Contribution): void {
    addContribution(this, contribution)
  }

  add(other: Accumulator): void {
    addValues(this, other)
  }

  get(name: keyof typeof SUM): number {
    return this.sums[SUM[name]]!
  }

  totals(): Totals {
    const get = (name: keyof typeof SUM) => this.get(name)
    const requests = get('requests')
    const hits = get('simple_hits') + get('semantic_hits')
    const [p50Ms = null, p90Ms = null, p95Ms = null, p99Ms = null] = percentiles(this.durations, [0.5, 0.9, 0.95, 0.99])
    return {
      requests,
      errors: get('errors'),
      retries: get('retries'),
      recoveredByFallback: get('rescued_fallback'),
      recoveredByRetry: [
        get('rescued_retry_1'),
        get('rescued_retry_2'),
        get('rescued_retry_3'),
        get('rescued_retry_4'),
        get('rescued_retry_5'),
      ],
      cost: { nanoUsd: get('cost_nano_usd'), unpricedRequests: get('unpriced') },
      tokens: {
        total: get('total_tokens'),
        input: get('input_tokens'),
        output: get('output_tokens'),
        cachedRead: get('cached_tokens'),
        cachedWrite: get('cached_write_tokens'),
        reasoning: get('reasoning_tokens'),
        audioInput: get('audio_input_tokens'),
        audioOutput: get('audio_output_tokens'),
      },
      images: get('images'),
      searchUnits: get('search_units'),
      latency: { avgMs: average(get('duration_us') / 1000, requests), p50Ms, p90Ms, p95Ms, p99Ms },
      own: { avgMs: average(get('own_us') / 1000, get('timed')), share: average(get('own_us'), get('timed_us')) },
      cache: {
        simpleHits: get('simple_hits'),
        semanticHits: get('semantic_hits'),
        avgHitMs: average(get('hit_duration_us') / 1000, hits),
        avgMissMs: average((get('duration_us') - get('hit_duration_us')) / 1000, requests - hits),
        savedMs: get('saved_us') / 1000,
        simpleSavedNanoUsd: get('simple_saved_nano_usd'),
        semanticSavedNanoUsd: get('semantic_saved_nano_usd'),
      },
      feedback: {
        requests: get('feedback_requests'),
        count: get('feedback_count'),
        avgWeighted: average(get('feedback_micros'), get('feedback_weight_micros')),
      },
    }
  }

  group(value: string): Group {
    const requests = this.get('requests')
    return {
      value,
      requests,
      errors: this.get('errors'),
      costNanoUsd: this.get('cost_nano_usd'),
      unpricedRequests: this.get('unpriced'),
      tokens: this.get('total_tokens'),
      avgTokens: this.get('total_tokens') / requests,
      avgLatencyMs: this.get('duration_us') / 1000 / requests,
      p95LatencyMs: percentiles(this.durations, [0.95])[0] ?? null,
      avgWeightedFeedback: average(this.get('feedback_micros'), this.get('feedback_weight_micros')),
      requestsWithFeedback: this.get('feedback_requests'),
      lastSeenMs: this.lastSeenMs,
    }
  }
}

/** Returns the accumulator of a key; creates it on first use. */
export function accumulatorOf<Key>(accumulators: Map<Key, Accumulator>, key: Key): Accumulator {
  let found = accumulators.get(key)
  if (!found) {
    found = new Accumulator()
    accumulators.set(key, found)
  }
  return found
}

function average(sum: number, times: number): number | null {
  return times > 0 ? sum / times : null
}
