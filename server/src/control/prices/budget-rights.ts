/** A price decides what counts for a budget: only whoever may change the budget changes the price. */

import { GatewayError } from '../../core/errors.ts'
import type { CostBudget } from '../../core/stores/prices.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { keyScope } from '../api-keys/key-rights.ts'

type PriceScope = {
  readonly workspaceId: string | null
  /** Of the price before and after the change; null: whichever virtual key pays. */
  readonly virtualKeys: readonly (string | null)[]
}

/** Asked inside the transaction of the change. */
export async function requireBudgetRights(
  principal: Principal,
  { workspaceId, virtualKeys }: PriceScope,
  stores: Stores,
): Promise<void> {
  const budgets = await stores.prices.budgetsCountedBy(principal.organisationId, workspaceId)
  for (const budget of budgets) {
    const isOther = budget.kind === 'virtual_key' && !virtualKeys.some((slug) => slug === null || slug === budget.slug)
    if (isOther || mayChange(principal, budget, workspaceId)) continue
    const who = principal.type === 'user' ? 'Your role' : 'This key'
    throw new GatewayError('scope_missing', {
      message: `${who} may not change this price: it counts for ${nameOf(budget)}, which ${who.toLowerCase()} may not change.`,
      hint: `Changing that budget needs the scope ${scopeOf(budget)}${isForAll(budget) ? ' for the whole organisation' : ''}; so does the price.`,
    })
  }
}

function mayChange(principal: Principal, budget: CostBudget, workspaceId: string | null): boolean {
  if (principal.isOrganisationWide) return principal.holds(scopeOf(budget), null)
  return !isForAll(budget) && principal.holds(scopeOf(budget), workspaceId)
}

/** A policy for every workspace is no workspace's to change. */
function isForAll(budget: CostBudget): boolean {
  return budget.kind === 'policy' && budget.workspaceId === null
}

function scopeOf(budget: CostBudget): string {
  switch (budget.kind) {
    case 'workspace':
      return 'workspaces.update'
    case 'api_key':
      return keyScope(budget.type, 'update')
    case 'virtual_key':
      return 'virtual_keys.update'
    case 'policy':
      return 'policies.update'
  }
}

function nameOf(budget: CostBudget): string {
  switch (budget.kind) {
    case 'workspace':
      return 'the budget of the workspace'
    case 'api_key':
      return budget.type === 'organisation-service' ? 'the budget of an Admin key' : 'the budget of an API key'
    case 'virtual_key':
      return `the budget of the virtual key ${budget.slug}`
    case 'policy':
      return budget.workspaceId === null ? 'a budget policy for every workspace' : 'a budget policy of the workspace'
  }
}
