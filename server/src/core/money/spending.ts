/** Budget state for the admin API: who owns a budget, how much of it is used, and resetting it. */

import type { UsageLimit } from '../stores/limits.ts'

/** The owner of a budget. */
export type Holder =
  /** `integration`: the budget of one workspace for an integration; see `integrationHolderId`. */
  | { readonly kind: 'api_key' | 'virtual_key' | 'integration' | 'workspace'; readonly id: string }
  /** One group of a policy. `value` is built from the fields the policy groups by, see `policyValueKey`. */
  | { readonly kind: 'policy'; readonly id: string; readonly value: string }

/** What a budget counts. Only policies can count requests. */
export type BudgetUnit = 'cost' | 'tokens' | 'requests'

/** A budget as saved; `cost` amounts are US dollars. */
export type SavedBudget = Omit<UsageLimit, 'type'> & { readonly type: BudgetUnit }

/** State of a budget in its current period. Units are nano-USD for `cost`, else tokens or requests. */
export type Spending = {
  readonly unit: BudgetUnit
  readonly limitUnits: number
  readonly usedUnits: number
  /** Part of `usedUnits`: holds settled at their full amount because the actual cost was unknown. */
  readonly unknownUnits: number
  /** Held for running requests. With a shared ledger: all units that nodes have leased and not spent. */
  readonly heldUnits: number
  /** Null: nothing was used yet, and no reset was due. */
  readonly periodStartedAtMs: number | null
  /** Null: the budget has no periodic reset. */
  readonly nextResetAtMs: number | null
  readonly isExhausted: boolean
}

/**
 * Callers pass the saved limit, because the budget service stores only usage. A holder that is a virtual key is
 * identified by its id, not its slug.
 */
export interface SpendingService {
  read(holder: Holder, limit: SavedBudget): Promise<Spending>
  /** The groups of a policy that have used some of their budget in the current period. */
  readPolicy(
    policyId: string,
    limit: SavedBudget,
  ): Promise<readonly { readonly value: string; readonly spending: Spending }[]>
  /** Starts a new period with nothing used. Open holds stay. */
  reset(holder: Holder): Promise<void>
}

/** Sent once per period, when a budget passes its alert threshold. */
export type BudgetAlert = {
  readonly holder: Holder
  readonly name: string
  readonly organisationId: string
  readonly workspaceId: string | null
  readonly atMs: number
  readonly thresholdUnits: number
  readonly spending: Spending
}
