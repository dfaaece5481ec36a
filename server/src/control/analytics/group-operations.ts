/** Requests grouped by one dimension, for example `GET /analytics/groups/users`, most requests first. */

import { z } from 'zod'
import type { Analytics, Group, GroupBy } from '../../core/logs/analytics.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { cents, count, knownCents, measured } from './graph-definition.ts'
import { responseShape, responseToWire } from './graph-operations.ts'

/** Path below /analytics/groups/, field of the group value in a row, dimension, and the plural used in the summary. */
const GROUPS: readonly (readonly [path: string, field: string, by: GroupBy, things: string])[] = [
  ['users', 'user', 'user', 'users'],
  ['ai-models', 'ai_model', 'model', 'models'],
  ['model', 'model', 'model', 'models'],
  ['provider', 'provider', 'provider', 'providers'],
  ['ai_service', 'ai_service', 'provider', 'providers'],
  ['ai-org-models', 'ai_org_model', 'providerModel', 'providers and models'],
  ['api_key', 'api_key', 'key', 'gateway keys'],
  ['virtual_key', 'virtual_key', 'virtualKey', 'virtual keys'],
  ['config', 'config', 'config', 'configs'],
  ['prompt', 'prompt', 'prompt', 'prompts'],
  ['prompt_version', 'prompt_version', 'promptVersion', 'prompt versions'],
  ['status_code', 'status_code', 'status', 'status codes'],
  ['endpoint', 'endpoint', 'endpoint', 'endpoints'],
  ['workspace', 'workspace', 'workspace', 'workspaces'],
]

export const GROUP_NAMES = GROUPS.map(([path]) => path)

/** Finds the dimension by its path: `users`, `metadata/region`. Null if there is none. */
export function groupNamed(name: string): GroupBy | null {
  const key = /^metadata\/(.+)$/s.exec(name)?.[1]
  if (key !== undefined) return { metadata: key }
  return GROUPS.find(([path]) => path === name)?.[2] ?? null
}

const groupShape = {
  requests: count,
  errors: count,
  cost: cents,
  unpriced_requests: count.meta({ description: 'Requests with unknown cost. Not included in cost.' }),
  tokens: count,
  avg_tokens: count,
  avg_latency: count.meta({ description: 'Milliseconds.' }),
  p95_latency: measured.meta({ description: 'Milliseconds, approximated from a histogram with buckets 5 % wide.' }),
  avg_weighted_feedback: measured,
  requests_with_feedback: count,
  last_seen: z.string(),
  object: z.literal('analytics-group'),
}

const query = z.object({
  ...workspaceShape,
  ...filterShape,
  current_page: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(1_000_000, 'must be 1000000 or less')
    .default(0),
  page_size: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(1_000, 'must be 1000 or less')
    .default(50),
  // Some clients send these. The only supported value is accepted; other values are rejected, not ignored.
  order_by: z.enum(['requests']).optional().meta({ description: 'Only `requests` is supported.' }),
  order_by_type: z.enum(['desc']).optional().meta({ description: 'Only `desc` is supported.' }),
  include_total: z
    .enum(['true', 'false', 'True', 'False'])
    .optional()
    .meta({ description: 'Ignored. The total is always returned.' }),
  columns: z.string().max(512).optional().meta({ description: 'Ignored. All columns are always returned.' }),
})

export function groupOperations(analytics: Analytics): readonly Operation[] {
  const fixed = GROUPS.map(([path, field, by, things]) => groupOperation(analytics, path, field, () => by, things))
  const byMetadata = ({ key = '' }: Readonly<Record<string, string>>): GroupBy => ({ metadata: key })
  return [
    ...fixed,
    groupOperation(analytics, 'metadata/{key}', 'metadata_value', byMetadata, 'values of a metadata key'),
  ]
}

function groupOperation(
  analytics: Analytics,
  path: string,
  field: string,
  by: (params: Readonly<Record<string, string>>) => GroupBy,
  things: string,
): Operation {
  return endpoint({
    name: `analytics.groups_${path.replace('/{key}', '').replaceAll('-', '_')}`,
    method: 'GET',
    path: `/analytics/groups/${path}`,
    ...(path === 'workspace' && { aliases: ['/analytics/groups/workspaces'] }),
    summary: `Group requests by ${things}`,
    permission: { scope: 'analytics.view' },
    query,
    reply: z.object({
      object: z.literal('list'),
      total: count,
      data: z.array(z.object({ [field]: z.string(), ...groupShape })),
      ...responseShape,
    }),
    ...(!path.includes('{') && { example: { query: { page_size: '10' } } }),
    async handle({ reach, params, query: { current_page: page, page_size: limit, ...given } }) {
      const found = await analytics.groups(by(params), filterOf(reach, given), { offset: page * limit, limit })
      return {
        object: 'list' as const,
        total: found.total,
        data: found.groups.map((group) => ({ [field]: group.value, ...groupToWire(group) })),
        ...responseToWire(found),
      }
    },
  })
}

function groupToWire(group: Group) {
  return {
    requests: group.requests,
    errors: group.errors,
    cost: knownCents(group.costNanoUsd, group.requests, group.unpricedRequests),
    unpriced_requests: group.unpricedRequests,
    tokens: group.tokens,
    avg_tokens: group.avgTokens,
    avg_latency: group.avgLatencyMs,
    p95_latency: group.p95LatencyMs,
    avg_weighted_feedback: group.avgWeightedFeedback,
    requests_with_feedback: group.requestsWithFeedback,
    last_seen: new Date(group.lastSeenMs).toISOString(),
    object: 'analytics-group' as const,
  }
}
