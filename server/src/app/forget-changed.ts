/** Clears the data-plane caches that a control-plane change affects, and rechecks the running requests it may end. */

import type { Change } from '../core/stores/changes.ts'
import type { Directory } from '../gateway/admit/directory.ts'
import type { WorkloadTokens } from '../gateway/admit/workload/workload-tokens.ts'
import type { PolicyCache } from '../gateway/limits/policies.ts'
import type { StoredPrompts } from '../gateway/prompts/stored-prompts.ts'
import type { RunningAccess } from '../gateway/running-access.ts'
import type { PlanCache } from '../gateway/stored/plan-cache.ts'
import type { VirtualKeys } from '../gateway/stored/virtual-keys.ts'
import type { PriceList } from '../pricing/price-list.ts'

export type Caches = {
  readonly directory: Directory
  readonly workloadTokens: WorkloadTokens
  readonly plans: PlanCache
  readonly policies: PolicyCache
  readonly prompts: StoredPrompts
  readonly virtualKeys: VirtualKeys
  readonly prices: PriceList
  readonly access: RunningAccess
}

export function forgetChanged(change: Change, caches: Caches): void {
  const { directory, workloadTokens, plans, policies, prompts, virtualKeys, prices, access } = caches
  switch (change.kind) {
    case 'api_key':
      directory.forget(change.keyId)
      return access.changed(({ keyId }) => keyId === change.keyId)
    case 'user':
      // The personal keys of the user are announced as `api_key` changes.
      return access.changed(({ keyId, isPerson }) => isPerson === true && keyId === change.userId)
    case 'role':
      // The role also limits the personal keys of its users.
      directory.forgetAll()
      return access.changed(({ isPerson, holderId }) => isPerson === true || holderId !== undefined)
    case 'virtual_key':
      virtualKeys.forget(change.workspaceId, change.slug)
      return plans.forget(change.workspaceId)
    case 'integration':
      virtualKeys.forgetIntegration(change.integrationId)
      // Virtual keys of the integration may be in any workspace.
      return plans.forgetAll()
    case 'config':
      return plans.forget(change.workspaceId)
    case 'guardrail':
      return plans.forgetGuardrails(change.workspaceId)
    case 'price':
      return prices.refresh()
    case 'prompt':
      prompts.forget(change.workspaceId)
      return plans.forget(change.workspaceId)
    case 'workload_issuer':
      workloadTokens.forgetAll()
      return access.changed(({ workload }) => workload !== undefined)
    case 'sink':
      // The data plane does not cache sinks. Delivery reads them again, see `touchesSinks`.
      return
    case 'body_key':
      // Only the log store uses body keys, see `forgetBodyKeys`.
      return
    case 'limits':
      return policies.forget()
    case 'workspace':
      forgetCaches(caches)
      return access.changed(({ workspaceId }) => workspaceId === change.workspaceId)
    case 'organisation':
      return forgetCaches(caches)
  }
}

/** Whether sinks may have changed: those of a workspace are deleted with it. */
export function touchesSinks(change: Change | null): boolean {
  return change === null || change.kind === 'sink' || change.kind === 'workspace' || change.kind === 'organisation'
}

/** For missed changes: anything may have changed. */
export function forgetAll(caches: Caches): void {
  forgetCaches(caches)
  caches.access.changed(() => true)
}

function forgetCaches({ directory, workloadTokens, plans, policies, prompts, virtualKeys, prices }: Caches): void {
  directory.forgetAll()
  workloadTokens.forgetAll()
  virtualKeys.forgetAll()
  plans.forgetGuardrails(null)
  policies.forget()
  prompts.forgetAll()
  prices.refresh()
}
