/** Budgets and rate limits of one node of a cluster: draws holds from leases and writes them to its own journal. */

import type {
  ActualUse,
  BudgetAmount,
  BudgetService,
  BudgetTerms,
  HoldRequest,
  HoldResult,
  WindowView,
} from '../../core/money/budget-service.ts'
import type { SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import type { Spending } from '../../core/money/spending.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import type { Accounts } from '../../policies/accounts.ts'
import type { LocalBudgetService } from '../local-budget-service.ts'
import { sharedSpending } from './lease.ts'
import type { Drawn, Leases } from './leases.ts'
import type { CountedClaim, SharedWindows } from './shared-windows.ts'

const NOTHING: ActualUse = { cost: 0, tokens: 0, requests: 0 }

type Open = {
  readonly atMs: number
  readonly budgets: readonly BudgetAmount[]
  readonly counted: readonly CountedClaim[]
  readonly isTentative: boolean
}

type Windowed = {
  readonly views: readonly WindowView[]
  readonly counted: readonly CountedClaim[]
  readonly isShared: boolean
}

const NO_WINDOWS: Windowed = { views: [], counted: [], isShared: true }

export type SharedBudgetParts = {
  readonly leases: Leases
  readonly windows: SharedWindows
  readonly local: LocalBudgetService
  readonly accounts: Accounts
  readonly store: Pick<SharedLedgerStore, 'read'>
}

export class SharedBudgetService implements BudgetService {
  readonly #open = new Map<string, Open>()
  readonly #reading = new Map<string, Promise<void>>()

  constructor(private readonly parts: SharedBudgetParts) {}

  hold(request: HoldRequest): Promise<HoldResult> {
    return request.windows.length === 0 ? this.#draw(request, NO_WINDOWS) : this.#takeAndDraw(request)
  }

  settle(id: string, used: ActualUse): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    const { local, windows } = this.parts
    if (open.budgets.length > 0) local.settle(id, used)
    this.#settle(open, used)
    if (used.tokens !== null) windows.settle(open.counted, used.tokens)
    return true
  }

  release(id: string): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    if (open.budgets.length > 0) this.parts.local.release(id)
    this.#settle(open, NOTHING)
    if (open.isTentative) this.parts.windows.undo(open.counted)
    else this.parts.windows.settle(open.counted, 0)
    return true
  }

  currentSpending(terms: BudgetTerms): Spending | Promise<Spending> {
    const { leases } = this.parts
    const lease = leases.of(terms)
    const known = this.#spending(terms)
    // Another node may have reset or raised the budget. If the store is unavailable, `hold` decides.
    if (lease.state && !known.isExhausted) return known
    return withTimeout(leases.waitMs, this.#read(terms.account)).then(
      () => this.#spending(terms),
      () => known,
    )
  }

  /** Settles in full the holds of calls that never ended. A later settlement corrects only the rate limits. */
  expire(beforeMs: number): void {
    this.parts.local.expire(beforeMs)
    for (const [id, open] of this.#open) {
      if (open.atMs >= beforeMs) continue
      this.#settle(open, { cost: null, tokens: null, requests: null })
      this.#open.set(id, { ...open, budgets: [], atMs: Number.POSITIVE_INFINITY })
    }
  }

  async #takeAndDraw(request: HoldRequest): Promise<HoldResult> {
    const taken = await this.parts.windows.take(request.windows)
    // What was served is not counted in a window that is full.
    if (taken.kind === 'limited') return request.isServed ? this.#draw(request, NO_WINDOWS) : taken
    const result = await this.#draw(request, taken)
    if (result.kind !== 'held') this.parts.windows.undo(taken.counted)
    return result
  }

  async #draw(request: HoldRequest, windowed: Windowed): Promise<HoldResult> {
    for (const [index, { terms, units }] of request.budgets.entries()) {
      const drawn = await this.parts.leases.draw(terms, units)
      // What was served needs no lease. Drawing still makes the store begin the period in which it counts.
      if (drawn !== 'drawn' && !request.isServed) return this.#refuse(request, index, drawn)
    }
    return this.#hold(request, windowed)
  }

  #hold(request: HoldRequest, { views, counted, isShared }: Windowed): HoldResult {
    const { local, accounts, leases } = this.parts
    const atMs = leases.nowMs()
    if (request.budgets.length > 0) {
      // The store assigns entries to periods by the time of the hold, so each hold starts its own local period.
      for (const { terms } of request.budgets) accounts.beginPeriod(terms.account, atMs)
      const held = local.hold({ id: request.id, budgets: request.budgets.map(unlimited), windows: [] })
      if (held.kind !== 'held') {
        this.#undraw(request.budgets)
        return held
      }
    }
    const isTentative = request.isTentative === true
    const isToSettle = isTentative || request.budgets.length > 0 || counted.some(({ isTokens }) => isTokens)
    if (isToSettle) this.#open.set(request.id, { atMs, budgets: request.budgets, counted, isTentative })
    return { kind: 'held', windows: views, isDurable: isShared }
  }

  #refuse(request: HoldRequest, index: number, drawn: Exclude<Drawn, 'drawn'>): HoldResult {
    this.#undraw(request.budgets.slice(0, index))
    if (drawn !== 'full') return { kind: 'unavailable', reason: drawn.failure }
    const { terms, units } = request.budgets[index]!
    return { kind: 'exhausted', terms, units, spending: this.#spending(terms) }
  }

  #undraw(budgets: readonly BudgetAmount[]): void {
    for (const { terms, units } of budgets) this.parts.leases.of(terms).undraw(units)
  }

  #settle({ budgets }: Open, used: ActualUse): void {
    for (const { terms, units } of budgets) {
      this.parts.leases.of(terms).settle(units, Math.max(0, used[terms.unit] ?? units))
    }
  }

  #spending(terms: BudgetTerms): Spending {
    const { leases } = this.parts
    const { state, unreportedUnits } = leases.of(terms)
    return sharedSpending(state, terms, leases.nowMs(), unreportedUnits)
  }

  #read(account: string): Promise<void> {
    const running = this.#reading.get(account)
    if (running) return running
    const reading = this.parts.store
      .read(account)
      .then((state) => {
        if (state) this.parts.leases.updateState(account, state)
      })
      .finally(() => this.#reading.delete(account))
    this.#reading.set(account, reading)
    return reading
  }
}

/** The lease already covers the units; the local service only writes the hold to the journal. */
function unlimited({ terms, units }: BudgetAmount): BudgetAmount {
  const schedule = { every: null, fromMs: null }
  return { terms: { ...terms, limitUnits: Number.MAX_SAFE_INTEGER, alertUnits: null, schedule }, units }
}
