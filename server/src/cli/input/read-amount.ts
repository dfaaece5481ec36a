/** Spans, points in time and rates as people type them. */

import { wrongUsage } from '../command-error.ts'
import type { JsonObject } from '../remote.ts'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const RATE_UNITS: Readonly<Record<string, string>> = { s: 'rps', m: 'rpm', h: 'rph', d: 'rpd', w: 'rpw' }

/** `90d`, `12h`, `15m`, `0s` in milliseconds; null when it is no span. */
function spanMs(text: string): number | null {
  const found = /^(\d{1,6})([smhdw])$/.exec(text)
  return found ? Number(found[1]) * (UNIT_MS[found[2] ?? ''] ?? 0) : null
}

export function readSpanMs(flag: string, text: string): number {
  const span = spanMs(text)
  if (span === null) throw wrongUsage(`--${flag} must be a time such as 24h, 15m or 90d, not "${text}".`)
  return span
}

/** A span counts from now: into the past (-1) or the future (1). */
export function readTime(flag: string, text: string, direction: -1 | 1, nowMs = Date.now()): string {
  const span = spanMs(text)
  if (span !== null) return new Date(nowMs + direction * span).toISOString()
  const atMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(atMs))
    throw wrongUsage(`--${flag} must be a time such as 24h or 2026-01-31T00:00:00Z, not "${text}".`)
  return new Date(atMs).toISOString()
}

/** `600/m` as the admin API writes it. */
export function readRate(text: string): JsonObject {
  const found = /^(\d{1,9})\/([smhdw])$/.exec(text)
  if (!found) throw wrongUsage(`--rate-limit must be such as 600/m or 10/s, not "${text}".`)
  return { type: 'requests', unit: RATE_UNITS[found[2] ?? ''], value: Number(found[1]) }
}

export function readWhole(flag: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw wrongUsage(`--${flag} must be a whole number from ${least} to ${most}, not "${text}".`)
}

/** `name=value`; a value may hold further equals signs. */
export function readPair(flag: string, text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw wrongUsage(`--${flag} must be name=value, not "${text}".`)
  return [text.slice(0, at), text.slice(at + 1)]
}
