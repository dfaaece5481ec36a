/** Lines the process writes to the terminal: one human-readable line per request, JSON lines for operators. */

import type { AttemptRecord, RequestRecord } from '../core/record.ts'

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

/** Something the operator should change; the gateway goes on. */
export function logWarning(event: string, message: string): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event, message }))
}

/** Something an operator has to know or to repair: which file, how much, what to do. */
export function logProblem(problem: string): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'storage', problem }))
}

/** `12:05:02  200 recovered   2.31 s  gpt-4o-mini  openai-main  696 tok  $0.00042  8e02…  429↻ 500→ 200` */
export function requestLine(record: RequestRecord): string {
  const time = new Date(record.startedAtMs).toTimeString().slice(0, 8)
  const duration =
    record.durationMs < 1000 ? `${Math.round(record.durationMs)} ms` : `${(record.durationMs / 1000).toFixed(2)} s`
  const tokens = record.usage?.totalTokens == null ? '' : `${record.usage.totalTokens} tok`
  const isRecovered = record.status < FAILED && record.attempts.some(isFailure)
  const outcome = record.ending === 'complete' ? (isRecovered ? 'rescued' : '') : record.ending
  const line = [
    time,
    `${record.status} ${outcome}`.padEnd(13),
    duration.padStart(8),
    (record.model ?? record.path).slice(0, 24).padEnd(24),
    (record.virtualKey ?? record.provider ?? '').slice(0, 18).padEnd(18),
    tokens.padStart(9),
    costText(record).padStart(10),
    record.traceId.slice(0, 13),
    /HIT$/.test(record.cacheStatus) ? 'from the cache' : trailOf(record),
  ]
  // Control characters in caller-supplied text could move the terminal cursor.
  return line
    .join('  ')
    .replace(/\p{Cc}/gu, '·')
    .trimEnd()
}

const FAILED = 400

function isFailure({ status }: AttemptRecord): boolean {
  return status === null || status >= FAILED
}

/** $0 means known to be free; an unknown cost is left empty. */
function costText({ costNanoUsd }: RequestRecord): string {
  if (costNanoUsd === null) return ''
  const dollars = costNanoUsd / 1e9
  return dollars === 0 ? '$0' : `$${dollars < 0.01 ? dollars.toPrecision(2) : dollars.toFixed(2)}`
}

/** `429↻ 500→ 200`: ↻ marks a retry of the same target, → a fallback to another target. */
function trailOf({ attempts }: RequestRecord): string {
  if (attempts.length < 2) return ''
  return attempts
    .map(({ status, error, target }, i) => {
      const next = attempts[i + 1]
      return `${status ?? error}${next === undefined ? '' : next.target === target ? '↻' : '→'}`
    })
    .join(' ')
}

/** Logs a budget that passed its alert threshold. `alert` holds names and amounts only, never request content. */
export function logAlert(alert: Readonly<Record<string, unknown>>): void {
  console.error(JSON.stringify({ level: 'warn', time: new Date().toISOString(), event: 'budget_alert', ...alert }))
}
