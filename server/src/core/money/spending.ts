/** What the control plane may ask and tell the keeper of budgets. */

import type { UsageLimit } from '../stores/limits.ts'

/** Whose budget it is. */
export type Holder =
  | { readonly kind: 'api_key' | 'virtual_key' | 'workspace'; readonly id: string }
  /** One value of a policy's grouping: the request's metadata, user, model, whatever the policy groups by. */
  | { readonly kind: 'policy'; readonly id: string; readonly value: string }

/** What a budget counts; policies may count requests as well. */
export type BudgetUnit = 'cost' | 'tokens' | 'requests'

/** A budget as it is saved: in dollars for `cost`. */
export type SavedBudget = Omit<UsageLimit, 'type'> & { readonly type: BudgetUnit }

/** Where a budget stands in its current period; units are nano-USD for `cost`, tokens for `tokens`. */
export type Spending = {
  readonly unit: BudgetUnit
  readonly limitUnits: number
  /** Settled. */
  readonly usedUnits: number
  /** Part of `usedUnits` that was posted because nobody could say what a call had cost. */
  readonly unknownUnits: number
  /** Set aside for calls under way. */
  readonly heldUnits: number
  readonly periodStartedAtMs: number
  /** Null: it never starts anew by itself. */
  readonly nextResetAtMs: number | null
  readonly isExhausted: boolean
}

/**
 * Whoever asks brings the limit along as it is saved now: the keeper counts, it does not keep limits. A virtual key's
 * holder has the key's id, not its slug.
 */
export interface SpendingService {
  read(holder: Holder, limit: SavedBudget): Promise<Spending>
  /** Every value of a policy that has spent in its period. */
  readPolicy(
    policyId: string,
    limit: SavedBudget,
  ): Promise<readonly { readonly value: string; readonly spending: Spending }[]>
  /** Starts the period anew with nothing used; what is held stays held. */
  reset(holder: Holder): Promise<void>
}

/** Told once a period, when a budget passes its alert threshold. */
export type BudgetAlert = {
  readonly holder: Holder
  readonly name: string
  readonly organisationId: string
  readonly workspaceId: string | null
  readonly atMs: number
  readonly thresholdUnits: number
  readonly spending: Spending
}
