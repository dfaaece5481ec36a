/** Current spending of an account for display. Does not start a new period. */

import { lastBoundaryMs, nextBoundaryMs, startOfDayMs } from '../core/money/budget-period.ts'
import type { BudgetTerms } from '../core/money/budget-service.ts'
import type { Spending } from '../core/money/spending.ts'
import { type Accounts, setBackOf } from '../policies/accounts.ts'

type SpendingTerms = Pick<BudgetTerms, 'account' | 'unit' | 'limitUnits' | 'schedule'>

export function spendingOf(
  accounts: Accounts,
  { account, unit, limitUnits, schedule }: SpendingTerms,
  nowMs: number,
): Spending {
  const found = accounts.find(account)
  const anchorMs = found?.anchorMs ?? startOfDayMs(nowMs)
  const boundaryMs = lastBoundaryMs(schedule, anchorMs, nowMs)
  const back = found ? setBackOf(found, schedule, nowMs) : null
  const isOver = found !== undefined && boundaryMs !== null && boundaryMs > found.periodStartedAtMs
  const usedUnits = back ? back.usedUnits + back.movedUnits : found && !isOver ? found.usedUnits : 0
  return {
    unit,
    limitUnits,
    usedUnits,
    unknownUnits: found && !isOver ? found.unknownUnits : 0,
    heldUnits: found?.heldUnits ?? 0,
    periodStartedAtMs: back ? back.periodStartedAtMs : found && !isOver ? found.periodStartedAtMs : boundaryMs,
    nextResetAtMs: nextBoundaryMs(schedule, anchorMs, nowMs),
    isExhausted: usedUnits >= limitUnits,
  }
}
