/** The largest groups over time, and the sum of the rest: `GET /analytics/series?group_by=ai-models&measure=cost`. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Analytics, GroupBy, SeriesPoint } from '../../core/logs/analytics.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { cents, count, knownCents } from './graph-definition.ts'
import { granularity, refuseTooMany, responseShape, responseToWire } from './graph-operations.ts'
import { GROUP_NAMES, groupNamed } from './group-operations.ts'

const MAX_SERIES = 20

const query = z.object({
  ...workspaceShape,
  ...filterShape,
  granularity,
  group_by: z
    .string()
    .max(270)
    .meta({
      description: `The dimension: ${GROUP_NAMES.join(', ')}, or metadata/ followed by a key.`,
      examples: ['ai-models'],
    }),
  measure: z.enum(['requests', 'cost']).default('requests').meta({
    description: 'How the largest groups are chosen. `cost` compares the 100 groups with the most requests.',
  }),
  top: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(MAX_SERIES, `must be ${MAX_SERIES} or less`)
    .default(5)
    .meta({ description: 'Number of groups to return. The rest is added up in `others`.' }),
})

const amountsShape = {
  requests: z.array(count),
  cost: z.array(cents),
  unpriced_requests: z.array(count),
}

export function seriesOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'analytics.series',
    method: 'GET',
    path: '/analytics/series',
    summary: 'Get the largest groups over time',
    permission: { scope: 'analytics.view' },
    query,
    reply: z.object({
      object: z.literal('analytics-series'),
      group_by: z.string(),
      total: count.meta({ description: 'Number of groups.' }),
      data_points: z.array(z.object({ timestamp: z.string(), is_partial: z.boolean() })),
      series: z
        .array(z.object({ value: z.string(), ...amountsShape }))
        .meta({ description: 'Largest first. Each list has one value per data point.' }),
      others: z
        .object(amountsShape)
        .meta({ description: 'Sum of all other requests, including those without a group value.' }),
      granularity: z.enum(['minute', 'hour', 'day']),
      ...responseShape,
    }),
    example: { query: { group_by: 'ai-models', measure: 'cost' } },
    async handle({ reach, query: { granularity: width = null, group_by: name, measure, top, ...given }, nowMs }) {
      const filter = filterOf(reach, given)
      refuseTooMany(filter, width, nowMs)
      const found = await analytics.series(groupByOf(name), filter, { measure, limit: top }, width)
      return {
        object: 'analytics-series' as const,
        group_by: name,
        total: found.total,
        data_points: found.buckets.map(({ startMs, isPartial }) => ({
          timestamp: new Date(startMs).toISOString(),
          is_partial: isPartial,
        })),
        series: found.series.map(({ value, points }) => ({ value, ...amountsToWire(points) })),
        others: amountsToWire(found.others),
        granularity: found.width,
        ...responseToWire(found),
      }
    },
  })
}

function groupByOf(name: string): GroupBy {
  const by = groupNamed(name)
  if (by) return by
  throw new GatewayError('invalid_parameter', {
    param: 'group_by',
    message: `Requests cannot be grouped by "${name}".`,
    hint: `Send one of ${GROUP_NAMES.join(', ')}, or metadata/ followed by a key.`,
  })
}

function amountsToWire(points: readonly SeriesPoint[]) {
  return {
    requests: points.map(({ requests }) => requests),
    cost: points.map(({ costNanoUsd, requests, unpricedRequests }) =>
      knownCents(costNanoUsd, requests, unpricedRequests),
    ),
    unpriced_requests: points.map(({ unpricedRequests }) => unpricedRequests),
  }
}
