/** The budgets and windows that policies put on a call. */

import type { Caller } from '../../core/caller.ts'
import type { BudgetTerms, WindowTerms } from '../../core/money/budget-service.ts'
import { budgetTerms, windowTerms } from '../../core/money/budget-terms.ts'
import type { Policy } from '../../core/stores/policies.ts'
import type { Terms } from './compile-limits.ts'
import { type CallFacts, matchPolicy } from './match-policy.ts'
import { modelOf, type PlannedCall } from './size-call.ts'

export function policyTerms(policies: readonly Policy[], call: PlannedCall, caller: Caller): Terms {
  const facts = factsOf(call, caller)
  const budgets: BudgetTerms[] = []
  const windows: WindowTerms[] = []
  for (const policy of policies) {
    const value = matchPolicy(policy, facts)
    if (value === null) continue
    const { id, name, organisationId, workspaceId } = policy
    const owner = { holder: { kind: 'policy', id, value }, name: name ?? id, organisationId, workspaceId } as const
    if (policy.kind === 'usage') budgets.push(budgetTerms(owner, policy.limit))
    else windows.push(windowTerms(owner, policy.limit))
  }
  return { budgets, windows }
}

function factsOf(call: PlannedCall, caller: Caller): CallFacts {
  const { exchange, target, virtualKey } = call
  return {
    api_key: caller.keyId,
    organisation_id: caller.organisationId,
    workspace_id: caller.workspaceId,
    virtual_key: virtualKey?.slug ?? null,
    provider: target.provider.slug,
    config: exchange.savedConfig?.slug ?? null,
    prompt: exchange.prompt?.current.slug ?? null,
    model: modelOf(call),
    metadata: exchange.options?.metadata ?? {},
  }
}
