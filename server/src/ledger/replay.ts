/** Rebuilds accounts and windows in memory from the store and the journal. */

import type { LedgerState, StoredPeriod } from '../core/money/ledger-store.ts'
import type { Accounts, PeriodUse } from '../policies/accounts.ts'
import type { Windows } from '../policies/window.ts'
import { entryIn, holdLinesIn, type LedgerFrame, type WindowLine } from './ledger-frame.ts'

export type SpendingState = { readonly accounts: Accounts; readonly windows: Windows }

export function restoreState({ accounts, windows }: SpendingState, state: LedgerState): void {
  const nowMs = Date.now()
  for (const { account, ...rest } of state.balances) {
    // For accounts in a future period, the store also returned the earlier periods.
    const knownFromMs = rest.periodStartedAtMs > nowMs ? 0 : rest.periodStartedAtMs
    accounts.restoreAccount({ id: account, ...rest, heldUnits: 0, knownFromMs })
  }
  for (const [account, periods] of Map.groupBy(state.before, ({ account }) => account))
    accounts.restoreBefore(account, periods.map(toPeriodUse))
  for (const { id, atMs, lines } of state.holds) accounts.restoreHold(id, atMs, lines)
  for (const { counter, startMs, usedUnits } of state.windows) windows.restore(counter, startMs, usedUnits)
}

export function toPeriodUse({ periodStartedAtMs, usedUnits }: StoredPeriod): PeriodUse {
  return { periodStartedAtMs, usedUnits, unknownUnits: 0 }
}

export function replayFrame({ accounts, windows }: SpendingState, frame: LedgerFrame): void {
  switch (frame[0]) {
    case 'hold': {
      const [, id, atMs, lines, windowLines] = frame
      if (lines.length > 0) accounts.restoreHold(id, atMs, holdLinesIn(lines))
      return restoreWindows(windows, windowLines)
    }
    case 'entries': {
      const [, id, kind, atMs, lines, windowLines] = frame
      for (const line of lines) {
        const entry = entryIn(id, kind, atMs, line)
        accounts.restoreEntry(entry)
        const account = accounts.find(entry.account)
        if (account && line[6] === 1 && account.periodStartedAtMs === entry.periodStartedAtMs) account.isAlerted = true
      }
      return restoreWindows(windows, windowLines)
    }
    case 'windows':
      return restoreWindows(windows, frame[1])
    case 'reset': {
      const [, id, periodStartedAtMs] = frame
      return accounts.beginPeriod(id, periodStartedAtMs)
    }
    case 'back': {
      const [, id, periodStartedAtMs, usedUnits, unknownUnits, , , isReset] = frame
      accounts.restorePeriod(id, { periodStartedAtMs, usedUnits, unknownUnits }, isReset === 1)
    }
  }
}

function restoreWindows(windows: Windows, lines: readonly WindowLine[]): void {
  for (const [counter, startMs, usedUnits] of lines) windows.restore(counter, startMs, usedUnits)
}
