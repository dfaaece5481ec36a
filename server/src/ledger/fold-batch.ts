/** Turns the frames of one journal read into a batch for the store, and checks each balance against its entries. */

import { startOfDayMs } from '../core/money/budget-period.ts'
import type {
  JournalPosition,
  LedgerBatch,
  StoredBalance,
  StoredEntry,
  StoredHold,
  StoredWindow,
} from '../core/money/ledger-store.ts'
import { entryIn, holdLinesIn, type LedgerFrame, type WindowLine } from './ledger-frame.ts'

/** The entries of the account add up to `addedUnits`, but its recorded balance is `counterUnits`. */
export type Mismatch = { readonly account: string; readonly addedUnits: number; readonly counterUnits: number }

/** The balances in the store, computed from frames only, so that they can be compared with the counters in memory. */
export class FoldedState {
  readonly #balances = new Map<string, StoredBalance>()

  constructor(balances: readonly StoredBalance[]) {
    for (const balance of balances) this.#balances.set(balance.account, balance)
  }

  /** Does not change this state; call `commit` after the store has written the batch. A failed batch is built again. */
  summarise(frames: readonly LedgerFrame[], position: JournalPosition): Summary {
    const summary = new Summary((account) => this.#balances.get(account), position)
    for (const frame of frames) summary.add(frame)
    return summary
  }

  commit({ balances }: LedgerBatch): void {
    for (const balance of balances) this.#balances.set(balance.account, balance)
  }
}

export class Summary {
  readonly mismatches: Mismatch[] = []
  readonly #entries: StoredEntry[] = []
  readonly #balances = new Map<string, StoredBalance>()
  readonly #opened = new Map<string, StoredHold>()
  readonly #resolved = new Set<string>()
  readonly #windows = new Map<string, StoredWindow>()

  constructor(
    private readonly before: (account: string) => StoredBalance | undefined,
    private readonly position: JournalPosition,
  ) {}

  add(frame: LedgerFrame): void {
    switch (frame[0]) {
      case 'hold': {
        const [, id, atMs, lines, windows] = frame
        if (lines.length > 0) this.#opened.set(id, { id, atMs, lines: holdLinesIn(lines) })
        return this.#count(windows)
      }
      case 'entries': {
        const [, id, kind, atMs, lines, windows] = frame
        if (!this.#opened.delete(id)) this.#resolved.add(id)
        for (const line of lines) {
          const entry = entryIn(id, kind, atMs, line)
          const { isUnknown, ...stored } = entry
          this.#entries.push(stored)
          this.#enter(stored, isUnknown ? stored.units : 0, line[6] === 1)
        }
        return this.#count(windows)
      }
      case 'windows':
        return this.#count(frame[1])
      case 'reset':
        this.#balances.set(frame[1], this.#inPeriod(frame[1], frame[2]))
        return
      case 'back': {
        const [, account, periodStartedAtMs, usedUnits, unknownUnits, atMs = periodStartedAtMs, reversed = []] = frame
        for (const [aheadMs, units] of reversed) this.#entries.push(reversal(account, aheadMs, units, atMs))
        const { anchorMs } = this.#inPeriod(account, periodStartedAtMs)
        this.#balances.set(account, {
          account,
          anchorMs,
          periodStartedAtMs,
          usedUnits,
          unknownUnits,
          isAlerted: false,
        })
      }
    }
  }

  batch(): LedgerBatch {
    return {
      entries: this.#entries,
      balances: [...this.#balances.values()],
      openedHolds: [...this.#opened.values()],
      resolvedHoldIds: [...this.#resolved],
      windows: [...this.#windows.values()],
      position: this.position,
    }
  }

  #enter(entry: StoredEntry, unknownUnits: number, isAlerted: boolean): void {
    const balance = this.#inPeriod(entry.account, entry.periodStartedAtMs)
    // An entry of an earlier period is stored but does not change the current balance.
    if (balance.periodStartedAtMs !== entry.periodStartedAtMs) return
    const usedUnits = balance.usedUnits + entry.units
    if (entry.balanceUnits !== null && entry.balanceUnits !== usedUnits) {
      this.mismatches.push({ account: entry.account, addedUnits: usedUnits, counterUnits: entry.balanceUnits })
    }
    this.#balances.set(entry.account, {
      ...balance,
      usedUnits,
      unknownUnits: balance.unknownUnits + unknownUnits,
      isAlerted: balance.isAlerted || isAlerted,
    })
  }

  #inPeriod(account: string, periodStartedAtMs: number): StoredBalance {
    const known = this.#balances.get(account) ?? this.before(account)
    if (known && known.periodStartedAtMs >= periodStartedAtMs) return known
    const anchorMs = known?.anchorMs ?? startOfDayMs(periodStartedAtMs)
    return { account, anchorMs, periodStartedAtMs, usedUnits: 0, unknownUnits: 0, isAlerted: false }
  }

  #count(lines: readonly WindowLine[]): void {
    for (const [counter, startMs, usedUnits] of lines) this.#windows.set(counter, { counter, startMs, usedUnits })
  }
}

/** Removes usage from a future period after the clock was set back. Another entry adds it to the current period. */
function reversal(account: string, aheadMs: number, units: number, atMs: number): StoredEntry {
  return {
    holdId: `clock-out-${aheadMs}-${atMs}`,
    account,
    kind: 'adjust',
    atMs,
    heldUnits: 0,
    units: -units,
    periodStartedAtMs: aheadMs,
    balanceUnits: null,
  }
}
