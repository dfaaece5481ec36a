/** Returns what a start page shows: totals, points, providers, cost increases, failures, budgets, breakers. */

import { z } from 'zod'
import type { Analytics, Graph, GroupBy } from '../../core/logs/analytics.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { summaryToWire as logToWire } from '../../core/logs/log-json.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { centsOf } from '../../core/money/nano-usd.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { logSummarySchema } from '../logs/log-wire.ts'
import { cents, count, knownCents, measured } from './graph-definition.ts'
import { granularity, refuseTooMany, responseShape, responseToWire } from './graph-operations.ts'
import { type ResourcePorts, resourcesOf, resourcesShape } from './overview-resources.ts'
import { providersOf, providersSchema } from './provider-operation.ts'
import { summarySchema, summaryToWire } from './summary-wire.ts'

const USUAL_RANGE_MS = 30 * 86_400_000
const ERROR_STATUSES = ['4xx', '5xx']
const MAX_FAILURES = 5
const MAX_RECOVERED = 3
const MAX_INCREASES = 10
/** Only the groups with the most requests are compared. */
const MAX_COMPARED = 100

const COMPARED = [
  ['ai-models', 'model'],
  ['api_key', 'key'],
  ['users', 'user'],
] as const satisfies readonly (readonly [string, GroupBy])[]

const logs = (about: string) =>
  z
    .array(logSummarySchema)
    .nullable()
    .meta({ description: `${about}, newest first. Null without the scope logs.list.` })

export function overviewOperation(analytics: Analytics, reader: LogReader, ports: ResourcePorts): Operation {
  return endpoint({
    name: 'analytics.overview',
    method: 'GET',
    path: '/analytics/overview',
    summary: 'Get totals, graphs, providers, recent failures, budgets and circuit breakers in one call',
    permission: { scope: 'analytics.view' },
    query: z.object({ ...workspaceShape, ...filterShape, granularity }),
    reply: z.object({
      object: z.literal('analytics-overview'),
      summary: summarySchema,
      previous_summary: summarySchema.meta({ description: 'Of the time range of the same length before this one.' }),
      data_points: z.array(
        z.object({
          timestamp: z.string(),
          requests: count,
          errors: count,
          recovered: count.meta({ description: 'Served after a retry or fallback.' }),
          cost: cents,
          p95_latency: measured.meta({ description: 'Milliseconds.' }),
          cache_saved_cost: count.meta({ description: 'US cents.' }),
          is_partial: z.boolean(),
        }),
      ),
      providers: providersSchema,
      cost_increases: z
        .array(z.object({ group_by: z.string(), value: z.string(), cost: count, previous_cost: count }))
        .meta({
          description: `Up to ${MAX_INCREASES} models, gateway keys and users whose cost rose most over the previous range, in US cents.`,
        }),
      recent_failures: logs(`Up to ${MAX_FAILURES} failed requests`),
      recent_recovered: logs(`Up to ${MAX_RECOVERED} requests served after a retry or fallback`),
      last_request_at: z
        .string()
        .nullable()
        .meta({ description: 'Time of the newest request, also before this range. Null if there is none.' }),
      ...resourcesShape,
      granularity: z.enum(['minute', 'hour', 'day']),
      ...responseShape,
    }),
    example: {},
    async handle(call) {
      const { reach, query, nowMs } = call
      const { granularity: width = null, ...given } = query
      const filter = filterOf(reach, given)
      refuseTooMany(filter, width, nowMs)
      const before = previousOf(filter, nowMs)
      const [summary, previous, graph, providers, increases, recent, resources] = await Promise.all([
        analytics.summary(filter),
        analytics.summary(before),
        analytics.graph('totals', filter, width),
        providersOf(analytics, filter),
        costIncreases(analytics, filter, before),
        recentOf(call, reader, filter),
        resourcesOf(call, ports),
      ])
      return {
        object: 'analytics-overview' as const,
        summary: summaryToWire(summary),
        previous_summary: summaryToWire(previous),
        data_points: pointsOf(graph),
        providers,
        cost_increases: increases,
        ...recent,
        ...resources,
        granularity: graph.width,
        ...responseToWire(graph),
      }
    },
  })
}

function previousOf(filter: LogFilter, nowMs: number): LogFilter {
  const toMs = filter.toMs ?? nowMs
  const fromMs = filter.fromMs ?? toMs - USUAL_RANGE_MS
  return { ...filter, fromMs: Math.max(0, 2 * fromMs - toMs), toMs: fromMs }
}

function pointsOf({ points }: Graph<'totals'>) {
  return points.map(({ startMs, isPartial, requests, errors, cost, latency, cache, ...rest }) => ({
    timestamp: new Date(startMs).toISOString(),
    requests,
    errors,
    recovered: rest.recoveredByRetry.reduce((sum, one) => sum + one, rest.recoveredByFallback),
    cost: knownCents(cost.nanoUsd, requests, cost.unpricedRequests),
    p95_latency: latency.p95Ms,
    cache_saved_cost: centsOf(cache.simpleSavedNanoUsd + cache.semanticSavedNanoUsd),
    is_partial: isPartial,
  }))
}

async function costIncreases(analytics: Analytics, now: LogFilter, before: LogFilter) {
  const costs = async (by: GroupBy, filter: LogFilter) => {
    const { groups } = await analytics.groups(by, filter, { offset: 0, limit: MAX_COMPARED })
    return new Map(groups.map(({ value, costNanoUsd }) => [value, costNanoUsd]))
  }
  const found = await Promise.all(
    COMPARED.map(async ([name, by]) => {
      const [current, previous] = await Promise.all([costs(by, now), costs(by, before)])
      return [...current].map(([value, nanoUsd]) => ({ name, value, nanoUsd, beforeNanoUsd: previous.get(value) ?? 0 }))
    }),
  )
  return found
    .flat()
    .filter(({ nanoUsd, beforeNanoUsd }) => nanoUsd > beforeNanoUsd)
    .sort((one, other) => other.nanoUsd - other.beforeNanoUsd - (one.nanoUsd - one.beforeNanoUsd))
    .slice(0, MAX_INCREASES)
    .map(({ name, value, nanoUsd, beforeNanoUsd }) => ({
      group_by: name,
      value,
      cost: centsOf(nanoUsd),
      previous_cost: centsOf(beforeNanoUsd),
    }))
}

type Reading = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach'>

async function recentOf({ principal, reach }: Reading, reader: LogReader, filter: LogFilter) {
  if (!principal.holds('logs.list', reach.workspaceId))
    return { recent_failures: null, recent_recovered: null, last_request_at: null }
  const { organisationId, workspaceId } = reach
  // Compares strings, so that status classes such as `5xx` are kept too.
  const statuses = (filter.statuses ?? ERROR_STATUSES).filter((status) => String(status) >= '4')
  const [failed, recovered, newest] = await Promise.all([
    statuses.length === 0 ? { logs: [] } : reader.list({ ...filter, statuses, limit: MAX_FAILURES }),
    reader.list({ ...filter, isRecovered: true, limit: MAX_RECOVERED }),
    reader.list({ organisationId, workspaceId, limit: 1 }),
  ])
  const [last] = newest.logs
  return {
    recent_failures: failed.logs.map(logToWire),
    recent_recovered: recovered.logs.map(logToWire),
    last_request_at: last ? new Date(last.startedAtMs).toISOString() : null,
  }
}
