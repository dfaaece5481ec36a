/** Port of the database behind the ledger: append-only entries, and account balances derived from them. */

/** The journal up to this position is in the database. */
export type JournalPosition = { readonly segment: number; readonly offsetBytes: number }

export type StoredBalance = {
  readonly account: string
  readonly anchorMs: number
  readonly periodStartedAtMs: number
  readonly usedUnits: number
  readonly unknownUnits: number
  readonly isAlerted: boolean
}

export type StoredPeriod = { readonly account: string; readonly periodStartedAtMs: number; readonly usedUnits: number }

export type StoredHoldLine = { readonly account: string; readonly units: number; readonly periodStartedAtMs: number }

export type StoredHold = { readonly id: string; readonly atMs: number; readonly lines: readonly StoredHoldLine[] }

export type StoredWindow = { readonly counter: string; readonly startMs: number; readonly usedUnits: number }

export type StoredEntry = {
  readonly holdId: string
  readonly account: string
  readonly kind: string
  readonly atMs: number
  readonly heldUnits: number
  readonly units: number
  readonly periodStartedAtMs: number
  readonly balanceUnits: number | null
}

export type LedgerState = {
  readonly balances: readonly StoredBalance[]
  /**
   * For accounts whose current period starts in the future (the clock was set back): their other future periods and the
   * latest past period, latest first.
   */
  readonly before: readonly StoredPeriod[]
  readonly holds: readonly StoredHold[]
  readonly windows: readonly StoredWindow[]
  /** Null until the first `fold`. */
  readonly position: JournalPosition | null
}

/** The combined effect of a range of journal lines. */
export type LedgerBatch = {
  readonly entries: readonly StoredEntry[]
  readonly balances: readonly StoredBalance[]
  readonly openedHolds: readonly StoredHold[]
  readonly resolvedHoldIds: readonly string[]
  readonly windows: readonly StoredWindow[]
  readonly position: JournalPosition
}

/** A stored balance and the sum of its entries, which should be equal. */
export type BalanceCheck = { readonly account: string; readonly usedUnits: number; readonly entryUnits: number }

export interface LedgerStore {
  load(): Promise<LedgerState>
  /** Atomic. Returns how many entries already existed: 0, unless a hold was settled twice. */
  fold(batch: LedgerBatch): Promise<number>
  /** Periods of an account that start before `fromMs`: all in the future and the latest past one, latest first. */
  before(account: string, fromMs: number): Promise<readonly StoredPeriod[]>
  /** Deletes windows that started earlier. */
  prune(beforeMs: number): Promise<void>
  /** Checks up to `most` accounts after `account`, in order. Skips accounts with very many entries in a period. */
  check(
    account: string,
    most: number,
  ): Promise<{ readonly checks: readonly BalanceCheck[]; readonly last: string | null }>
}
