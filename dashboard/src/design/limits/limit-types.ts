/** Budgets and rate limits of keys, virtual keys, workspaces and policies in the admin API. */

import { count, money } from '../data/format.ts'

export type BudgetType = 'cost' | 'tokens' | 'requests'

export type UsageLimit = {
  /** Absent: `cost`. */
  readonly type?: BudgetType
  readonly credit_limit: number
  readonly alert_threshold: number | null
  readonly periodic_reset: 'weekly' | 'monthly' | null
  readonly periodic_reset_days: number | null
  readonly next_usage_reset_at: string | null
  readonly current_usage?: number
  readonly held?: number
  readonly status?: 'active' | 'exhausted'
  readonly last_reset_at?: string
}

export type RateUnit = 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'

export type RateLimit = { readonly type: 'requests' | 'tokens'; readonly unit: RateUnit; readonly value: number }

const PER: Readonly<Record<RateUnit, string>> = {
  rps: 'second',
  rpm: 'minute',
  rph: 'hour',
  rpd: 'day',
  rpw: 'week',
}

export const RATE_UNITS = (Object.keys(PER) as RateUnit[]).map((unit) => ({ value: unit, label: `per ${PER[unit]}` }))

/** `$12.40`, `1,200 tokens`. */
export function amountIn(type: BudgetType = 'cost'): (value: number | null) => string {
  return (value) => (type === 'cost' ? money(value) : `${count(value)} ${type}`)
}

/** `600 requests a minute`; 0 blocks all requests. */
export function rateWords({ type, unit, value }: RateLimit): string {
  return value === 0 ? `closed (0 ${type} a ${PER[unit]})` : `${count(value)} ${type} a ${PER[unit]}`
}

export function resetWords(limit: Pick<UsageLimit, 'periodic_reset' | 'periodic_reset_days'>): string {
  if (limit.periodic_reset === 'weekly') return 'resets every Monday'
  if (limit.periodic_reset === 'monthly') return 'resets on the first of each month'
  if (limit.periodic_reset_days !== null) return `resets every ${limit.periodic_reset_days} days`
  return 'never resets'
}

/** When the budget runs out at the rate of the last 24 hours; null: not before its reset, or not within a year. */
export function forecastExhausted(limit: UsageLimit, spentLastDay: number | null, nowMs: number): number | null {
  const { current_usage: used, held = 0, credit_limit: most, next_usage_reset_at: resetAt } = limit
  if (used === undefined || spentLastDay === null || spentLastDay <= 0 || limit.status === 'exhausted') return null
  const atMs = nowMs + (Math.max(0, most - used - held) / spentLastDay) * 86_400_000
  const endMs = resetAt === null ? nowMs + 366 * 86_400_000 : Date.parse(resetAt)
  return atMs < endMs ? atMs : null
}
