/** The budgets closest to their limit: virtual keys and API keys. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { type Resource, useResource } from '../../app/use-resource.ts'
import type { UsageLimit } from '../../design/limits/limit-types.ts'
import type { State } from '../onboarding/steps.ts'

export type Budget = {
  readonly id: string
  readonly name: string
  readonly kind: 'virtual key' | 'API key'
  readonly href: string
  readonly limit: UsageLimit
  readonly share: number
}

type Holder = {
  readonly id: string
  readonly slug?: string
  readonly name: string
  readonly usage_limits: UsageLimit | null
  readonly creation_mode?: string
}

export type Budgets = {
  readonly budgets: readonly Budget[]
  /** Names of the workspace's API keys by id. */
  readonly keyNames: ReadonlyMap<string, string>
  /** Names of its virtual keys by slug. */
  readonly virtualKeyNames: ReadonlyMap<string, string>
  /** For the first steps. */
  readonly holders: Omit<State, 'hasRequest'>
}

export function useBudgets(): Resource<Budgets> {
  const query = { workspace_id: workspaceId.value, page_size: 100 }
  return useResource(JSON.stringify(query), async (signal) => {
    const list = async (path: string, isAllowed: boolean) =>
      isAllowed ? (await api.get<{ data: readonly Holder[] }>(path, { query, signal })).data : []
    const [virtualKeys, apiKeys] = await Promise.all([
      list('/virtual-keys', can('virtual_keys.list')),
      list('/api-keys', can('workspace_service_api_keys.list')),
    ])
    const all = [
      ...virtualKeys.map((key) =>
        budgetOf(key, 'virtual key', `/virtual-keys/${encodeURIComponent(key.slug ?? key.id)}`),
      ),
      ...apiKeys.map((key) => budgetOf(key, 'API key', `/api-keys/${encodeURIComponent(key.id)}`)),
    ]
    return {
      budgets: all.filter((budget) => budget !== null).sort((one, other) => other.share - one.share),
      keyNames: new Map(apiKeys.map((key) => [key.id, key.name])),
      virtualKeyNames: new Map(virtualKeys.map((key) => [key.slug ?? key.id, key.name])),
      holders: {
        virtualKeys: virtualKeys.length,
        // The first start creates a key.
        ownKeys: apiKeys.filter((key) => key.creation_mode !== 'auto').length,
        budgets: all.filter((budget) => budget !== null).length,
      },
    }
  })
}

function budgetOf({ id, name, usage_limits: limit }: Holder, kind: Budget['kind'], href: string): Budget | null {
  if (limit === null) return null
  const share = limit.credit_limit > 0 ? (limit.current_usage ?? 0) / limit.credit_limit : 0
  return { id, name, kind, href, limit, share }
}

export function isExhausted({ limit }: Budget): boolean {
  return limit.status === 'exhausted'
}

export function isNearLimit(budget: Budget): boolean {
  const { alert_threshold: mark, current_usage: used = 0 } = budget.limit
  return !isExhausted(budget) && (mark === null ? budget.share >= 0.9 : used >= mark)
}
