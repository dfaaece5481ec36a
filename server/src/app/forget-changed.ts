/** What each change of the control plane makes the running gateway forget. */

import type { Change } from '../core/stores/changes.ts'
import type { Directory } from '../gateway/directory.ts'
import type { PolicyShelf } from '../gateway/limits/policy-shelf.ts'
import type { StoredPrompts } from '../gateway/prompts/stored-prompts.ts'
import type { PlanShelf } from '../gateway/stored/plan-shelf.ts'
import type { VirtualKeys } from '../gateway/stored/virtual-keys.ts'
import type { PriceBook } from '../pricing/price-book.ts'

export type Rememberers = {
  readonly directory: Directory
  readonly plans: PlanShelf
  readonly policies: PolicyShelf
  readonly prompts: StoredPrompts
  readonly virtualKeys: VirtualKeys
  readonly prices: PriceBook
}

export function forgetChanged(change: Change, rememberers: Rememberers): void {
  const { directory, plans, policies, prompts, virtualKeys, prices } = rememberers
  switch (change.kind) {
    case 'api_key':
      return directory.forget(change.keyId)
    case 'virtual_key':
      virtualKeys.forget(change.workspaceId, change.slug)
      return plans.forget(change.workspaceId)
    case 'config':
      return plans.forget(change.workspaceId)
    case 'price':
      return prices.refresh()
    case 'prompt':
      prompts.forget(change.workspaceId)
      return plans.forget(change.workspaceId)
    case 'limits':
      return policies.forget()
    case 'workspace':
    case 'organisation':
      return forgetAll(rememberers)
  }
}

export function forgetAll({ directory, plans, policies, prompts, virtualKeys, prices }: Rememberers): void {
  directory.forgetAll()
  virtualKeys.forgetAll()
  plans.forgetAll()
  policies.forget()
  prompts.forgetAll()
  prices.refresh()
}
