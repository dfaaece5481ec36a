/** The saved limits of keys, workspaces and virtual keys, compiled to terms once each time they are loaded. */

import type { Caller } from '../../core/caller.ts'
import type { BudgetTerms, LimitOwner, WindowTerms } from '../../core/money/budget-service.ts'
import { budgetTerms, windowTerms } from '../../core/money/budget-terms.ts'
import { integrationHolderId } from '../../core/stores/integrations.ts'
import type { Limits } from '../../core/stores/limits.ts'
import type { LiveGrant, LiveVirtualKey } from '../stored/virtual-keys.ts'

export type Terms = { readonly budgets: readonly BudgetTerms[]; readonly windows: readonly WindowTerms[] }

export const NO_TERMS: Terms = { budgets: [], windows: [] }

/** Entries live as long as the caller or the key is cached. */
const compiled = new WeakMap<object, Terms>()

/** The compiled budgets and rate limits of the key and its workspace. */
export function callerTerms(caller: Caller): Terms {
  if (!caller.limits) return NO_TERMS
  const known = compiled.get(caller.limits)
  if (known) return known
  const { organisationId, workspaceId } = caller
  const terms = caller.limits.map(({ kind, id, name, limits }) =>
    termsOf({ holder: { kind, id }, name, organisationId, workspaceId }, limits),
  )
  const all = { budgets: terms.flatMap((one) => one.budgets), windows: terms.flatMap((one) => one.windows) }
  compiled.set(caller.limits, all)
  return all
}

/** The limits of the virtual key, and those that its integration sets for its workspace. */
export function virtualKeyTerms(key: LiveVirtualKey, organisationId: string): Terms {
  const { limits, id, slug, workspaceId, integration } = key
  if (isUnlimited(limits) && (integration === null || isUnlimited(integration.limits))) return NO_TERMS
  const known = compiled.get(key)
  if (known) return known
  const own = termsOf({ holder: { kind: 'virtual_key', id }, name: slug, organisationId, workspaceId }, limits)
  const terms = integration === null ? own : both(own, integrationTerms(integration, organisationId, workspaceId))
  compiled.set(key, terms)
  return terms
}

function integrationTerms({ id, slug, limits }: LiveGrant, organisationId: string, workspaceId: string): Terms {
  const holder = { kind: 'integration', id: integrationHolderId(id, workspaceId) } as const
  return termsOf({ holder, name: slug, organisationId, workspaceId }, limits)
}

function both(left: Terms, right: Terms): Terms {
  return { budgets: [...left.budgets, ...right.budgets], windows: [...left.windows, ...right.windows] }
}

function isUnlimited({ usageLimit, rateLimits }: Limits): boolean {
  return usageLimit === null && rateLimits.length === 0
}

function termsOf(owner: LimitOwner, { usageLimit, rateLimits }: Limits): Terms {
  return {
    budgets: usageLimit ? [budgetTerms(owner, usageLimit)] : [],
    windows: rateLimits.map((limit) => windowTerms(owner, limit)),
  }
}
