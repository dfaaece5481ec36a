/** Checks whether a caller may change a price: it must be allowed to change the budgets that the price affects. */

import { GatewayError } from '../../core/errors.ts'
import type { CostBudget } from '../../core/stores/prices.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { keyScope } from '../api-keys/key-permissions.ts'

type PriceScope = {
  readonly workspaceId: string | null
  /** Virtual keys of the price before and after the change. Null means any virtual key. */
  readonly virtualKeys: readonly (string | null)[]
}

/** Call it inside the transaction of the change. */
export async function requireBudgetPermissions(
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
      message: `${who} may not change this price: it affects ${nameOf(budget)}, which ${who.toLowerCase()} may not change.`,
      hint: `This price needs the scope ${scopeOf(budget)}${isForAll(budget) ? ' for the whole organisation' : ''}, as the budget does.`,
    })
  }
}

function mayChange(principal: Principal, budget: CostBudget, workspaceId: string | null): boolean {
  const scopes = [scopeOf(budget), ...(budget.kind === 'virtual_key' ? ['providers.update'] : [])]
  const holdsOne = (within: string | null) => scopes.some((scope) => principal.holds(scope, within))
  if (principal.isOrganisationWide) return holdsOne(null)
  return !isForAll(budget) && holdsOne(workspaceId)
}

/** Budgets of the organisation can be changed only with organisation-wide permissions. */
function isForAll(budget: CostBudget): boolean {
  return (budget.kind === 'policy' || budget.kind === 'integration') && budget.workspaceId === null
}

function scopeOf(budget: CostBudget): string {
  switch (budget.kind) {
    case 'workspace':
      return 'workspaces.update'
    case 'api_key':
      return keyScope(budget.type, 'update')
    case 'virtual_key':
      return 'virtual_keys.update'
    case 'integration':
      return budget.workspaceId === null ? 'organisation_integrations.update' : 'workspace_integrations.update'
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
    case 'integration':
      return 'the budget of the workspace on an integration'
    case 'policy':
      return budget.workspaceId === null ? 'a budget policy for all workspaces' : 'a budget policy of the workspace'
  }
}
