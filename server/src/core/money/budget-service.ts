/** The port of whoever keeps budgets and rate limits: set aside before a call, settle after it. */

import type { Awaitable } from '../ports.ts'
import type { RateLimit } from '../stores/limits.ts'
import type { BudgetUnit, Holder, Spending } from './spending.ts'

/** When a budget starts anew; all times are UTC. */
export type ResetSchedule = {
  readonly every: 'week' | 'month' | { readonly days: number } | null
  /** A boundary that was asked for, from which the others are counted; null: Mondays, firsts of the month. */
  readonly fromMs: number | null
}

/** Whose limit it is, in the words a refusal uses. */
export type LimitOwner = {
  readonly holder: Holder
  readonly name: string
  readonly organisationId: string
  readonly workspaceId: string | null
}

/** A budget as it holds now; it may be another at the next call. */
export type BudgetTerms = {
  readonly account: string
  readonly owner: LimitOwner
  readonly unit: BudgetUnit
  readonly limitUnits: number
  readonly alertUnits: number | null
  readonly schedule: ResetSchedule
}

export type WindowTerms = {
  readonly counter: string
  readonly owner: LimitOwner
  readonly limit: RateLimit
}

/** Units of one budget that a call may use at most. */
export type BudgetAsk = { readonly terms: BudgetTerms; readonly units: number }
/** Units of one window that a call uses, as far as can be said before. */
export type WindowAsk = { readonly terms: WindowTerms; readonly units: number }

export type HoldAsk = {
  readonly id: string
  readonly budgets: readonly BudgetAsk[]
  readonly windows: readonly WindowAsk[]
  /** `release` gives counted requests back too; `post` keeps them. */
  readonly isTentative?: boolean
}

/** Where a window stands after a call was let in or refused. */
export type WindowView = {
  readonly terms: WindowTerms
  readonly remainingUnits: number
  readonly resetAtMs: number
}

export type HoldResult =
  /** `isDurable` is false when the windows are counted in memory only. */
  | { readonly kind: 'held'; readonly windows: readonly WindowView[]; readonly isDurable: boolean }
  | { readonly kind: 'exhausted'; readonly terms: BudgetTerms; readonly units: number; readonly spending: Spending }
  | { readonly kind: 'limited'; readonly window: WindowView; readonly units: number }
  /** A budget applies and nothing could be written down: nobody may spend. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** What a call turned out to use; null where nobody can say: then what was held counts as used. */
export type Used = Readonly<Record<BudgetUnit, number | null>>

export interface BudgetService {
  /** All or nothing, over every budget and window. */
  hold(ask: HoldAsk): Awaitable<HoldResult>
  /** Resolves a hold. A hold is resolved once: every later call gives false and changes nothing. */
  post(id: string, used: Used): Awaitable<boolean>
  /**
   * The call did not happen, or is not charged for: requests stay counted unless the hold was tentative, everything else
   * is given back.
   */
  release(id: string): Awaitable<boolean>
  /** Where a budget stands. */
  standing(terms: BudgetTerms): Awaitable<Spending>
}
