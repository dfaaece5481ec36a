/**
 * Formats of numbers and times: one unit per value, "unknown" instead of zero, `<` where rounding would show zero.
 */

import { clock, clockSeconds, date, dayClock, fullTime } from './time-zone.ts'

const EXACT = new Intl.NumberFormat('en-US')
const WITH_CENTS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const UNKNOWN = '—'

/** Dollars. `$0.00042`, `$12.40`, `<$0.00001`; null: `price unknown`. */
export function money(dollars: number | null | undefined): string {
  if (dollars === null || dollars === undefined) return 'price unknown'
  if (dollars === 0) return '$0'
  const sign = dollars < 0 ? '-' : ''
  const amount = Math.abs(dollars)
  if (amount < 0.00001) return `${sign}<$0.00001`
  if (amount >= 1) return `${sign}$${WITH_CENTS.format(amount)}`
  const digits = Math.min(5, Math.max(2, 1 - Math.floor(Math.log10(amount))))
  return `${sign}$${amount.toFixed(digits)}`
}

/** Logs and analytics of the admin API use US cents. */
export function moneyOfCents(cents: number | null | undefined): string {
  return money(cents === null || cents === undefined ? null : cents / 100)
}

/** `41 ms`, `2.31 s`, `1 m 12 s`. */
export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return UNKNOWN
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} m ${Math.floor((ms % 60_000) / 1_000)} s`
  if (ms < 172_800_000) return `${Math.floor(ms / 3_600_000)} h ${Math.floor((ms % 3_600_000) / 60_000)} m`
  return `${Math.floor(ms / 86_400_000)} d`
}

/** Shows fractions below ten milliseconds: the gateway's own time is often below one. */
export function exactDuration(ms: number): string {
  return ms > 0 && ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms)
}

/** All digits, for tables. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : EXACT.format(value)
}

/** `1 request`, `12 requests`. */
export function counted(value: number | null | undefined, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** `12.4K`, for tiles; put the exact number in the title. */
export function shortCount(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : SHORT.format(value)
}

/** From a share between 0 and 1: `0.4 %`, `<0.1 %`. */
export function percent(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return UNKNOWN
  const value = share * 100
  if (value > 0 && value < 0.1) return '<0.1 %'
  if (value > 99.9 && value < 100) return '>99.9 %'
  return `${value.toFixed(value >= 10 || Number.isInteger(value) ? 0 : 1)} %`
}

export function bytes(size: number | null | undefined): string {
  if (size === null || size === undefined) return UNKNOWN
  if (size < 1_024) return `${size} B`
  if (size < 1_048_576) return `${(size / 1_024).toFixed(1)} KiB`
  if (size < 1_073_741_824) return `${(size / 1_048_576).toFixed(1)} MiB`
  return `${(size / 1_073_741_824).toFixed(2)} GiB`
}

/** Relative within the last hour, then the time of day; with the date on another day, and the year in another year. */
export function when(time: string | number, nowMs = Date.now()): string {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  if (!Number.isFinite(ms)) return UNKNOWN
  const agoMs = nowMs - ms
  if (agoMs >= 0 && agoMs < 5_000) return 'just now'
  if (agoMs >= 0 && agoMs < 60_000) return `${Math.floor(agoMs / 1_000)} s ago`
  if (agoMs >= 0 && agoMs < 3_600_000) return `${Math.floor(agoMs / 60_000)} min ago`
  if (date(ms) === date(nowMs)) return clockSeconds(ms)
  return date(ms).slice(-4) === date(nowMs).slice(-4) ? dayClock(ms) : `${date(ms)}, ${clock(ms)}`
}

/** With seconds and time zone, for titles. */
export function exactTime(time: string | number): string {
  const ms = typeof time === 'number' ? time : Date.parse(time)
  return Number.isFinite(ms) ? fullTime(ms) : UNKNOWN
}
