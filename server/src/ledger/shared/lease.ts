/** Tracks the units of one account that this node has leased: free, held for calls, or spent but not reported. */

import { lastBoundaryMs, nextBoundaryMs, startOfDayMs } from '../../core/money/budget-period.ts'
import type { BudgetTerms, ResetSchedule } from '../../core/money/budget-service.ts'
import type { SharedAccountState } from '../../core/money/shared-ledger.ts'
import type { Spending } from '../../core/money/spending.ts'

/** Unless pending calls need more, a lease is at most 1/16 of the units neither used nor leased by any node. */
const SHARE = 16
/** A lease covers at most this many times the pending demand, multiplied by a growth factor. */
const CALLS_AHEAD = 64
/** The growth factor doubles up to this value if a lease was used up within SOON_MS. After LATE_MS it is 1 again. */
const MAX_GROWTH = 16
const SOON_MS = 1_000
const LATE_MS = 10_000
/** With a quarter of the lease left, the node requests more while calls keep drawing from it. */
const LOW = 4

export type Waiter = {
  readonly terms: BudgetTerms
  readonly units: number
  /** True after the wait timed out. */
  readonly hasTimedOut: () => boolean
  readonly conclude: (verdict: 'drawn' | 'full' | { readonly failure: string }) => void
}

export class Lease {
  freeUnits = 0
  /** Held for calls in progress. */
  heldUnits = 0
  /** Spent. The units stay leased until they are reported. */
  unreportedUnits = 0
  /** Last state read from the store, without `unreportedUnits`. */
  state: SharedAccountState | null = null
  usedAtMs = 0
  /** Few units are left for all nodes, so this node releases unused units quickly. */
  isTight = false
  waiting: Waiter[] = []
  isRequesting = false
  /** A request for more units that runs while calls keep drawing. */
  refilling: Promise<void> | null = null
  #lowUnits = 0
  #growth = 1
  #chosenAtMs = 0
  /** Serializes the store calls of this account. */
  #tail: Promise<unknown> = Promise.resolve()

  constructor(public terms: BudgetTerms) {}

  /** True if the lease covers the units, so no store call is needed. */
  draw(terms: BudgetTerms, units: number, nowMs: number): boolean {
    if (this.isRequesting || this.waiting.length > 0) return false
    return isSameTerms(this.terms, terms) && this.#draw(units, nowMs)
  }

  /** For a waiter whose units were part of the last store call. Does not compare the terms. */
  drawNow(units: number, nowMs: number): boolean {
    return this.#draw(units, nowMs)
  }

  /** For a waiter that arrived during a store call for other waiters: the new lease may cover it too. */
  drawUnderTerms(terms: BudgetTerms, units: number, nowMs: number): boolean {
    return isSameTerms(this.terms, terms) && this.#draw(units, nowMs)
  }

  get isLow(): boolean {
    return this.freeUnits < this.#lowUnits && this.refilling === null && !this.isRequesting
  }

  undraw(units: number): void {
    this.heldUnits -= units
    this.freeUnits += units
  }

  /** Use beyond the hold was never leased. It reaches the balance through the journal only. */
  settle(heldUnits: number, usedUnits: number): void {
    const spent = Math.min(heldUnits, usedUnits)
    this.heldUnits -= heldUnits
    this.unreportedUnits += spent
    this.freeUnits += heldUnits - spent
  }

  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#tail.then(work)
    this.#tail = running.catch(() => {})
    return running
  }

  /**
   * How many units to lease beyond `boundUnits`, for calls that need `neededUnits` in total and at least `leastUnits`
   * each. If less than `leastUnits` is left, leases nothing: two nodes with half of that each would refuse for ever.
   */
  choose(state: SharedAccountState, boundUnits: number, neededUnits: number, leastUnits: number): number {
    const { limitUnits } = this.terms
    if (state.usedUnits >= limitUnits) return 0
    const roomUnits = Math.max(0, limitUnits - state.usedUnits - state.leasedUnits - boundUnits)
    if (roomUnits < leastUnits) {
      this.isTight = true
      return 0
    }
    const aheadUnits = this.#aheadUnits(roomUnits, neededUnits, state.nowMs)
    this.isTight = aheadUnits <= neededUnits
    const chosen = Math.min(roomUnits, Math.max(neededUnits, aheadUnits))
    this.#lowUnits = this.isTight ? 0 : Math.floor(chosen / LOW)
    return chosen
  }

  /** How many units to add to the lease, based on the calls in progress; 0 if few units are left. */
  chooseMore(state: SharedAccountState, leasedUnits: number): number {
    const { limitUnits } = this.terms
    this.#lowUnits = 0
    const roomUnits = limitUnits - state.usedUnits - state.leasedUnits - leasedUnits
    if (state.usedUnits >= limitUnits || this.heldUnits === 0) return 0
    const aheadUnits = this.#aheadUnits(roomUnits, this.heldUnits, state.nowMs)
    if (aheadUnits <= this.heldUnits || aheadUnits <= this.freeUnits) return 0
    this.#lowUnits = Math.floor(aheadUnits / LOW)
    return aheadUnits - this.freeUnits
  }

  updateState(state: SharedAccountState): void {
    this.state = state
  }

  #aheadUnits(roomUnits: number, neededUnits: number, nowMs: number): number {
    if (neededUnits > 0) {
      const lastedMs = nowMs - this.#chosenAtMs
      if (lastedMs < SOON_MS) this.#growth = Math.min(MAX_GROWTH, 2 * this.#growth)
      else if (lastedMs > LATE_MS) this.#growth = 1
      this.#chosenAtMs = nowMs
    }
    return Math.min(Math.floor(roomUnits / SHARE), neededUnits * CALLS_AHEAD * this.#growth)
  }

  #draw(units: number, nowMs: number): boolean {
    const { state, terms } = this
    if (!state || state.usedUnits >= terms.limitUnits) return false
    const boundaryMs = lastBoundaryMs(terms.schedule, state.anchorMs, nowMs)
    // The period has ended: the store must start the next one first.
    if (boundaryMs !== null && boundaryMs > state.periodStartedAtMs) return false
    if (units > this.freeUnits) return false
    this.freeUnits -= units
    this.heldUnits += units
    return true
  }
}

function isSameTerms(one: BudgetTerms, other: BudgetTerms): boolean {
  if (one === other) return true
  return one.limitUnits === other.limitUnits && isSameSchedule(one.schedule, other.schedule)
}

function isSameSchedule(one: ResetSchedule, other: ResetSchedule): boolean {
  return one.fromMs === other.fromMs && everyText(one) === everyText(other)
}

function everyText({ every }: ResetSchedule): string {
  return typeof every === 'object' ? `${every?.days}` : every
}

type SpendingTerms = Pick<BudgetTerms, 'unit' | 'limitUnits' | 'schedule'>

/** Current spending of a shared account for display. Leased units count as held. */
export function sharedSpending(
  state: SharedAccountState | null,
  terms: SpendingTerms,
  nowMs: number,
  unreported = 0,
): Spending {
  const { unit, limitUnits, schedule } = terms
  const anchorMs = state?.anchorMs ?? startOfDayMs(nowMs)
  const boundaryMs = lastBoundaryMs(schedule, anchorMs, nowMs)
  const isOver = state !== null && boundaryMs !== null && boundaryMs > state.periodStartedAtMs
  const current = isOver ? null : state
  const usedUnits = current ? current.usedUnits + unreported : 0
  return {
    unit,
    limitUnits,
    usedUnits,
    unknownUnits: current?.unknownUnits ?? 0,
    heldUnits: Math.max(0, (state?.leasedUnits ?? 0) - unreported),
    periodStartedAtMs: current?.periodStartedAtMs ?? boundaryMs,
    nextResetAtMs: nextBoundaryMs(schedule, anchorMs, nowMs),
    isExhausted: usedUnits >= limitUnits,
  }
}
