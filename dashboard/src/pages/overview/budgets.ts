/** The budgets closest to their limit: virtual keys and API keys. */

import type { UsageLimit } from '../../design/limits/limit-types.ts'
import type { State } from '../onboarding/steps.ts'
import type { BudgetHolder, Overview } from './overview-data.ts'

export type Budget = {
  readonly id: string
  readonly name: string
  readonly kind: 'virtual key' | 'API key'
  readonly href: string
  readonly limit: UsageLimit
  readonly share: number
}

export type Budgets = {
  readonly budgets: readonly Budget[]
  /** Names of the workspace's API keys by id. */
  readonly keyNames: ReadonlyMap<string, string>
  /** Names of its virtual keys by slug. */
  readonly virtualKeyNames: ReadonlyMap<string, string>
  /** For the list of first steps. */
  readonly holders: Omit<State, 'hasRequest'>
}

export function budgetsOf({ virtual_keys, api_keys }: Pick<Overview, 'virtual_keys' | 'api_keys'>): Budgets {
  const virtualKeys = virtual_keys ?? []
  const apiKeys = api_keys ?? []
  const all = [
    ...virtualKeys.map((key) => budgetOf(key, 'virtual key', `/virtual-keys/${encodeURIComponent(key.slug)}`)),
    ...apiKeys.map((key) => budgetOf(key, 'API key', `/api-keys/${encodeURIComponent(key.id)}`)),
  ].filter((budget) => budget !== null)
  return {
    budgets: all.sort((one, other) => other.share - one.share),
    keyNames: new Map(apiKeys.map((key) => [key.id, key.name])),
    virtualKeyNames: new Map(virtualKeys.map((key) => [key.slug, key.name])),
    holders: {
      virtualKeys: virtualKeys.length,
      // Keys with `auto` were created by the gateway at its first start.
      ownKeys: apiKeys.filter((key) => key.creation_mode !== 'auto').length,
      budgets: all.length,
    },
  }
}

function budgetOf({ id, name, usage_limits: limit }: BudgetHolder, kind: Budget['kind'], href: string): Budget | null {
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
