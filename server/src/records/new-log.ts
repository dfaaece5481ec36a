/** A log that is about to be stored. */

import type { KnownKeys } from './encryption/known-keys.ts'
import { AT, type RecordRow } from './log-row.ts'

export type NewLog = {
  readonly row: RecordRow
  /** JSON. */
  readonly detail: Uint8Array
  readonly request: Uint8Array | null
  readonly response: Uint8Array | null
  /** Bodies of attempts, JSON. */
  readonly attempts: Uint8Array | null
  /** True for a log copied from another store that has already deleted its bodies. */
  readonly areExpired?: boolean
}

const EMPTY_DETAIL = Buffer.from(
  '{"attempts":[],"decisions":[],"requestHeaders":{},"responseHeaders":{},"costLines":[]}',
)

/**
 * Removes the detail and the bodies if the workspace and its keys were deleted before the request ended: they can no
 * longer be encrypted. The log itself is deleted soon.
 */
export function withoutContents<Log extends NewLog>(log: Log, keys: KnownKeys | null): Log {
  if (keys === null || keys.current(log.row[AT.workspaceId]) !== null) return log
  return { ...log, detail: EMPTY_DETAIL, request: null, response: null, attempts: null }
}

/** The parts of a log in a body block, in order; null if it has none. */
export function bodyParts({ request, response, attempts }: NewLog): readonly (Uint8Array | null)[] | null {
  return request === null && response === null && attempts === null ? null : [request, response, attempts]
}
