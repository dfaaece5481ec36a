/** Analytics operations: graphs over time, groups, and summaries of a time range. */

import { z } from 'zod'
import type { Analytics, AnalyticsSummary } from '../../core/logs/analytics.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { centsOf, filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { cents, count, knownCents, measured, ratio } from './graph-definition.ts'
import { graphOperations, responseShape, responseToWire } from './graph-operations.ts'
import { groupOperations } from './group-operations.ts'
import { latencyOf, latencyShape } from './request-graphs.ts'
import { seriesOperation } from './series-operation.ts'

export function analyticsOperations(analytics: Analytics): readonly Operation[] {
  return [
    summaryOperation(analytics),
    cacheSummaryOperation(analytics),
    ...graphOperations(analytics),
    ...groupOperations(analytics),
    seriesOperation(analytics),
  ]
}

const query = z.object({ ...workspaceShape, ...filterShape })
const permission = { scope: 'analytics.view' }

const summarySchema = z.object({
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

function summaryOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'analytics.summary',
    method: 'GET',
    path: '/analytics/summary',
    summary: 'Get a summary of requests',
    permission,
    query,
    reply: z.object({ object: z.literal('analytics-summary'), summary: summarySchema, ...responseShape }),
    example: {},
    async handle({ reach, query: given }) {
      const found = await analytics.summary(filterOf(reach, given))
      return { object: 'analytics-summary' as const, summary: summaryToWire(found), ...responseToWire(found) }
    },
  })
}

function summaryToWire(found: AnalyticsSummary): z.infer<typeof summarySchema> {
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

function cacheSummaryOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'analytics.summary_cache',
    method: 'GET',
    path: '/analytics/summary/cache',
    summary: 'Get a summary of cache hits',
    permission,
    query,
    reply: z.object({
      object: z.literal('analytics-summary'),
      summary: z.object({
        hits: count,
        avg_latency: measured.meta({ description: 'Average latency of a cache hit in milliseconds.' }),
        total_requests: count,
        cache_speedup: measured.meta({
          description: 'Average latency of provider responses divided by that of cache hits.',
        }),
      }),
      ...responseShape,
    }),
    example: {},
    async handle({ reach, query: given }) {
      const found = await analytics.summary(filterOf(reach, given))
      const { simpleHits, semanticHits, avgHitMs, avgMissMs } = found.cache
      const speedup = avgHitMs === null || avgMissMs === null ? null : ratio(avgMissMs, avgHitMs)
      const summary = {
        hits: simpleHits + semanticHits,
        avg_latency: avgHitMs,
        total_requests: found.requests,
        cache_speedup: speedup,
      }
      return { object: 'analytics-summary' as const, summary, ...responseToWire(found) }
    },
  })
}
