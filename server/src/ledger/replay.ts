/** Rebuilds accounts and windows in memory from the store and the journal. */

import type { LedgerState, StoredPeriod } from '../core/money/ledger-store.ts'
import type { Ledger, PeriodUse } from '../policies/accounts.ts'
import type { Windows } from '../policies/window.ts'
import { entryIn, holdLinesIn, type LedgerFrame, type WindowLine } from './ledger-frame.ts'

export type SpendingState = { readonly ledger: Ledger; readonly windows: Windows }

export function restoreState({ ledger, windows }: SpendingState, state: LedgerState): void {
  const nowMs = Date.now()
  for (const { account, ...rest } of state.balances) {
    // For accounts in a future period, the store also returned the earlier periods.
    const knownFromMs = rest.periodStartedAtMs > nowMs ? 0 : rest.periodStartedAtMs
    ledger.restoreAccount({ id: account, ...rest, heldUnits: 0, knownFromMs })
  }
  for (const [account, periods] of Map.groupBy(state.before, ({ account }) => account))
    ledger.restoreBefore(account, periods.map(toPeriodUse))
  for (const { id, atMs, lines } of state.holds) ledger.restoreHold(id, atMs, lines)
  for (const { counter, startMs, usedUnits } of state.windows) windows.restore(counter, startMs, usedUnits)
}

export function toPeriodUse({ periodStartedAtMs, usedUnits }: StoredPeriod): PeriodUse {
  return { periodStartedAtMs, usedUnits, unknownUnits: 0 }
}

export function replayFrame({ ledger, windows }: SpendingState, frame: LedgerFrame): void {
  switch (frame[0]) {
    case 'hold': {
      const [, id, atMs, legs, lines] = frame
      if (legs.length > 0) ledger.restoreHold(id, atMs, holdLinesIn(legs))
      return restoreWindows(windows, lines)
    }
    case 'entries': {
      const [, id, kind, atMs, lines, windowLines] = frame
      for (const line of lines) {
        const entry = entryIn(id, kind, atMs, line)
        ledger.restoreEntry(entry)
        const account = ledger.find(entry.account)
        if (account && line[6] === 1 && account.periodStartedAtMs === entry.periodStartedAtMs) account.isAlerted = true
      }
      return restoreWindows(windows, windowLines)
    }
    case 'windows':
      return restoreWindows(windows, frame[1])
    case 'reset': {
      const [, id, periodStartedAtMs] = frame
      return ledger.beginPeriod(id, periodStartedAtMs)
    }
    case 'back': {
      const [, id, periodStartedAtMs, usedUnits, unknownUnits, , , isReset] = frame
      ledger.restorePeriod(id, { periodStartedAtMs, usedUnits, unknownUnits }, isReset === 1)
    }
  }
}

function restoreWindows(windows: Windows, lines: readonly WindowLine[]): void {
  for (const [counter, startMs, usedUnits] of lines) windows.restore(counter, startMs, usedUnits)
}
