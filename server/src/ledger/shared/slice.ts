/** What this node has leased of one account, and what became of it. */

import type { BudgetTerms, ResetSchedule } from '../../core/money/purse.ts'
import type { SharedStanding } from '../../core/money/shared-ledger.ts'
import type { Spending } from '../../core/money/spending.ts'
import { lastBoundaryMs, nextBoundaryMs, startOfDayMs } from '../../policies/ledger-period.ts'

/** Of what nobody has leased a node takes this part at most, so that the others find something too. */
const SHARE = 16
/** And no more than so many calls like those that wait. */
const CALLS_AHEAD = 64

export type Waiter = {
  readonly terms: BudgetTerms
  readonly units: number
  /** It has waited for too long and was told so. */
  readonly hasLeft: () => boolean
  readonly conclude: (verdict: 'drawn' | 'full' | { readonly failure: string }) => void
}

export class Slice {
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
    const aheadUnits = Math.min(Math.floor(roomUnits / SHARE), neededUnits * CALLS_AHEAD)
    this.isTight = aheadUnits <= neededUnits
    return Math.min(roomUnits, Math.max(neededUnits, aheadUnits))
  }

  learn(standing: SharedStanding): void {
    this.standing = standing
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
