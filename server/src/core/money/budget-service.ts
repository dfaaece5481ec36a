/** Port of the service that enforces budgets and rate limits: hold before an attempt, settle or release after it. */

import type { Awaitable } from '../ports.ts'
import type { RateLimit } from '../stores/limits.ts'
import type { BudgetUnit, Holder, Spending } from './spending.ts'

/** When a budget resets. All times are UTC. */
export type ResetSchedule = {
  readonly every: 'week' | 'month' | { readonly days: number } | null
  /** A configured reset time from which all other resets are counted; null: Mondays or the first of the month. */
  readonly fromMs: number | null
}

/** Who the limit applies to. `name` appears in error messages. */
export type LimitOwner = {
  readonly holder: Holder
  readonly name: string
  readonly organisationId: string
  readonly workspaceId: string | null
}

/** The current limit and schedule of a budget. They can change between two requests. */
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

/** The maximum that an attempt can use of one budget. */
export type BudgetAmount = { readonly terms: BudgetTerms; readonly units: number }
/** The estimated use of one rate limit window. */
export type WindowAmount = { readonly terms: WindowTerms; readonly units: number }

export type HoldRequest = {
  readonly id: string
  readonly budgets: readonly BudgetAmount[]
  readonly windows: readonly WindowAmount[]
  /** If true, `release` also takes the request back from rate limit windows. Otherwise it stays counted there. */
  readonly isTentative?: boolean
  /** True for an attempt that was served without a hold: no limit refuses it. The amounts must be 0 for budgets. */
  readonly isServed?: boolean
}

/** The state of a window after a hold was granted or denied. */
export type WindowView = {
  readonly terms: WindowTerms
  readonly remainingUnits: number
  readonly resetAtMs: number
}

export type HoldResult =
  /** `isDurable` is false if the journal or the shared store was unavailable and windows are counted in memory. */
  | { readonly kind: 'held'; readonly windows: readonly WindowView[]; readonly isDurable: boolean }
  | { readonly kind: 'exhausted'; readonly terms: BudgetTerms; readonly units: number; readonly spending: Spending }
  | { readonly kind: 'limited'; readonly window: WindowView; readonly units: number }
  /** A budget applies but the hold could not be stored, so the attempt must not start. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Actual use of an attempt. Null: unknown, so the held units count as used. */
export type ActualUse = Readonly<Record<BudgetUnit, number | null>>

export interface BudgetService {
  /** Atomic over all budgets and windows. */
  hold(request: HoldRequest): Awaitable<HoldResult>
  /** Settles a hold. A hold is settled or released once; later calls return false and change nothing. */
  settle(id: string, used: ActualUse): Awaitable<boolean>
  /**
   * Releases a hold whose attempt did not happen or is not charged. The request stays counted in rate limit windows
   * unless the hold is tentative; all other units are released.
   */
  release(id: string): Awaitable<boolean>
  currentSpending(terms: BudgetTerms): Awaitable<Spending>
  /**
   * With the durability `disk`: resolves once every settlement and release before this call survives a power failure,
   * and rejects if one was not written.
   */
  synced?(): Promise<void>
}
