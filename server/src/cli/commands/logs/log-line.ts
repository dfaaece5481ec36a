/** Formats a request as one line. */

import type { Output } from '../../output.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { span, statusText } from '../configs/timeline.ts'

/** `12:04:31  200  41 ms  mock-1  mock  23 tok  $0.00042  01a1de37-…` */
export function logLine(log: JsonObject, colours: Output['colours']): string {
  const usage = isObject(log['usage']) ? log['usage'] : {}
  const tokens =
    usage['total_tokens'] === null || usage['total_tokens'] === undefined ? '' : `${usage['total_tokens']} tok`
  const attempts = Number(log['attempt_count'])
  const notes = [
    attempts > 1 ? `${attempts} calls` : '',
    log['ending'] === 'complete' ? '' : String(log['ending']),
    log['error_code'] === null ? '' : String(log['error_code']),
    /HIT$/.test(String(log['cache_status'])) ? 'cached' : '',
  ].filter((note) => note !== '')
  return [
    new Date(String(log['created_at'])).toTimeString().slice(0, 8),
    statusText(Number(log['status_code']), colours),
    span(log['response_time']).padStart(8),
    cell(log['ai_model'] ?? log['path'], 24),
    cell(log['virtual_key'] ?? log['provider'], 16),
    tokens.padStart(9),
    costText(log['cost']).padStart(10),
    String(log['id']),
    colours.dim(notes.join(' ')),
  ]
    .join('  ')
    .trimEnd()
}

/** Converts cents to dollars. A request without a price shows "no price", never $0. */
export function costText(cents: unknown): string {
  if (typeof cents !== 'number') return 'no price'
  const dollars = cents / 100
  if (dollars === 0) return '$0'
  return dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`
}

function cell(value: unknown, width: number): string {
  return String(value ?? '')
    .slice(0, width)
    .padEnd(width)
}
