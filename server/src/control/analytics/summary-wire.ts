/** The response format of a summary of requests. */

import { z } from 'zod'
import type { AnalyticsSummary } from '../../core/logs/analytics.ts'
import { centsOf } from '../../core/money/nano-usd.ts'
import { cents, count, knownCents, measured } from './graph-definition.ts'
import { latencyOf, latencyShape } from './request-graphs.ts'

export const summarySchema = z.object({
  requests: count,
  errors: count,
  users: measured.meta({
    description: 'Distinct values of the metadata key _user. Null if they could not be counted.',
  }),
  cost: z.object({ total: cents, unpriced_requests: count }),
  tokens: z.object({
    total: count,
    input: count,
    output: count,
    cached_read: count,
    cached_write: count,
    reasoning: count,
    audio_input: count,
    audio_output: count,
  }),
  images: count,
  search_units: count,
  latency: z.object(latencyShape),
  retries: count,
  rescued: z.object({ retry: count, fallback: count }),
  cache: z.object({
    simple_hits: count,
    semantic_hits: count,
    saved_time: count.meta({ description: 'Milliseconds.' }),
    saved_cost: count.meta({ description: 'US cents.' }),
  }),
  feedback: z.object({ requests: count, total: count, avg_weighted: measured }),
})

export function summaryToWire(found: AnalyticsSummary): z.infer<typeof summarySchema> {
  const { cost, tokens, cache, feedback } = found
  return {
    requests: found.requests,
    errors: found.errors,
    users: found.users,
    cost: {
      total: knownCents(cost.nanoUsd, found.requests, cost.unpricedRequests),
      unpriced_requests: cost.unpricedRequests,
    },
    tokens: {
      total: tokens.total,
      input: tokens.input,
      output: tokens.output,
      cached_read: tokens.cachedRead,
      cached_write: tokens.cachedWrite,
      reasoning: tokens.reasoning,
      audio_input: tokens.audioInput,
      audio_output: tokens.audioOutput,
    },
    images: found.images,
    search_units: found.searchUnits,
    latency: latencyOf(found),
    retries: found.retries,
    rescued: {
      retry: found.recoveredByRetry.reduce((sum, one) => sum + one, 0),
      fallback: found.recoveredByFallback,
    },
    cache: {
      simple_hits: cache.simpleHits,
      semantic_hits: cache.semanticHits,
      saved_time: cache.savedMs,
      saved_cost: centsOf(cache.simpleSavedNanoUsd + cache.semanticSavedNanoUsd),
    },
    feedback: { requests: feedback.requests, total: feedback.count, avg_weighted: feedback.avgWeighted },
  }
}
