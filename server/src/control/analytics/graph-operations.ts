/** One operation per graph, for example `GET /analytics/graphs/cost`. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Analytics, BucketWidth } from '../../core/logs/analytics.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import type { GraphDefinition } from './graph-definition.ts'
import { REQUEST_GRAPHS } from './request-graphs.ts'
import { USER_AND_FEEDBACK_GRAPHS } from './user-graphs.ts'

const WIDTH_MS: Readonly<Record<BucketWidth, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
const USUAL_RANGE_MS = 30 * WIDTH_MS.day
const MAX_POINTS = 5_000

const width = z.enum(['minute', 'hour', 'day'])

export const granularity = width
  .optional()
  .meta({ description: 'Time span of a point. Chosen from the time range if omitted.' })

/** Fields of every analytics response. */
export const responseShape = {
  from: z.string().meta({ description: 'Start of the range, rounded down to a whole minute or hour.' }),
  to: z.string().meta({ description: 'End of the range, rounded up to a whole minute or hour.' }),
  is_partial: z.boolean().meta({
    description: 'True if the filter requires reading single logs and only the newest could be read in time.',
  }),
  is_quota_exceeded: z.literal(false),
}

export function responseToWire({ fromMs, toMs, isPartial }: { fromMs: number; toMs: number; isPartial: boolean }) {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  return { from, to, is_partial: isPartial, is_quota_exceeded: false as const }
}

const query = z.object({ ...workspaceShape, ...filterShape, granularity })
const object = z.literal('analytics-graph')
const timestamp = z.string().meta({ description: 'Start of the point, ISO 8601.' })
const isPartial = z
  .boolean()
  .meta({ description: 'True if the point has not ended yet or lies only partly in the requested range.' })

export function graphOperations(analytics: Analytics): readonly Operation[] {
  return [...REQUEST_GRAPHS, ...USER_AND_FEEDBACK_GRAPHS].map((definition) => graphOperation(analytics, definition))
}

/** Names of graphs in the Portkey SDKs. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'errors/rate': ['errors-rate'],
  'errors/stacks': ['errors-stack', 'errors-stacks'],
  'errors/status-codes': ['errors-status-code', 'errors-status-codes'],
  'requests/rescued': ['requests-rescued'],
  'cache/hit-rate': ['cache-hit-rate'],
  'cache/latency': ['cache-latency'],
  'users/requests': ['users-requests'],
  'feedbacks/scores': ['feedbacks/score', 'feedbacks-score', 'feedbacks-scores'],
  'feedbacks/weighted': ['feedbacks-weighted'],
  'feedbacks/ai-models': ['feedbacks-ai-models'],
}

function graphOperation(analytics: Analytics, definition: GraphDefinition): Operation {
  const { path, summary, metric } = definition
  return endpoint({
    name: `analytics.${path.replaceAll('/', '_').replaceAll('-', '_')}`,
    method: 'GET',
    path: `/analytics/graphs/${path}`,
    aliases: (ALIASES[path] ?? []).map((alias) => `/analytics/graphs/${alias}`),
    summary,
    permission: { scope: 'analytics.view' },
    query,
    reply: z.object({
      object,
      summary: z.object(definition.summaryShape),
      data_points: z.array(pointSchema(definition)),
      granularity: width,
      ...responseShape,
    }),
    example: { query: { status_code: '2xx' } },
    async handle({ reach, query: { granularity: requested = null, ...given }, nowMs }) {
      const filter = filterOf(reach, given)
      refuseTooMany(filter, requested, nowMs)
      const graph = await analytics.graph(metric, filter, requested)
      return {
        object: 'analytics-graph' as const,
        summary: definition.summarise(graph.summary),
        data_points: pointsOf(definition, graph),
        granularity: graph.width,
        ...responseToWire(graph),
      }
    },
  })
}

type AnyGraph = Awaited<ReturnType<Analytics['graph']>>

function pointsOf(definition: GraphDefinition, { points, summary }: AnyGraph): Record<string, unknown>[] {
  if (definition.points === null) return (definition.bars?.(summary) ?? []).map((bar) => ({ ...bar }))
  return definition.points(points).map((wire, i) => ({
    timestamp: new Date(points[i]!.startMs).toISOString(),
    ...wire,
    is_partial: points[i]!.isPartial,
  }))
}

function pointSchema({ pointShape, points }: GraphDefinition) {
  if (points === null) return z.object(pointShape)
  return z.object({
    timestamp,
    ...pointShape,
    is_partial: isPartial,
  })
}

export function refuseTooMany({ fromMs, toMs }: LogFilter, width: BucketWidth | null, nowMs: number): void {
  if (width === null) return
  const rangeMs = (toMs ?? nowMs) - (fromMs ?? (toMs ?? nowMs) - USUAL_RANGE_MS)
  if (rangeMs / WIDTH_MS[width] <= MAX_POINTS) return
  throw new GatewayError('invalid_parameter', {
    param: 'granularity',
    message: `The range has more than ${MAX_POINTS} points at granularity ${width}.`,
    hint: 'Request a coarser granularity or a shorter range.',
  })
}
