/** Attempts per provider, including those that a retry or fallback recovered: `GET /analytics/providers`. */

import { z } from 'zod'
import type { Analytics, ProviderAttempts } from '../../core/logs/analytics.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from '../logs/log-filter-wire.ts'
import { count, measured } from './graph-definition.ts'
import { responseShape, responseToWire } from './graph-operations.ts'

const MAX_PROVIDERS = 100

/** Only this many providers get latencies, because each needs a query of its own. */
const MAX_MEASURED = 8

const providerSchema = z.object({
  provider: z.string().meta({ description: 'Empty for requests that failed before any provider was called.' }),
  attempts: count.meta({ description: 'Sum of successes, failures and recovered.' }),
  successes: count,
  failures: count.meta({ description: 'Failed attempts of requests that failed.' }),
  recovered: count.meta({ description: 'Failed attempts of requests that a retry or fallback served.' }),
})

export const providersSchema = z.array(providerSchema).meta({ description: 'Most attempts first.' })

const milliseconds = measured.meta({
  description: `Milliseconds, of the ${MAX_MEASURED} providers with the most attempts. Null for others.`,
})

const measuredSchema = z
  .array(providerSchema.extend({ p90_latency: milliseconds, p99_latency: milliseconds }))
  .meta({ description: 'Most attempts first.' })

export function providerOperation(analytics: Analytics): Operation {
  return endpoint({
    name: 'analytics.providers',
    method: 'GET',
    path: '/analytics/providers',
    summary: 'Count the attempts of each provider by outcome',
    permission: { scope: 'analytics.view' },
    query: z.object({ ...workspaceShape, ...filterShape }),
    reply: z.object({ object: z.literal('list'), data: measuredSchema, ...responseShape }),
    example: {},
    async handle({ reach, query }) {
      const filter = filterOf(reach, query)
      const found = await analytics.attempts(filter)
      const providers = await withEarlier(analytics, filter, found.providers)
      const data = await Promise.all(
        providers.map(async (one, index) => {
          const isMeasured = one.provider !== '' && index < MAX_MEASURED
          const latency = isMeasured
            ? (await analytics.summary({ ...filter, providers: [one.provider] })).latency
            : { p90Ms: null, p99Ms: null }
          return { ...one, p90_latency: latency.p90Ms, p99_latency: latency.p99Ms }
        }),
      )
      return { object: 'list' as const, data, ...responseToWire(found) }
    },
  })
}

export async function providersOf(analytics: Analytics, filter: LogFilter): Promise<ProviderAttempts[]> {
  const { providers } = await analytics.attempts(filter)
  return withEarlier(analytics, filter, providers)
}

/** Logs of earlier versions contain no attempts. If no log has attempts, each request counts as one attempt. */
async function withEarlier(
  analytics: Analytics,
  filter: LogFilter,
  known: readonly ProviderAttempts[],
): Promise<ProviderAttempts[]> {
  if (known.length > 0) return known.slice(0, MAX_PROVIDERS)
  const { groups } = await analytics.groups('provider', filter, { offset: 0, limit: MAX_PROVIDERS })
  return groups.map(({ value, requests, errors }) => ({
    provider: value,
    attempts: requests,
    successes: requests - errors,
    failures: errors,
    recovered: 0,
  }))
}
