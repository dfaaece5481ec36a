/** The saved limits of keys, workspaces and virtual keys, compiled to terms once each time they are loaded. */

import type { Caller } from '../../core/caller.ts'
import type { BudgetTerms, LimitOwner, WindowTerms } from '../../core/money/budget-service.ts'
import { budgetTerms, windowTerms } from '../../core/money/budget-terms.ts'
import type { Limits } from '../../core/stores/limits.ts'
import type { LiveVirtualKey } from '../stored/virtual-keys.ts'

export type Terms = { readonly budgets: readonly BudgetTerms[]; readonly windows: readonly WindowTerms[] }

export const NO_TERMS: Terms = { budgets: [], windows: [] }

/** Entries live as long as the caller or the key is cached. */
const compiled = new WeakMap<object, Terms>()

/** The terms of the key and of its workspace. */
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

export function virtualKeyTerms(key: LiveVirtualKey, organisationId: string): Terms {
  const { limits, id, slug, workspaceId } = key
  if (limits.usageLimit === null && limits.rateLimits.length === 0) return NO_TERMS
  const known = compiled.get(key)
  if (known) return known
  const terms = termsOf({ holder: { kind: 'virtual_key', id }, name: slug, organisationId, workspaceId }, limits)
  compiled.set(key, terms)
  return terms
}

function termsOf(owner: LimitOwner, { usageLimit, rateLimits }: Limits): Terms {
  return {
    budgets: usageLimit ? [budgetTerms(owner, usageLimit)] : [],
    windows: rateLimits.map((limit) => windowTerms(owner, limit)),
  }
}
