/** Budgets and rate limits of a single node: counts in memory and writes each hold to the journal before granting it. */

import type {
  BudgetService,
  BudgetTerms,
  HoldRequest,
  HoldResult,
  ResetSchedule,
  Used,
  WindowAmount,
  WindowTerms,
  WindowView,
} from '../core/money/budget-service.ts'
import type { BudgetAlert, Spending } from '../core/money/spending.ts'
import {
  type EntryKind,
  type HoldLineRequest,
  type LedgerEntry,
  lacksPeriod,
  type SetBack,
  setBackOf,
} from '../policies/accounts.ts'
import type { Reservation, WindowTake } from '../policies/window.ts'
import { inShort } from './ledger-damage.ts'
import { backFrame, entryLine, frameLines, type LedgerFrame, type WindowLine } from './ledger-frame.ts'
import type { LedgerJournal } from './ledger-journal.ts'
import type { SpendingState } from './replay.ts'
import { spendingOf } from './spending-of.ts'

export type BudgetServiceEvents = {
  /** Called after each append to the journal. */
  readonly onAppended: () => void
  readonly onAlert: (alert: BudgetAlert) => void
  /** The clock was set back to a period of the account that is only in the store. */
  readonly onUnknownPeriod?: (account: string) => void
}

/** State of a hold until it is settled or released. */
type Open = {
  readonly terms: readonly BudgetTerms[]
  readonly reservations: readonly Reservation[]
  /** Request counts of a tentative hold, undone on release. */
  readonly requests: readonly Reservation[]
}

const NO_RESERVATIONS: readonly Reservation[] = []

const NO_RESET: ResetSchedule = { every: null, fromMs: null }
const NOTHING: Used = { cost: 0, tokens: 0, requests: 0 }

export class LocalBudgetService implements BudgetService {
  readonly #open = new Map<string, Open>()
  /** Frames of changes already made that could not be written yet. */
  #unwritten: LedgerFrame[] = []

  constructor(
    private readonly books: SpendingState,
    private readonly journal: LedgerJournal,
    private readonly events: BudgetServiceEvents,
    private readonly clock: () => number = Date.now,
    /** False if a shared store decides when periods begin. */
    private readonly keepsPeriods = true,
  ) {}

  hold(ask: HoldRequest): HoldResult {
    const nowMs = this.clock()
    for (const { terms, units } of ask.windows) {
      const window = this.#view(terms, nowMs)
      if (units > window.remainingUnits) return { kind: 'limited', window, units }
    }
    const damage = ask.budgets.length > 0 ? this.journal.damages.first() : null
    if (damage) return { kind: 'unavailable', reason: inShort(damage) }
    const asks = ask.budgets.map(toLegAsk)
    if (this.keepsPeriods && asks.some(({ account }) => this.#lacksPeriod(account, nowMs)))
      return { kind: 'unavailable', reason: 'the clock was set back; the spending of that period is being loaded' }
    if (this.keepsPeriods) for (const one of asks) this.#followClockBack(one, nowMs)
    const full = this.books.ledger.findFull(asks, nowMs)
    if (full) {
      const { terms, units } = ask.budgets[asks.indexOf(full)]!
      return { kind: 'exhausted', terms, units, spending: spendingOf(this.books.ledger, terms, nowMs) }
    }
    return this.#take(ask, asks, nowMs)
  }

  post(id: string, used: Used): boolean {
    return this.#resolve(id, 'post', used)
  }

  release(id: string): boolean {
    return this.#resolve(id, 'release', NOTHING)
  }

  standing(terms: BudgetTerms): Spending {
    return spendingOf(this.books.ledger, terms, this.clock())
  }

  /** Starts a new period with nothing used; false if the journal could not be written. */
  reset(account: string): boolean {
    const begun = this.books.ledger.find(account)
    if (!begun) return true
    const { periodStartedAtMs } = begun
    const nowMs = this.clock()
    const back = this.keepsPeriods ? setBackOf(begun, NO_RESET, nowMs) : null
    if (back) return this.#resetInPresent(back, nowMs)
    const nextMs = Math.max(nowMs, periodStartedAtMs + 1)
    if (!this.#write(['reset', account, nextMs])) return false
    this.books.ledger.beginPeriod(account, nextMs)
    return true
  }

  /** Settles in full the holds that were open when the last process died, because their actual use is unknown. */
  settleCrashed(): number {
    const ids = this.books.ledger.openHoldIds()
    const nowMs = this.clock()
    for (const id of ids) this.#enter(this.books.ledger.resolve(id, 'crash', () => null, nowMs) ?? [], [])
    return ids.length
  }

  /** Settles in full every hold opened before `beforeMs`. Safety net for calls that never settle or release. */
  expire(beforeMs: number): void {
    const entries = this.books.ledger.expire(beforeMs, this.clock())
    const byHold = Map.groupBy(entries, ({ holdId }) => holdId)
    for (const lines of byHold.values()) this.#enter(lines, [])
  }

  /** Why the journal cannot be written; null if it can. */
  get failure(): string | null {
    return this.journal.failure
  }

  get openHolds(): number {
    return this.books.ledger.openHolds
  }

  /** Resets an account whose period lies in the future: its new period starts now. */
  #resetInPresent(back: SetBack, nowMs: number): boolean {
    const begun = { ...back, periodStartedAtMs: nowMs, usedUnits: 0, unknownUnits: 0 }
    if (!this.#write(backFrame(begun, nowMs, true))) return false
    this.books.ledger.restorePeriod(back.account, begun, true)
    return true
  }

  #lacksPeriod(id: string, nowMs: number): boolean {
    const account = this.books.ledger.find(id)
    if (!account || !lacksPeriod(account, nowMs)) return false
    this.events.onUnknownPeriod?.(id)
    return true
  }

  #followClockBack(ask: HoldLineRequest, nowMs: number): void {
    const followed = this.books.ledger.followClockBack(ask, nowMs)
    if (!followed) return
    const { back, entry } = followed
    const frame = backFrame(back, nowMs, false)
    if (!this.#write(frame)) this.#unwritten.push(frame)
    if (entry) this.#enter([entry], [])
  }

  #take(ask: HoldRequest, asks: readonly HoldLineRequest[], nowMs: number): HoldResult {
    const { ledger, windows } = this.books
    const reservations = ask.windows.map(({ terms, units }) => windows.take(toTake(terms), units, nowMs))
    const legs = asks.length > 0 ? ledger.hold(ask.id, asks, nowMs) : []
    const frame: LedgerFrame = ['hold', ask.id, nowMs, frameLines(legs), this.#lines(reservations)]
    const isWritten = asks.length + reservations.length === 0 || this.#write(frame)
    if (!isWritten && asks.length > 0) {
      ledger.resolve(ask.id, 'release', () => 0, nowMs)
      for (const reservation of reservations) windows.settle(reservation, 0)
      return { kind: 'unavailable', reason: this.journal.failure ?? 'the ledger journal cannot be written' }
    }
    const ofType = (type: 'tokens' | 'requests') =>
      reservations.filter((_, i) => ask.windows[i]!.terms.limit.type === type)
    const settled = ofType('tokens')
    const requests = ask.isTentative ? ofType('requests') : NO_RESERVATIONS
    if (asks.length + settled.length + requests.length > 0) {
      this.#open.set(ask.id, { terms: ask.budgets.map(({ terms }) => terms), reservations: settled, requests })
    }
    return { kind: 'held', windows: this.#views(ask.windows, nowMs), isDurable: isWritten }
  }

  #resolve(id: string, kind: EntryKind, used: Used): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    const { ledger, windows } = this.books
    const { terms, reservations, requests } = open
    const unitsOf = (_: unknown, index: number) => used[terms[index]!.unit]
    const entries = ledger.resolve(id, kind, unitsOf, this.clock()) ?? []
    const { tokens } = used
    if (tokens !== null) for (const reservation of reservations) windows.settle(reservation, tokens)
    const undone = kind === 'release' ? requests : NO_RESERVATIONS
    for (const reservation of undone) windows.settle(reservation, 0)
    const changed = tokens === null ? undone : [...reservations, ...undone]
    this.#enter(entries, this.#lines(changed), terms)
    return true
  }

  #enter(entries: readonly LedgerEntry[], windows: readonly WindowLine[], terms: readonly BudgetTerms[] = []): void {
    const [first] = entries
    if (!first) {
      if (windows.length > 0) this.#write(['windows', windows])
      return
    }
    const alerted = entries.map((entry) =>
      this.#alert(
        entry,
        terms.find(({ account }) => account === entry.account),
      ),
    )
    const lines = entries.map((entry, i) => entryLine(entry, alerted[i]!))
    const frame: LedgerFrame = ['entries', first.holdId, first.kind, first.atMs, lines, windows]
    // The change is already made, so a frame that fails now is written before any other.
    if (!this.#write(frame)) this.#unwritten.push(frame)
  }

  #alert({ account: id, balanceUnits, atMs }: LedgerEntry, terms: BudgetTerms | undefined): boolean {
    if (!terms || terms.alertUnits === null || balanceUnits === null || balanceUnits < terms.alertUnits) return false
    const account = this.books.ledger.find(id)
    if (!account || account.isAlerted) return false
    account.isAlerted = true
    const spending = spendingOf(this.books.ledger, terms, atMs)
    this.events.onAlert({ ...terms.owner, atMs, thresholdUnits: terms.alertUnits, spending })
    return true
  }

  #write(frame: LedgerFrame): boolean {
    while (this.#unwritten[0]) {
      if (!this.journal.append(this.#unwritten[0])) return false
      this.#unwritten.shift()
    }
    if (!this.journal.append(frame)) return false
    this.events.onAppended()
    return true
  }

  #view(terms: WindowTerms, nowMs: number): WindowView {
    return { terms, ...this.books.windows.read(toTake(terms), nowMs) }
  }

  #views(asks: readonly WindowAmount[], nowMs: number): WindowView[] {
    return asks.map(({ terms }) => this.#view(terms, nowMs))
  }

  /** Current counts of the reserved windows, without those that have ended. */
  #lines(reservations: readonly Reservation[]): WindowLine[] {
    return reservations.flatMap(({ counter, startMs }) => {
      const window = this.books.windows.peek(counter)
      return window?.startMs === startMs ? [[counter, startMs, window.usedUnits] as const] : []
    })
  }
}

function toLegAsk({ terms, units }: HoldRequest['budgets'][number]): HoldLineRequest {
  return { account: terms.account, units, limitUnits: terms.limitUnits, schedule: terms.schedule }
}

function toTake({ counter, limit }: WindowTerms): WindowTake {
  return { counter, unit: limit.unit, limitUnits: limit.value }
}
