/** A refusal of our own, as it is thrown. A provider's refusal is data and never comes here. */

import type { ErrorRow } from './error-rows/error-row.ts'
import { ERRORS, type ErrorCode } from './error-table.ts'

export type ErrorDetail = {
  readonly message?: string
  readonly param?: string
  readonly hint?: string
  /** Further problems beyond the first, for callers that repair all at once. */
  readonly details?: readonly string[]
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly type: string
  readonly param: string | null
  readonly hint: string
  readonly details: readonly string[]
  readonly retryAfterMs: number | null
  readonly shouldRetry: boolean | null

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    const row: ErrorRow = ERRORS[code]
    super(detail.message ?? row.message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'GatewayError'
    this.code = code
    this.status = row.status
    this.type = row.type
    this.param = detail.param ?? null
    this.hint = detail.hint ?? row.hint
    this.details = detail.details ?? []
    this.retryAfterMs = detail.retryAfterMs ?? null
    this.shouldRetry = row.retry ?? null
  }
}

/** Whatever was thrown, as a refusal a caller may see. The cause is kept for our own log, never serialised. */
export function asGatewayError(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error })
}
