/** Saved limits in the words of whoever keeps them: accounts, whole units, times. */

import type { RateLimit } from '../stores/limits.ts'
import type { BudgetTerms, LimitOwner, ResetSchedule, WindowTerms } from './budget-service.ts'
import { nanoUsdOf } from './nano-usd.ts'
import type { BudgetUnit, Holder, SavedBudget } from './spending.ts'

export const BUDGET_UNITS: readonly BudgetUnit[] = ['cost', 'tokens', 'requests']

/** A budget that turns from dollars to tokens is another account: the two cannot be added. */
export function accountOf(holder: Holder, unit: BudgetUnit): string {
  return holder.kind === 'policy'
    ? `${policyAccountsOf(holder.id, unit)}${holder.value}`
    : `${holder.kind}/${holder.id}/${unit}`
}

/** What the accounts of a policy begin with; what follows is the value. */
export function policyAccountsOf(policyId: string, unit: BudgetUnit): string {
  return `policy/${policyId}/${unit}/`
}

export function budgetTerms(owner: LimitOwner, saved: SavedBudget): BudgetTerms {
  const { type, creditLimit, alertThreshold } = saved
  return {
    account: accountOf(owner.holder, type),
    owner,
    unit: type,
    limitUnits: unitsOf(type, creditLimit),
    alertUnits: alertThreshold === null ? null : unitsOf(type, alertThreshold),
    schedule: scheduleOf(saved),
  }
}

export function windowTerms(owner: LimitOwner, limit: RateLimit): WindowTerms {
  const { holder } = owner
  const whose = holder.kind === 'policy' ? `policy/${holder.id}/${holder.value}` : `${holder.kind}/${holder.id}`
  return { counter: `${limit.type}/${limit.unit}/${whose}`, owner, limit }
}

export function scheduleOf(saved: SavedBudget): ResetSchedule {
  const { periodicReset, periodicResetDays, nextResetAtMs } = saved
  const every =
    periodicReset === 'weekly'
      ? 'week'
      : periodicReset === 'monthly'
        ? 'month'
        : periodicResetDays === null
          ? null
          : { days: periodicResetDays }
  return { every, fromMs: nextResetAtMs }
}

/** A limit finer than a nano-USD is rounded down: never more than was allowed. */
export function unitsOf(unit: BudgetUnit, amount: number): number {
  if (unit !== 'cost') return Math.min(Math.floor(amount), Number.MAX_SAFE_INTEGER)
  return nanoUsdOf(amount) ?? Math.min(Math.floor(amount * 1e9), Number.MAX_SAFE_INTEGER)
}
