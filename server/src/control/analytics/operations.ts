/** Analytics operations: graphs over time, groups, and summaries of a time range. */

import { z } from 'zod'
import type { Analytics } from '../../core/logs/analytics.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { count, measured, ratio } from './graph-definition.ts'
import { graphOperations, responseShape, responseToWire } from './graph-operations.ts'
import { groupOperations } from './group-operations.ts'
import { guardrailOperations } from './guardrail-operations.ts'
import { overviewOperation } from './overview-operation.ts'
import type { ResourcePorts } from './overview-resources.ts'
import { providerOperation } from './provider-operation.ts'
import { seriesOperation } from './series-operation.ts'
import { summarySchema, summaryToWire } from './summary-wire.ts'

export function analyticsOperations(
  analytics: Analytics,
  reader: LogReader,
  resources: ResourcePorts,
): readonly Operation[] {
  return [
    summaryOperation(analytics),
    overviewOperation(analytics, reader, resources),
    providerOperation(analytics),
    ...guardrailOperations(analytics, reader),
    cacheSummaryOperation(analytics),
    ...graphOperations(analytics),
    ...groupOperations(analytics),
    seriesOperation(analytics),
  ]
}

const query = z.object({ ...workspaceShape, ...filterShape })
const permission = { scope: 'analytics.view' }

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
