/** Budgets and rate limits of one node of a cluster: draws holds from leases and writes them to its own journal. */

import type {
  BudgetAsk,
  BudgetService,
  BudgetTerms,
  HoldRequest,
  HoldResult,
  Used,
  WindowView,
} from '../../core/money/budget-service.ts'
import type { SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import type { Spending } from '../../core/money/spending.ts'
import { within } from '../../core/runtime/within.ts'
import type { Ledger } from '../../policies/accounts.ts'
import type { LocalBudgetService } from '../local-budget-service.ts'
import { sharedSpending } from './lease.ts'
import type { Drawn, Leases } from './leases.ts'
import type { CountedClaim, SharedWindows } from './shared-windows.ts'

const ANSWER_MS = 3_000
const NOTHING: Used = { cost: 0, tokens: 0, requests: 0 }

type Open = {
  readonly atMs: number
  readonly budgets: readonly BudgetAsk[]
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
  readonly slices: Leases
  readonly windows: SharedWindows
  readonly keeper: LocalBudgetService
  readonly ledger: Ledger
  readonly store: Pick<SharedLedgerStore, 'read'>
}

export class SharedBudgetService implements BudgetService {
  readonly #open = new Map<string, Open>()
  readonly #reading = new Map<string, Promise<void>>()

  constructor(private readonly parts: SharedBudgetParts) {}

  hold(ask: HoldRequest): HoldResult | Promise<HoldResult> {
    return ask.windows.length === 0 ? this.#draw(ask, NO_WINDOWS) : this.#takeAndDraw(ask)
  }

  post(id: string, used: Used): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    const { keeper, windows } = this.parts
    if (open.budgets.length > 0) keeper.post(id, used)
    this.#settle(open, used)
    if (used.tokens !== null) windows.settle(open.counted, used.tokens)
    return true
  }

  release(id: string): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    if (open.budgets.length > 0) this.parts.keeper.release(id)
    this.#settle(open, NOTHING)
    if (open.isTentative) this.parts.windows.undo(open.counted)
    else this.parts.windows.settle(open.counted, 0)
    return true
  }

  standing(terms: BudgetTerms): Spending | Promise<Spending> {
    const { slices } = this.parts
    const slice = slices.of(terms)
    const known = this.#spending(terms)
    // Another node may have reset or raised the budget. If the store is unavailable, `hold` decides.
    if (slice.standing && !known.isExhausted) return known
    return within(ANSWER_MS, this.#read(terms.account)).then(
      () => this.#spending(terms),
      () => known,
    )
  }

  /** Settles in full the holds of calls that never ended. If one settles later, only the excess is added. */
  expire(beforeMs: number): void {
    this.parts.keeper.expire(beforeMs)
    for (const [id, open] of this.#open) {
      if (open.atMs >= beforeMs) continue
      this.#settle(open, { cost: null, tokens: null, requests: null })
      this.#open.set(id, { ...open, budgets: [], atMs: Number.POSITIVE_INFINITY })
    }
  }

  async #takeAndDraw(ask: HoldRequest): Promise<HoldResult> {
    const taken = await this.parts.windows.take(ask.windows)
    if (taken.kind === 'limited') return taken
    const result = await this.#draw(ask, taken)
    if (result.kind !== 'held') this.parts.windows.undo(taken.counted)
    return result
  }

  #draw(ask: HoldRequest, windowed: Windowed): HoldResult | Promise<HoldResult> {
    for (const [index, { terms, units }] of ask.budgets.entries()) {
      const drawn = this.parts.slices.draw(terms, units)
      if (drawn instanceof Promise) return this.#drawRest(ask, windowed, index, drawn)
      if (drawn !== 'drawn') return this.#refuse(ask, index, drawn)
    }
    return this.#hold(ask, windowed)
  }

  async #drawRest(ask: HoldRequest, windowed: Windowed, from: number, first: Promise<Drawn>): Promise<HoldResult> {
    for (const [index, { terms, units }] of ask.budgets.entries()) {
      if (index < from) continue
      const drawn = await (index === from ? first : this.parts.slices.draw(terms, units))
      if (drawn !== 'drawn') return this.#refuse(ask, index, drawn)
    }
    return this.#hold(ask, windowed)
  }

  #hold(ask: HoldRequest, { views, counted, isShared }: Windowed): HoldResult {
    const { keeper, ledger, slices } = this.parts
    const atMs = slices.nowMs()
    if (ask.budgets.length > 0) {
      // The store assigns entries to periods by the time of the hold, so each hold starts its own local period.
      for (const { terms } of ask.budgets) ledger.beginPeriod(terms.account, atMs)
      const held = keeper.hold({ id: ask.id, budgets: ask.budgets.map(unlimited), windows: [] })
      if (held.kind !== 'held') {
        this.#undraw(ask.budgets)
        return held
      }
    }
    const isTentative = ask.isTentative === true
    const isToSettle = isTentative || ask.budgets.length > 0 || counted.some(({ isTokens }) => isTokens)
    if (isToSettle) this.#open.set(ask.id, { atMs, budgets: ask.budgets, counted, isTentative })
    return { kind: 'held', windows: views, isDurable: isShared }
  }

  #refuse(ask: HoldRequest, index: number, drawn: Exclude<Drawn, 'drawn'>): HoldResult {
    this.#undraw(ask.budgets.slice(0, index))
    if (drawn !== 'full') return { kind: 'unavailable', reason: drawn.failure }
    const { terms, units } = ask.budgets[index]!
    return { kind: 'exhausted', terms, units, spending: this.#spending(terms) }
  }

  #undraw(budgets: readonly BudgetAsk[]): void {
    for (const { terms, units } of budgets) this.parts.slices.of(terms).undraw(units)
  }

  #settle({ budgets }: Open, used: Used): void {
    for (const { terms, units } of budgets) {
      this.parts.slices.of(terms).settle(units, Math.max(0, used[terms.unit] ?? units))
    }
  }

  #spending(terms: BudgetTerms): Spending {
    const { slices } = this.parts
    const { standing, unreportedUnits } = slices.of(terms)
    return sharedSpending(standing, terms, slices.nowMs(), unreportedUnits)
  }

  #read(account: string): Promise<void> {
    const running = this.#reading.get(account)
    if (running) return running
    const reading = this.parts.store
      .read(account)
      .then((standing) => {
        if (standing) this.parts.slices.learn(account, standing)
      })
      .finally(() => this.#reading.delete(account))
    this.#reading.set(account, reading)
    return reading
  }
}

/** The lease already covers the units; the local service only writes the hold to the journal. */
function unlimited({ terms, units }: BudgetAsk): BudgetAsk {
  const schedule = { every: null, fromMs: null }
  return { terms: { ...terms, limitUnits: Number.MAX_SAFE_INTEGER, alertUnits: null, schedule }, units }
}
