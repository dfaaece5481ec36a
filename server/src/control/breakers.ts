/** Circuit breaker operations: list and reset. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { BreakerAdmin, BreakerView } from '../core/ports.ts'
import type { ConfigOfVersion } from '../core/stores/configs.ts'
import type { Reach } from '../core/stores/reach.ts'
import type { Stores } from '../core/stores/stores.ts'
import { endpoint, type Operation } from './endpoint.ts'

export const breakerSchema = z.object({
  object: z.literal('breaker'),
  id: z.string(),
  workspace_id: z.string(),
  provider: z.string(),
  custom_host: z.string().nullable(),
  config: z
    .object({
      slug: z.string(),
      name: z.string(),
      version: z.number(),
      is_newest: z.boolean().meta({
        description: 'False if a newer config version is in use, so that this circuit breaker is no longer used.',
      }),
    })
    .nullable()
    .meta({
      description: 'The saved config. Null for inline or deleted configs, or if the database is unavailable.',
    }),
  source: z
    .enum(['saved', 'inline'])
    .meta({ description: 'Whether the config is saved or was sent with the request.' }),
  target: z.string().meta({ description: 'Path of the target in the first config that used this circuit breaker.' }),
  state: z.enum(['closed', 'open', 'half_open']),
  cooldown: z.boolean().meta({ description: 'True while the circuit is open and no probe request is allowed.' }),
  failures: z.number().meta({ description: 'Consecutive failures since the last success.' }),
  failure_threshold: z.number().nullable().meta({ description: 'Null if only the percentage opens the circuit.' }),
  failure_threshold_percentage: z.number().nullable(),
  minimum_requests: z
    .number()
    .nullable()
    .meta({ description: 'Requests below which the percentage does not apply; null without a percentage.' }),
  cooldown_interval: z.number(),
  retry_at: z.string().nullable().meta({ description: 'Time of the next probe request, ISO 8601.' }),
})

export function breakerOperations(breakers: BreakerAdmin): readonly Operation[] {
  return [
    endpoint({
      name: 'breakers.list',
      method: 'GET',
      path: '/breakers',
      summary: 'List circuit breakers',
      permission: { scope: 'breakers.list' },
      reply: z.object({ object: z.literal('list'), data: z.array(breakerSchema) }),
      async handle({ reach, stores }) {
        return { object: 'list' as const, data: await breakersOnWire(breakers, reach, stores) }
      },
    }),
    endpoint({
      name: 'breakers.reset',
      method: 'POST',
      path: '/breakers/{id}/reset',
      summary: 'Reset a circuit breaker',
      permission: { scope: 'breakers.reset' },
      audit: 'breaker.reset',
      reply: z.object({ object: z.literal('breaker'), id: z.string(), state: z.literal('closed') }),
      async handle({ reach, params: { id = '' }, change, note }) {
        return change(async () => {
          if (!(await breakers.reset(reach.workspaceId, id))) {
            throw new GatewayError('not_found', {
              param: 'id',
              message: 'No circuit breaker with this id exists.',
              hint: 'GET /v1/breakers lists them.',
            })
          }
          note({ id })
          return { object: 'breaker' as const, id, state: 'closed' as const }
        })
      },
    }),
  ]
}

export async function breakersOnWire(breakers: BreakerAdmin, reach: Reach, stores: Stores) {
  const views = await breakers.list(reach.workspaceId)
  const configs = await configsOf(views, reach, stores)
  return views.map((view) => toWire(view, configs))
}

/** Circuit breakers are in memory, so the list works without config names while the database is unavailable. */
async function configsOf(views: readonly BreakerView[], reach: Reach, stores: Stores) {
  const versions = views.map((view) => view.savedIn).filter((id) => id !== null)
  return stores.configs.ofVersions(reach, [...new Set(versions)]).catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === 'store_unavailable') return new Map<string, ConfigOfVersion>()
    throw error
  })
}

function toWire(breaker: BreakerView, configs: ReadonlyMap<string, ConfigOfVersion>): z.infer<typeof breakerSchema> {
  const config = breaker.savedIn === null ? undefined : configs.get(breaker.savedIn)
  return {
    object: 'breaker',
    id: breaker.id,
    workspace_id: breaker.workspaceId,
    provider: breaker.provider,
    custom_host: breaker.origin,
    config: config
      ? { slug: config.slug, name: config.name, version: config.number, is_newest: config.isNewest }
      : null,
    source: breaker.savedIn === null ? 'inline' : 'saved',
    target: breaker.target,
    state: breaker.state,
    cooldown: breaker.state === 'open',
    failures: breaker.failures,
    failure_threshold: breaker.failureThreshold,
    failure_threshold_percentage: breaker.failurePercentage,
    minimum_requests: breaker.minimumRequests,
    cooldown_interval: breaker.cooldownMs,
    retry_at: breaker.retryAtMs === null ? null : new Date(breaker.retryAtMs).toISOString(),
  }
}
