/** Budgets and rate limits of a single node, in memory. A hold on a budget is in the journal before it is granted. */

import type {
  ActualUse,
  BudgetService,
  BudgetTerms,
  HoldRequest,
  HoldResult,
  ResetSchedule,
  WindowAmount,
  WindowTerms,
  WindowView,
} from '../core/money/budget-service.ts'
import type { BudgetAlert, Spending } from '../core/money/spending.ts'
import { notSaved } from '../core/runtime/group-sync.ts'
import {
  type EntryKind,
  type HoldLineRequest,
  type LedgerEntry,
  lacksPeriod,
  type SetBack,
  setBackOf,
} from '../policies/accounts.ts'
import type { Reservation, WindowTake } from '../policies/window.ts'
import { callerMessage } from './ledger-damage.ts'
import { backFrame, entryLine, frameLines, type LedgerFrame, type WindowLine } from './ledger-frame.ts'
import type { LedgerJournal } from './ledger-journal.ts'
import type { SpendingState } from './replay.ts'
import { spendingOf } from './spending-of.ts'

export type BudgetServiceEvents = {
  /** Called after each append to the journal. */
  readonly onAppended: () => void
  readonly onAlert: (alert: BudgetAlert) => void
  /** Called if the clock was set back to a period of the account that is only in the store. */
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
const NOTHING: ActualUse = { cost: 0, tokens: 0, requests: 0 }

export class LocalBudgetService implements BudgetService {
  readonly #open = new Map<string, Open>()
  /** Frames of changes already made that could not be written yet. */
  #unwritten: LedgerFrame[] = []

  constructor(
    private readonly state: SpendingState,
    private readonly journal: LedgerJournal,
    private readonly events: BudgetServiceEvents,
    private readonly clock: () => number = Date.now,
    /** False if a shared store decides when periods begin. */
    private readonly managesPeriods = true,
  ) {}

  hold(request: HoldRequest): HoldResult {
    const nowMs = this.clock()
    for (const { terms, units } of request.windows) {
      const window = this.#view(terms, nowMs)
      if (units > window.remainingUnits && !request.isServed) return { kind: 'limited', window, units }
    }
    const damage = request.budgets.length > 0 ? this.journal.damages.first() : null
    if (damage) return { kind: 'unavailable', reason: callerMessage(damage) }
    const lineRequests = request.budgets.map(toLineRequest)
    if (this.managesPeriods && lineRequests.some(({ account }) => this.#lacksPeriod(account, nowMs)))
      return { kind: 'unavailable', reason: 'the clock was set back; the spending of that period is being loaded' }
    if (this.managesPeriods) for (const one of lineRequests) this.#followClockBack(one, nowMs)
    const full = request.isServed ? null : this.state.accounts.findFull(lineRequests, nowMs)
    if (full) {
      const { terms, units } = request.budgets[lineRequests.indexOf(full)]!
      return { kind: 'exhausted', terms, units, spending: spendingOf(this.state.accounts, terms, nowMs) }
    }
    return this.#take(request, lineRequests, nowMs)
  }

  settle(id: string, used: ActualUse): boolean {
    return this.#resolve(id, 'post', used)
  }

  release(id: string): boolean {
    return this.#resolve(id, 'release', NOTHING)
  }

  currentSpending(terms: BudgetTerms): Spending {
    return spendingOf(this.state.accounts, terms, this.clock())
  }

  /** Starts a new period with nothing used; false if the journal could not be written. */
  reset(account: string): boolean {
    const begun = this.state.accounts.find(account)
    if (!begun) return true
    const { periodStartedAtMs } = begun
    const nowMs = this.clock()
    const back = this.managesPeriods ? setBackOf(begun, NO_RESET, nowMs) : null
    if (back) return this.#resetInPresent(back, nowMs)
    const nextMs = Math.max(nowMs, periodStartedAtMs + 1)
    if (!this.#write(['reset', account, nextMs])) return false
    this.state.accounts.beginPeriod(account, nextMs)
    return true
  }

  /** Settles in full the holds that were open when the last process died, because their actual use is unknown. */
  settleCrashed(): number {
    const ids = this.state.accounts.openHoldIds()
    const nowMs = this.clock()
    for (const id of ids) this.#enter(this.state.accounts.resolve(id, 'crash', () => null, nowMs) ?? [], [])
    return ids.length
  }

  /** Settles in full every hold opened before `beforeMs`. Safety net for calls that never settle or release. */
  expire(beforeMs: number): void {
    const entries = this.state.accounts.expire(beforeMs, this.clock())
    const byHold = Map.groupBy(entries, ({ holdId }) => holdId)
    for (const lines of byHold.values()) this.#enter(lines, [])
  }

  /** Resolves once all changes are on disk; rejects if one could not be written. Only with the durability `disk`. */
  saved(): Promise<void> {
    if (this.#unwritten.length > 0) return Promise.reject(notSaved(this.journal.failure))
    return this.journal.synced()
  }

  /** Why the journal cannot be written or synced; null if it can. */
  get failure(): string | null {
    return this.journal.failure
  }

  get openHolds(): number {
    return this.state.accounts.openHolds
  }

  /** Resets an account whose period lies in the future: its new period starts now. */
  #resetInPresent(back: SetBack, nowMs: number): boolean {
    const begun = { ...back, periodStartedAtMs: nowMs, usedUnits: 0, unknownUnits: 0 }
    if (!this.#write(backFrame(begun, nowMs, true))) return false
    this.state.accounts.restorePeriod(back.account, begun, true)
    return true
  }

  #lacksPeriod(id: string, nowMs: number): boolean {
    const account = this.state.accounts.find(id)
    if (!account || !lacksPeriod(account, nowMs)) return false
    this.events.onUnknownPeriod?.(id)
    return true
  }

  #followClockBack(request: HoldLineRequest, nowMs: number): void {
    const followed = this.state.accounts.followClockBack(request, nowMs)
    if (!followed) return
    const { back, entry } = followed
    const frame = backFrame(back, nowMs, false)
    if (!this.#write(frame)) this.#unwritten.push(frame)
    if (entry) this.#enter([entry], [])
  }

  #take(request: HoldRequest, lineRequests: readonly HoldLineRequest[], nowMs: number): HoldResult {
    const { accounts, windows } = this.state
    const reservations = request.windows.map(({ terms, units }) => windows.take(toTake(terms), units, nowMs))
    const lines = lineRequests.length > 0 ? accounts.hold(request.id, lineRequests, nowMs) : []
    const frame: LedgerFrame = ['hold', request.id, nowMs, frameLines(lines), this.#lines(reservations)]
    const isWritten = lineRequests.length + reservations.length === 0 || this.#write(frame)
    if (!isWritten && lineRequests.length > 0) {
      accounts.resolve(request.id, 'release', () => 0, nowMs)
      for (const reservation of reservations) windows.settle(reservation, 0)
      return { kind: 'unavailable', reason: this.journal.failure ?? 'the ledger journal cannot be written' }
    }
    const ofType = (type: 'tokens' | 'requests') =>
      reservations.filter((_, i) => request.windows[i]!.terms.limit.type === type)
    const settled = ofType('tokens')
    const requests = request.isTentative ? ofType('requests') : NO_RESERVATIONS
    if (lineRequests.length + settled.length + requests.length > 0) {
      this.#open.set(request.id, { terms: request.budgets.map(({ terms }) => terms), reservations: settled, requests })
    }
    return { kind: 'held', windows: this.#views(request.windows, nowMs), isDurable: isWritten }
  }

  #resolve(id: string, kind: EntryKind, used: ActualUse): boolean {
    const open = this.#open.get(id)
    if (!open) return false
    this.#open.delete(id)
    const { accounts, windows } = this.state
    const { terms, reservations, requests } = open
    const unitsOf = (_: unknown, index: number) => used[terms[index]!.unit]
    const entries = accounts.resolve(id, kind, unitsOf, this.clock()) ?? []
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
    // The change is already made, so a frame that cannot be written now is written before any later frame.
    if (!this.#write(frame)) this.#unwritten.push(frame)
  }

  #alert({ account: id, balanceUnits, atMs }: LedgerEntry, terms: BudgetTerms | undefined): boolean {
    if (!terms || terms.alertUnits === null || balanceUnits === null || balanceUnits < terms.alertUnits) return false
    const account = this.state.accounts.find(id)
    if (!account || account.isAlerted) return false
    account.isAlerted = true
    const spending = spendingOf(this.state.accounts, terms, atMs)
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
    return { terms, ...this.state.windows.read(toTake(terms), nowMs) }
  }

  #views(amounts: readonly WindowAmount[], nowMs: number): WindowView[] {
    return amounts.map(({ terms }) => this.#view(terms, nowMs))
  }

  /** Current counts of the reserved windows, without windows that have ended. */
  #lines(reservations: readonly Reservation[]): WindowLine[] {
    return reservations.flatMap(({ counter, startMs }) => {
      const window = this.state.windows.peek(counter)
      return window?.startMs === startMs ? [[counter, startMs, window.usedUnits] as const] : []
    })
  }
}

function toLineRequest({ terms, units }: HoldRequest['budgets'][number]): HoldLineRequest {
  return { account: terms.account, units, limitUnits: terms.limitUnits, schedule: terms.schedule }
}

function toTake({ counter, limit }: WindowTerms): WindowTake {
  return { counter, unit: limit.unit, limitUnits: limit.value }
}
