/** Health of all virtual keys over the last 24 hours, with two calls for the whole list. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can } from '../../app/session.ts'
import { type Resource, useResource } from '../../app/use-resource.ts'
import { inWorkspace } from './virtual-key.ts'

export type KeyHealth = {
  readonly requests: number
  readonly errors: number
  /** US dollars; null: price unknown. */
  readonly cost: number | null
  readonly tokens: number
  readonly lastSeen: string
  readonly lastError: LogRow | null
}

type Group = {
  readonly virtual_key: string
  readonly requests: number
  readonly errors: number
  readonly cost: number | null
  readonly tokens: number
  readonly last_seen: string
}

const DAY_MS = 86_400_000

export function useKeyHealth(): Resource<ReadonlyMap<string, KeyHealth>> {
  const query = { ...inWorkspace() }
  return useResource(JSON.stringify(query), async (signal) => {
    const day = { ...query, time_of_generation_min: new Date(Date.now() - DAY_MS).toISOString() }
    const [groups, failed] = await Promise.all([
      can('analytics.view')
        ? api.get<{ data: readonly Group[] }>('/analytics/groups/virtual_key', {
            query: { ...day, page_size: 1000 },
            signal,
          })
        : { data: [] },
      can('logs.list')
        ? api.get<{ data: readonly LogRow[] }>('/logs', {
            query: { ...day, status_code: '4xx,5xx', page_size: 100 },
            signal,
          })
        : { data: [] },
    ])
    const errors = new Map<string, LogRow>()
    for (const row of failed.data) {
      if (row.virtual_key !== null && !errors.has(row.virtual_key)) errors.set(row.virtual_key, row)
    }
    return new Map(groups.data.map((group) => [group.virtual_key, healthOf(group, errors)]))
  })
}

function healthOf(group: Group, errors: ReadonlyMap<string, LogRow>): KeyHealth {
  return {
    requests: group.requests,
    errors: group.errors,
    cost: group.cost === null ? null : group.cost / 100,
    tokens: group.tokens,
    lastSeen: group.last_seen,
    lastError: errors.get(group.virtual_key) ?? null,
  }
}

/** Usage of the last 24 hours, in the unit of the key's budget. */
export function spentLastDay(health: KeyHealth | undefined, type: 'cost' | 'tokens' | 'requests'): number | null {
  if (!health) return null
  if (type === 'tokens') return health.tokens
  return type === 'cost' ? health.cost : health.requests
}
