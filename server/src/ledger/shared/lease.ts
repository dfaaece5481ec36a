/** What this node has leased of one account, and what became of it. */

import type { BudgetTerms, ResetSchedule } from '../../core/money/budget-service.ts'
import type { SharedStanding } from '../../core/money/shared-ledger.ts'
import type { Spending } from '../../core/money/spending.ts'
import { lastBoundaryMs, nextBoundaryMs, startOfDayMs } from '../../policies/budget-period.ts'

/** Of what nobody has leased a node takes this part at most, so that the others find something too. */
const SHARE = 16
/** And no more than so many calls like those that wait; */
const CALLS_AHEAD = 64
/** so many times that, doubled whenever a slice was used up soon after the one before. */
const MOST_GROWTH = 16
const SOON_MS = 1_000
const LATE_MS = 10_000
/** With this part of a slice left the next one is asked for, while calls go on drawing from it. */
const LOW = 4

export type Waiter = {
  readonly terms: BudgetTerms
  readonly units: number
  /** It has waited for too long and was told so. */
  readonly hasLeft: () => boolean
  readonly conclude: (verdict: 'drawn' | 'full' | { readonly failure: string }) => void
}

export class Lease {
  freeUnits = 0
  /** For calls under way. */
  heldUnits = 0
  /** Spent, and leased until it is reported. */
  unreportedUnits = 0
  /** As the store has it, without what is not reported. */
  standing: SharedStanding | null = null
  usedAtMs = 0
  /** Little is left for all nodes together: nothing is kept that is not needed now. */
  isTight = false
  waiting: Waiter[] = []
  isAsking = false
  /** More is asked for while there is something left to draw from. */
  refilling: Promise<void> | null = null
  #lowUnits = 0
  #growth = 1
  #chosenAtMs = 0
  /** One conversation with the store at a time. */
  #tail: Promise<unknown> = Promise.resolve()

  constructor(public terms: BudgetTerms) {}

  /** True when the units could be set aside without asking anybody. */
  draw(terms: BudgetTerms, units: number, nowMs: number): boolean {
    if (this.isAsking || this.waiting.length > 0) return false
    return isSameTerms(this.terms, terms) && this.#draw(units, nowMs)
  }

  /** For one that has waited: the slice was asked for under its terms. */
  drawNow(units: number, nowMs: number): boolean {
    return this.#draw(units, nowMs)
  }

  /** For one that came during a question about others, whose answer may be enough for it too. */
  drawAsAsked(terms: BudgetTerms, units: number, nowMs: number): boolean {
    return isSameTerms(this.terms, terms) && this.#draw(units, nowMs)
  }

  get isLow(): boolean {
    return this.freeUnits < this.#lowUnits && this.refilling === null && !this.isAsking
  }

  undraw(units: number): void {
    this.heldUnits -= units
    this.freeUnits += units
  }

  /** What a call used beyond its hold was never leased: it only counts. */
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
   * How much to lease beyond what is bound, for calls that need so much together and `leastUnits` each. What is too little
   * for any of them is left to the others: two nodes with half a call each would refuse for ever.
   */
  choose(standing: SharedStanding, boundUnits: number, neededUnits: number, leastUnits: number): number {
    const { limitUnits } = this.terms
    if (standing.usedUnits >= limitUnits) return 0
    const roomUnits = Math.max(0, limitUnits - standing.usedUnits - standing.leasedUnits - boundUnits)
    if (roomUnits < leastUnits) {
      this.isTight = true
      return 0
    }
    const aheadUnits = this.#aheadUnits(roomUnits, neededUnits, standing.nowMs)
    this.isTight = aheadUnits <= neededUnits
    const chosen = Math.min(roomUnits, Math.max(neededUnits, aheadUnits))
    this.#lowUnits = this.isTight ? 0 : Math.floor(chosen / LOW)
    return chosen
  }

  /** How much to lease on top of all that is leased, for calls like those under way. Where little is left: nothing. */
  chooseMore(standing: SharedStanding, leasedUnits: number): number {
    const { limitUnits } = this.terms
    this.#lowUnits = 0
    const roomUnits = limitUnits - standing.usedUnits - standing.leasedUnits - leasedUnits
    if (standing.usedUnits >= limitUnits || this.heldUnits === 0) return 0
    const aheadUnits = this.#aheadUnits(roomUnits, this.heldUnits, standing.nowMs)
    if (aheadUnits <= this.heldUnits || aheadUnits <= this.freeUnits) return 0
    this.#lowUnits = Math.floor(aheadUnits / LOW)
    return aheadUnits - this.freeUnits
  }

  learn(standing: SharedStanding): void {
    this.standing = standing
  }

  #aheadUnits(roomUnits: number, neededUnits: number, nowMs: number): number {
    if (neededUnits > 0) {
      const lastedMs = nowMs - this.#chosenAtMs
      if (lastedMs < SOON_MS) this.#growth = Math.min(MOST_GROWTH, 2 * this.#growth)
      else if (lastedMs > LATE_MS) this.#growth = 1
      this.#chosenAtMs = nowMs
    }
    return Math.min(Math.floor(roomUnits / SHARE), neededUnits * CALLS_AHEAD * this.#growth)
  }

  #draw(units: number, nowMs: number): boolean {
    const { standing, terms } = this
    if (!standing || standing.usedUnits >= terms.limitUnits) return false
    const boundaryMs = lastBoundaryMs(terms.schedule, standing.anchorMs, nowMs)
    // A new period begins in the store first.
    if (boundaryMs !== null && boundaryMs > standing.periodStartedAtMs) return false
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

type Asked = Pick<BudgetTerms, 'unit' | 'limitUnits' | 'schedule'>

/** Where an account stands, as people see it; leased is what nodes hold. */
export function sharedSpending(standing: SharedStanding | null, terms: Asked, nowMs: number, unreported = 0): Spending {
  const { unit, limitUnits, schedule } = terms
  const anchorMs = standing?.anchorMs ?? startOfDayMs(nowMs)
  const boundaryMs = lastBoundaryMs(schedule, anchorMs, nowMs)
  const isOver = standing !== null && boundaryMs !== null && boundaryMs > standing.periodStartedAtMs
  const current = isOver ? null : standing
  const usedUnits = current ? current.usedUnits + unreported : 0
  return {
    unit,
    limitUnits,
    usedUnits,
    unknownUnits: current?.unknownUnits ?? 0,
    heldUnits: Math.max(0, (standing?.leasedUnits ?? 0) - unreported),
    periodStartedAtMs: current?.periodStartedAtMs ?? boundaryMs ?? nowMs,
    nextResetAtMs: nextBoundaryMs(schedule, anchorMs, nowMs),
    isExhausted: usedUnits >= limitUnits,
  }
}
