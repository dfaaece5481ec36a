/** The port of the ledger's lasting books: entries that are only ever added, and balances that follow them. */

/** Everything before this place of the journal is in the store. */
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

export type StoredHold = { readonly id: string; readonly atMs: number; readonly legs: readonly StoredHoldLine[] }

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
  /** Of accounts whose period is in the future: the others in the future, and the last one that is not; latest first. */
  readonly before: readonly StoredPeriod[]
  readonly holds: readonly StoredHold[]
  readonly windows: readonly StoredWindow[]
  /** Null before the first fold. */
  readonly position: JournalPosition | null
}

/** What a stretch of the journal comes to. */
export type LedgerBatch = {
  readonly entries: readonly StoredEntry[]
  readonly balances: readonly StoredBalance[]
  readonly openedHolds: readonly StoredHold[]
  readonly resolvedHoldIds: readonly string[]
  readonly windows: readonly StoredWindow[]
  readonly position: JournalPosition
}

/** A balance beside what its entries add up to. */
export type BalanceCheck = { readonly account: string; readonly usedUnits: number; readonly entryUnits: number }

export interface LedgerStore {
  load(): Promise<LedgerState>
  /** All of it or nothing. Gives how many entries were there already: 0, unless a hold was resolved twice. */
  fold(batch: LedgerBatch): Promise<number>
  /** Periods of an account that began before `fromMs`: those in the future, and the last one that is not; latest first. */
  before(account: string, fromMs: number): Promise<readonly StoredPeriod[]>
  /** Forgets windows that began before. */
  prune(beforeMs: number): Promise<void>
  /** Of up to `most` accounts after `account`, in their order; accounts with very many entries in a period are left out. */
  check(
    account: string,
    most: number,
  ): Promise<{ readonly checks: readonly BalanceCheck[]; readonly last: string | null }>
}
