/** Limits being edited: input texts, and the request body built from them. */

import { inputText, readInputText } from '../data/time-zone.ts'
import type { BudgetType, RateLimit, RateUnit, UsageLimit } from './limit-types.ts'

export type ResetRule = 'never' | 'weekly' | 'monthly' | 'days'

export type RateDraft = { readonly type: RateLimit['type']; readonly unit: RateUnit; readonly value: string }

export type BudgetDraft = {
  readonly type: BudgetType
  /** Empty: no budget. */
  readonly limit: string
  readonly alert: string
  readonly reset: ResetRule
  readonly days: string
}

export const NO_BUDGET: BudgetDraft = { type: 'cost', limit: '', alert: '', reset: 'monthly', days: '30' }

export function budgetDraft(limit: UsageLimit | null): BudgetDraft {
  if (limit === null) return NO_BUDGET
  return {
    type: limit.type ?? 'cost',
    limit: String(limit.credit_limit),
    alert: limit.alert_threshold === null ? '' : String(limit.alert_threshold),
    reset: limit.periodic_reset ?? (limit.periodic_reset_days === null ? 'never' : 'days'),
    days: String(limit.periodic_reset_days ?? 30),
  }
}

/**
 * Omitted fields keep their value, so removed ones are sent as null. Unparseable text is sent as is; the gateway
 * rejects it by field name.
 */
export function budgetBody(draft: BudgetDraft) {
  if (draft.limit.trim() === '') return null
  return {
    type: draft.type,
    credit_limit: numberOf(draft.limit),
    alert_threshold: draft.alert.trim() === '' ? null : numberOf(draft.alert),
    periodic_reset: draft.reset === 'weekly' || draft.reset === 'monthly' ? draft.reset : null,
    periodic_reset_days: draft.reset === 'days' ? numberOf(draft.days) : null,
  }
}

export function rateDrafts(limits: readonly RateLimit[]): readonly RateDraft[] {
  return limits.map(({ type, unit, value }) => ({ type, unit, value: String(value) }))
}

export function rateBody(drafts: readonly RateDraft[]) {
  return drafts
    .filter((draft) => draft.value.trim() !== '')
    .map(({ type, unit, value }) => ({ type, unit, value: numberOf(value) }))
}

/** The end of that day in the chosen time zone; null: never. */
export function expiryBody(day: string): string | null {
  return day.trim() === '' ? null : timeOf(day, '23:59:59')
}

/** A time of that day in the chosen time zone. Unreadable text is sent unchanged: the gateway reports the error. */
export function timeOf(day: string, clock: string): string {
  const ms = readInputText(`${day.trim()}T${clock}`)
  return ms === null ? day : new Date(ms).toISOString()
}

/** The day in the chosen time zone, as `DateField` shows it. */
export function dayText(time: string | number | null): string {
  return time === null ? '' : inputText(new Date(time).getTime()).slice(0, 10)
}

/** Text that is not a number is sent unchanged, so that the gateway reports the error. */
function numberOf(text: string): number | string {
  const value = Number(text.replaceAll(',', ''))
  return text.trim() !== '' && Number.isFinite(value) ? value : text
}
