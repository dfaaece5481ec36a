/** Converts saved limits to the budget service's terms: account names, integer units, reset schedules. */

import type { RateLimit } from '../stores/limits.ts'
import type { BudgetTerms, LimitOwner, ResetSchedule, WindowTerms } from './budget-service.ts'
import { nanoUsdOf } from './nano-usd.ts'
import type { BudgetUnit, Holder, SavedBudget } from './spending.ts'

export const BUDGET_UNITS: readonly BudgetUnit[] = ['cost', 'tokens', 'requests']

/** The unit is part of the account name, because amounts in different units cannot be added. */
export function accountOf(holder: Holder, unit: BudgetUnit): string {
  return holder.kind === 'policy'
    ? `${policyAccountsOf(holder.id, unit)}${holder.value}`
    : `${holder.kind}/${holder.id}/${unit}`
}

/** Prefix of a policy's account names. The grouping value follows it. */
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

/** Rounds down, so that the limit is never higher than configured. */
export function unitsOf(unit: BudgetUnit, amount: number): number {
  if (unit !== 'cost') return Math.min(Math.floor(amount), Number.MAX_SAFE_INTEGER)
  return nanoUsdOf(amount) ?? Math.min(Math.floor(amount * 1e9), Number.MAX_SAFE_INTEGER)
}
