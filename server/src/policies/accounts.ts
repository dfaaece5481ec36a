/** Accounts and holds in memory: hold units, then settle or release, once per hold. Integers only; callers pass the time. */

import { lastBoundaryMs, startOfDayMs } from '../core/money/budget-period.ts'
import type { ResetSchedule } from '../core/money/budget-service.ts'

export type Account = {
  readonly id: string
  /** Start of the first period, for periods of N days. */
  readonly anchorMs: number
  periodStartedAtMs: number
  usedUnits: number
  /** Part of `usedUnits` that is an estimate: the full hold of calls whose actual use is unknown. */
  unknownUnits: number
  heldUnits: number
  isAlerted: boolean
  /** Earlier periods, latest first, needed when the clock is set back. May be incomplete; see `knownFromMs`. */
  before?: readonly PeriodUse[]
  /** Set if loaded from the store, which may have periods older than this. Absent if all periods are in memory. */
  knownFromMs?: number
}

export type PeriodUse = {
  readonly periodStartedAtMs: number
  readonly usedUnits: number
  readonly unknownUnits: number
}

/** A period that starts this far in the future means that the clock was set back, not slightly corrected. */
const AHEAD_MS = 60_000

const MAX_BEFORE = 8

/** True if the clock was set back to a period that is only in the store. */
export function lacksPeriod({ periodStartedAtMs, knownFromMs }: Account, nowMs: number): boolean {
  return knownFromMs !== undefined && knownFromMs > nowMs && periodStartedAtMs > nowMs + AHEAD_MS
}

/** How an account changes when the clock is set back: its current period, and the usage of the periods after it. */
export type SetBack = PeriodUse & {
  readonly account: string
  readonly aheadMs: number
  readonly ahead: readonly PeriodUse[]
  readonly movedUnits: number
}

/** Null if the account's period is not in the future. */
export function setBackOf(account: Account, schedule: ResetSchedule, nowMs: number): SetBack | null {
  if (account.periodStartedAtMs <= nowMs + AHEAD_MS) return null
  const boundaryMs = lastBoundaryMs(schedule, account.anchorMs, nowMs)
  const before = account.before ?? []
  const running = before.find(
    ({ periodStartedAtMs }) => periodStartedAtMs <= nowMs && periodStartedAtMs >= (boundaryMs ?? 0),
  )
  const period = running ?? { periodStartedAtMs: boundaryMs ?? nowMs, usedUnits: 0, unknownUnits: 0 }
  const ahead = [account, ...before.filter(({ periodStartedAtMs }) => periodStartedAtMs > nowMs)].filter(
    ({ usedUnits }) => usedUnits > 0,
  )
  const movedUnits = Math.min(
    ahead.reduce((sum, { usedUnits }) => sum + usedUnits, 0),
    Number.MAX_SAFE_INTEGER,
  )
  const { periodStartedAtMs, usedUnits, unknownUnits } = period
  return {
    account: account.id,
    periodStartedAtMs,
    usedUnits,
    unknownUnits,
    aheadMs: account.periodStartedAtMs,
    ahead: ahead.map(toPeriodUse),
    movedUnits,
  }
}

/** Units to hold on one account. */
export type HoldLineRequest = {
  readonly account: string
  readonly units: number
  readonly limitUnits: number
  readonly schedule: ResetSchedule
}

/** Maximum number of expired holds that are kept in case their calls still settle. */
const MAX_EXPIRED = 10_000

/** Units held on one account, and the period they were held in. */
export type HoldLine = { readonly account: string; readonly units: number; readonly periodStartedAtMs: number }

type Hold = { readonly id: string; readonly atMs: number; readonly lines: readonly HoldLine[] }

export type EntryKind = 'post' | 'release' | 'expire' | 'crash' | 'adjust'

/** One ledger entry: the result of a hold on one account. */
export type LedgerEntry = {
  readonly holdId: string
  readonly account: string
  readonly kind: EntryKind
  readonly atMs: number
  readonly heldUnits: number
  readonly units: number
  readonly isUnknown: boolean
  readonly periodStartedAtMs: number
  /** The account's usage after this entry; null if the entry belongs to an earlier period. */
  readonly balanceUnits: number | null
}

/** Units used on a hold line; null if unknown, then the full hold counts. */
type UsedOf = (line: HoldLine, index: number) => number | null

export class Accounts {
  readonly #accounts = new Map<string, Account>()
  readonly #holds = new Map<string, Hold>()
  /** Expired holds, so that a late settle can add the excess. */
  readonly #expired = new Map<string, Hold>()

  get openHolds(): number {
    return this.#holds.size
  }

  all(): IterableIterator<Account> {
    return this.#accounts.values()
  }

  find(account: string): Account | undefined {
    return this.#accounts.get(account)
  }

  /** The account in its current period; starts a new period if a boundary has passed. */
  at(account: string, schedule: ResetSchedule, nowMs: number): Account {
    const known = this.#accounts.get(account) ?? this.#open(account, schedule, nowMs)
    const boundaryMs = lastBoundaryMs(schedule, known.anchorMs, nowMs)
    if (boundaryMs !== null && boundaryMs > known.periodStartedAtMs) startPeriod(known, boundaryMs)
    return known
  }

  /** After the clock was set back: returns the account to the current period and moves later usage into it. */
  followClockBack(
    { account: id, schedule }: HoldLineRequest,
    nowMs: number,
  ): { back: SetBack; entry: LedgerEntry | null } | null {
    const account = this.#accounts.get(id)
    const back = account ? setBackOf(account, schedule, nowMs) : null
    if (!account || !back) return null
    this.restorePeriod(id, back)
    if (back.movedUnits === 0) return { back, entry: null }
    const line = { account: id, units: 0, periodStartedAtMs: back.periodStartedAtMs }
    const holdId = `clock-${back.aheadMs}-${nowMs}`
    return { back, entry: this.#enter(holdId, line, 'adjust', 0, back.movedUnits, false, nowMs) }
  }

  /** Sets the period and usage of an account, as recorded in the journal. */
  restorePeriod(id: string, { periodStartedAtMs, usedUnits, unknownUnits }: PeriodUse, isReset = false): void {
    const account = this.#accounts.get(id) ?? newAccount(id, startOfDayMs(periodStartedAtMs), periodStartedAtMs)
    this.#accounts.set(id, account)
    Object.assign(account, { periodStartedAtMs, usedUnits, unknownUnits, isAlerted: false })
    if (isReset) return forgetBefore(account)
    account.before = (account.before ?? []).filter((period) => period.periodStartedAtMs < periodStartedAtMs)
  }

  /** The first request whose account is exhausted or cannot cover it; null if there is none. */
  findFull(requests: readonly HoldLineRequest[], nowMs: number): HoldLineRequest | null {
    for (const request of requests) {
      const { usedUnits, heldUnits } = this.at(request.account, request.schedule, nowMs)
      const isExhausted = usedUnits >= request.limitUnits
      if (isExhausted || usedUnits + heldUnits + request.units > request.limitUnits) return request
    }
    return null
  }

  /** Holds units on all accounts. Call `findFull` first; this does not check limits. */
  hold(id: string, requests: readonly HoldLineRequest[], nowMs: number): readonly HoldLine[] {
    if (this.#holds.has(id)) throw new Error(`hold ${id} is already open`)
    const lines = requests.map(({ account, units, schedule }) => {
      const found = this.at(account, schedule, nowMs)
      found.heldUnits += units
      return { account, units, periodStartedAtMs: found.periodStartedAtMs }
    })
    this.#holds.set(id, { id, atMs: nowMs, lines })
    return lines
  }

  /** Settles or releases a hold. Null if it was resolved before or never existed. */
  resolve(id: string, kind: EntryKind, usedOf: UsedOf, nowMs: number): LedgerEntry[] | null {
    const hold = this.#holds.get(id)
    if (!hold) return this.#adjust(id, usedOf, nowMs)
    this.#holds.delete(id)
    return hold.lines.map((line, index) => {
      const used = usedOf(line, index)
      // Token counts from a provider are untrusted: they must never lower a balance.
      const units = used === null ? line.units : Math.max(0, used)
      const account = this.#accounts.get(line.account)
      if (account) account.heldUnits -= line.units
      return this.#enter(hold.id, line, kind, line.units, units, used === null, nowMs)
    })
  }

  /** Settles in full every hold opened before `beforeMs`. */
  expire(beforeMs: number, nowMs: number): LedgerEntry[] {
    const entries: LedgerEntry[] = []
    for (const hold of this.#holds.values()) {
      if (hold.atMs >= beforeMs) continue
      entries.push(...(this.resolve(hold.id, 'expire', () => null, nowMs) ?? []))
      this.#expired.set(hold.id, hold)
    }
    for (const id of this.#expired.keys()) {
      if (this.#expired.size <= MAX_EXPIRED) break
      this.#expired.delete(id)
    }
    return entries
  }

  /** Starts a new period (manual reset). Open holds stay and count in the period they were held in. */
  beginPeriod(account: string, periodStartedAtMs: number): void {
    forgetBefore(this.#accountIn({ account, periodStartedAtMs }))
  }

  /** Adds earlier periods from the store to an account whose period is in the future. */
  restoreBefore(id: string, periods: readonly PeriodUse[]): void {
    const account = this.#accounts.get(id)
    if (account?.knownFromMs === undefined) return
    account.before = [...(account.before ?? []), ...periods]
    account.knownFromMs = periods.at(-1)?.periodStartedAtMs ?? 0
  }

  /** Loads an account from the store. */
  restoreAccount(account: Account): void {
    this.#accounts.set(account.id, account)
  }

  /** Loads an open hold from the store or the journal. */
  restoreHold(id: string, atMs: number, lines: readonly HoldLine[]): void {
    this.#holds.set(id, { id, atMs, lines })
    for (const line of lines) {
      const account = this.#accountIn(line)
      account.heldUnits += line.units
    }
  }

  /** Applies an entry from the journal. */
  restoreEntry(entry: LedgerEntry): void {
    const hold = this.#holds.get(entry.holdId)
    const line = hold?.lines.find(({ account }) => account === entry.account)
    const account = this.#accountIn(entry)
    if (hold && line) {
      account.heldUnits -= line.units
      const lines = hold.lines.filter((other) => other !== line)
      if (lines.length === 0) this.#holds.delete(hold.id)
      else this.#holds.set(hold.id, { ...hold, lines })
    }
    if (entry.periodStartedAtMs !== account.periodStartedAtMs) return addToBefore(account, entry)
    account.usedUnits += entry.units
    if (entry.isUnknown) account.unknownUnits += entry.units
  }

  openHoldIds(): string[] {
    return [...this.#holds.keys()]
  }

  /** Late settle of an expired hold: it was settled in full, so only the excess is added. */
  #adjust(id: string, usedOf: UsedOf, nowMs: number): LedgerEntry[] | null {
    const hold = this.#expired.get(id)
    if (!hold) return null
    this.#expired.delete(id)
    const entries: LedgerEntry[] = []
    for (const [index, line] of hold.lines.entries()) {
      const beyond = (usedOf(line, index) ?? 0) - line.units
      if (beyond > 0) entries.push(this.#enter(`${id}+`, line, 'adjust', 0, beyond, false, nowMs))
    }
    return entries.length > 0 ? entries : null
  }

  #enter(
    holdId: string,
    { account: id, periodStartedAtMs: heldInMs }: HoldLine,
    kind: EntryKind,
    heldUnits: number,
    units: number,
    isUnknown: boolean,
    atMs: number,
  ): LedgerEntry {
    const account = this.#accounts.get(id)
    // If the clock was set back since the hold, the entry counts in the current period.
    const periodStartedAtMs = account ? Math.min(heldInMs, account.periodStartedAtMs) : heldInMs
    const isCurrent = account !== undefined && account.periodStartedAtMs === periodStartedAtMs
    // Cap at MAX_SAFE_INTEGER so that sums stay exact. Any budget is exhausted long before.
    if (isCurrent) units = Math.min(units, Number.MAX_SAFE_INTEGER - account.usedUnits)
    if (isCurrent) {
      account.usedUnits += units
      if (isUnknown) account.unknownUnits += units
    } else if (account) addToBefore(account, { periodStartedAtMs, units, isUnknown })
    const balanceUnits = isCurrent ? account.usedUnits : null
    return { holdId, account: id, kind, atMs, heldUnits, units, isUnknown, periodStartedAtMs, balanceUnits }
  }

  /** The account, moved to the period of the hold or entry if that is later than its own. */
  #accountIn({ account: id, periodStartedAtMs }: Pick<HoldLine, 'account' | 'periodStartedAtMs'>): Account {
    let account = this.#accounts.get(id)
    if (!account) {
      account = newAccount(id, startOfDayMs(periodStartedAtMs), periodStartedAtMs)
      this.#accounts.set(id, account)
    }
    if (periodStartedAtMs > account.periodStartedAtMs) startPeriod(account, periodStartedAtMs)
    return account
  }

  #open(id: string, schedule: ResetSchedule, nowMs: number): Account {
    const anchorMs = startOfDayMs(nowMs)
    const account = newAccount(id, anchorMs, lastBoundaryMs(schedule, anchorMs, nowMs) ?? nowMs)
    this.#accounts.set(id, account)
    return account
  }
}

function newAccount(id: string, anchorMs: number, periodStartedAtMs: number): Account {
  return { id, anchorMs, periodStartedAtMs, usedUnits: 0, unknownUnits: 0, heldUnits: 0, isAlerted: false }
}

/** Adds the usage of a hold that was made in an earlier period. */
function addToBefore(
  account: Account,
  { periodStartedAtMs, units, isUnknown }: Pick<LedgerEntry, 'periodStartedAtMs' | 'units' | 'isUnknown'>,
): void {
  account.before = (account.before ?? []).map((period) => {
    if (period.periodStartedAtMs !== periodStartedAtMs) return period
    const unknownUnits = period.unknownUnits + (isUnknown ? units : 0)
    return { periodStartedAtMs, usedUnits: period.usedUnits + units, unknownUnits }
  })
}

/** After a manual reset, setting the clock back must not restore earlier usage. */
function forgetBefore(account: Account): void {
  account.before = []
  delete account.knownFromMs
}

function toPeriodUse({ periodStartedAtMs, usedUnits, unknownUnits }: PeriodUse): PeriodUse {
  return { periodStartedAtMs, usedUnits, unknownUnits }
}

function startPeriod(account: Account, atMs: number): void {
  account.before = [toPeriodUse(account), ...(account.before ?? [])].slice(0, MAX_BEFORE)
  account.periodStartedAtMs = atMs
  account.usedUnits = 0
  account.unknownUnits = 0
  account.isAlerted = false
}
