/** Start and end of budget periods. Callers pass the time; all boundaries are in UTC. */

import type { ResetSchedule } from './budget-service.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** The first Monday after the epoch. */
const MONDAY_MS = 4 * DAY_MS

export function startOfDayMs(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS
}

/** The last boundary at or before `nowMs`; null if there is none. `anchorMs`: start of the first period of N days. */
export function lastBoundaryMs({ every, fromMs }: ResetSchedule, anchorMs: number, nowMs: number): number | null {
  if (fromMs !== null && nowMs < fromMs) return null
  if (every === null) return fromMs
  if (every === 'month') return monthBoundary(fromMs ?? 0, nowMs, 0)
  const [stepMs, usualMs] = every === 'week' ? [WEEK_MS, MONDAY_MS] : [every.days * DAY_MS, anchorMs]
  const firstMs = fromMs ?? usualMs
  return firstMs + Math.floor((nowMs - firstMs) / stepMs) * stepMs
}

/** The first boundary after `nowMs`; null if there is none. */
export function nextBoundaryMs(schedule: ResetSchedule, anchorMs: number, nowMs: number): number | null {
  const { every, fromMs } = schedule
  if (fromMs !== null && nowMs < fromMs) return fromMs
  if (every === null) return null
  if (every === 'month') return monthBoundary(fromMs ?? 0, nowMs, 1)
  const lastMs = lastBoundaryMs(schedule, anchorMs, nowMs) ?? anchorMs
  return lastMs + (every === 'week' ? WEEK_MS : every.days * DAY_MS)
}

/** Boundaries are on the same day and time of each month as `firstMs`, or on the last day of a shorter month. */
function monthBoundary(firstMs: number, nowMs: number, ahead: 0 | 1): number {
  const first = new Date(firstMs)
  const now = new Date(nowMs)
  const months = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  const candidate = addMonths(first, months)
  return addMonths(first, (candidate <= nowMs ? months : months - 1) + ahead)
}

function addMonths(first: Date, months: number): number {
  const year = first.getUTCFullYear()
  const month = first.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDayMs = first.getTime() - startOfDayMs(first.getTime())
  return Date.UTC(year, month, Math.min(first.getUTCDate(), lastDay)) + timeOfDayMs
}
