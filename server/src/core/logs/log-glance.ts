/** Preview of a request in the log list: attempt results, gateway overhead and the start of the prompt. */

import type { AttemptRecord, RecordBodies, RequestRecord } from '../record.ts'
import { ownMs } from './own-ms.ts'
import { firstWords } from './readable-text.ts'

export type LogGlance = {
  readonly trail: readonly Pick<AttemptRecord, 'status' | 'error' | 'retry'>[]
  /** Gateway overhead; null for external logs. */
  readonly ownMs: number | null
  /** Start of the prompt; null if the body is not stored or has no text. */
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
