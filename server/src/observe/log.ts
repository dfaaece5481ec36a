/** Lines the process writes to the terminal: one human-readable line per request, JSON lines for operators. */

import { wasRecovered } from '../core/logs/attempt-outcomes.ts'
import type { RequestRecord } from '../core/record.ts'

/** Logs an internal error. Leaves out payloads and causes because they may contain data a caller sent. */
export function logDefect(error: unknown, traceId: string): void {
  const name = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure'
  const place = error instanceof Error ? (error.stack?.split('\n')[1]?.trim() ?? '') : ''
  console.error(
    JSON.stringify({
      level: 'error',
      time: new Date().toISOString(),
      trace_id: traceId,
      error: name.slice(0, 300),
      place,
    }),
  )
}

/** Logs a condition an operator should know or fix; the gateway keeps running. */
export function logWarning(event: string, message: string): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event, message }))
}

/** Logs a budget that passed its alert threshold. `alert` holds names and amounts only, never request content. */
export function logAlert(alert: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'budget_alert', ...alert }))
}

/** `12:05:02  200 recovered   2.31 s  gpt-4o-mini  openai-main  696 tok  $0.00042  8e02…  429↻ 500→ 200` */
export function requestLine(record: RequestRecord): string {
  const time = new Date(record.startedAtMs).toTimeString().slice(0, 8)
  const duration =
    record.durationMs < 1000 ? `${Math.round(record.durationMs)} ms` : `${(record.durationMs / 1000).toFixed(2)} s`
  const tokens = record.usage?.totalTokens == null ? '' : `${record.usage.totalTokens} tok`
  const outcome = record.ending === 'complete' ? (wasRecovered(record) ? 'recovered' : '') : record.ending
  const line = [
    time,
    `${record.status} ${outcome}`.padEnd(13),
    duration.padStart(8),
    (record.model ?? record.path).slice(0, 24).padEnd(24),
    (record.virtualKey ?? record.provider ?? '').slice(0, 18).padEnd(18),
    tokens.padStart(9),
    costText(record).padStart(10),
    record.traceId.slice(0, 13),
    /HIT$/.test(record.cacheStatus) ? 'cache hit' : attemptsText(record),
  ]
  // Control characters in caller-supplied text could move the terminal cursor.
  return line
    .join('  ')
    .replace(/\p{Cc}/gu, '·')
    .trimEnd()
}

/** $0 means known to be free; an unknown cost is left empty. */
function costText({ costNanoUsd }: RequestRecord): string {
  if (costNanoUsd === null) return ''
  const dollars = costNanoUsd / 1e9
  return dollars === 0 ? '$0' : `$${dollars < 0.01 ? dollars.toPrecision(2) : dollars.toFixed(2)}`
}

/** `429↻ 500→ 200`: ↻ marks a retry of the same target, → a fallback to another target. */
function attemptsText({ attempts }: RequestRecord): string {
  if (attempts.length < 2) return ''
  return attempts
    .map(({ status, error, target }, i) => {
      const next = attempts[i + 1]
      return `${status ?? error}${next === undefined ? '' : next.target === target ? '↻' : '→'}`
    })
    .join(' ')
}
