/** What the process says on its terminal: one line a request for people, one line a defect for operators. */

import type { ExchangeRecord } from '../core/record.ts'

/** A failure of our own. Payloads and causes are not printed: they may hold what a caller sent. */
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

/** `12:04:31  200  41 ms  mock-1  mock  23 tok  4b1c…  429 → 200` */
export function requestLine(record: ExchangeRecord): string {
  const time = new Date(record.startedAtMs).toTimeString().slice(0, 8)
  const duration =
    record.durationMs < 1000 ? `${Math.round(record.durationMs)} ms` : `${(record.durationMs / 1000).toFixed(2)} s`
  const tokens = record.usage?.totalTokens == null ? '' : `${record.usage.totalTokens} tok`
  const trail =
    record.attempts.length > 1 ? record.attempts.map((attempt) => attempt.status ?? attempt.error).join(' → ') : ''
  const outcome = record.ending === 'complete' ? '' : record.ending
  return [
    time,
    String(record.status),
    duration.padStart(8),
    (record.model ?? record.path).slice(0, 24).padEnd(24),
    (record.provider ?? '').padEnd(18),
    tokens.padStart(9),
    record.traceId.slice(0, 13),
    outcome,
    trail,
  ]
    .join('  ')
    .trimEnd()
}
