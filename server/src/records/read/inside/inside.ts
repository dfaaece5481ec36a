/** What only the inside of a log tells: its texts and its decisions. */

import { readableText } from '../../../core/logs/readable-text.ts'
import type { Decision, RecordBodies } from '../../../core/record.ts'

/** `needle` is as texts are searched: small letters, single spaces. */
export function hasText({ request, response }: RecordBodies, needle: string): boolean {
  return [request, response].some((body) => body !== null && readableText(body).includes(needle))
}

/** A circuit that opens, or is probed, is a decision of that kind too; it skips nothing. */
export function isCircuitSkip({ kind, reason }: Pick<Decision, 'kind' | 'reason'>): boolean {
  return kind === 'breaker' && /\bopen\b/.test(reason)
}
