/** Parses durations, times, rates and numbers from flags. */

import { usageError } from '../command-error.ts'
import type { JsonObject } from '../remote.ts'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const RATE_UNITS: Readonly<Record<string, string>> = { s: 'rps', m: 'rpm', h: 'rph', d: 'rpd', w: 'rpw' }

/** Converts `90d`, `12h`, `15m` or `0s` to milliseconds; null if the text is not a duration. */
function spanMs(text: string): number | null {
  const found = /^(\d{1,6})([smhdw])$/.exec(text)
  return found ? Number(found[1]) * (UNIT_MS[found[2] ?? ''] ?? 0) : null
}

export function readSpanMs(flag: string, text: string): number {
  const span = spanMs(text)
  if (span === null) throw usageError(`--${flag} must be a duration such as 24h, 15m or 90d, not "${text}".`)
  return span
}

/** Reads a time or a duration. A duration is relative to now: in the past (-1) or in the future (1). */
export function readTime(flag: string, text: string, direction: -1 | 1, nowMs = Date.now()): string {
  const span = spanMs(text)
  if (span !== null) return new Date(nowMs + direction * span).toISOString()
  const atMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs))
    throw usageError(`--${flag} must be a time such as 24h or 2026-01-31T00:00:00Z, not "${text}".`)
  return new Date(atMs).toISOString()
}

/** Converts `600/m` to the format of the admin API. */
export function readRate(text: string): JsonObject {
  const found = /^(\d{1,9})\/([smhdw])$/.exec(text)
  if (!found) throw usageError(`--rate-limit must be a rate such as 600/m or 10/s, not "${text}".`)
  return { type: 'requests', unit: RATE_UNITS[found[2] ?? ''], value: Number(found[1]) }
}

export function readWhole(flag: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageError(`--${flag} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** Parses `name=value`. The value may contain equals signs. */
export function readPair(flag: string, text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw usageError(`--${flag} must be name=value, not "${text}".`)
  return [text.slice(0, at), text.slice(at + 1)]
}
