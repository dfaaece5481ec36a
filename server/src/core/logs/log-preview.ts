/** Preview of a request in the log list: attempt results, gateway overhead and the start of the prompt. */

import type { AttemptRecord, RecordBodies, RequestRecord } from '../record.ts'
import { overheadMs } from './gateway-overhead.ts'
import { promptStart } from './readable-text.ts'

export type LogPreview = {
  readonly trail: readonly Pick<AttemptRecord, 'status' | 'error' | 'retry'>[]
  /** Gateway overhead; null for external logs. */
  readonly ownMs: number | null
  /** Start of the prompt; null if the body is not stored or has no text. */
  readonly words: string | null
}

type Inside = Pick<RequestRecord, 'source' | 'durationMs' | 'attempts' | 'decisions'>

export function previewOf(inside: Inside, request: RecordBodies['request']): LogPreview {
  return {
    trail: inside.attempts.map(({ status, error, retry }) => ({ status, error, retry })),
    ownMs: inside.source === 'external' ? null : overheadMs(inside),
    words: request && promptStart(request),
  }
}
