/** What a row of a list shows of a request's inside: how each attempt ended, whose time it was, how it begins. */

import type { AttemptRecord, RecordBodies, RequestRecord } from '../record.ts'
import { ownMs } from './own-ms.ts'
import { firstWords } from './readable-text.ts'

export type LogGlance = {
  readonly trail: readonly Pick<AttemptRecord, 'status' | 'error' | 'retry'>[]
  /** What was neither a provider's time nor a wait on purpose; null for what was not served here. */
  readonly ownMs: number | null
  /** Of what was asked; null when it is not stored, or has no text. */
  readonly words: string | null
}

type Inside = Pick<RequestRecord, 'source' | 'durationMs' | 'attempts' | 'decisions'>

export function glanceAt(inside: Inside, request: RecordBodies['request']): LogGlance {
  return {
    trail: inside.attempts.map(({ status, error, retry }) => ({ status, error, retry })),
    ownMs: inside.source === 'external' ? null : ownMs(inside),
    words: request && firstWords(request),
  }
}
