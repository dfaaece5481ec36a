/** The error type thrown for every failure the gateway reports itself. Errors returned by providers are plain data. */

import { ERRORS, type ErrorCode, type ErrorRow } from './error-table.ts'

export type ErrorDetail = {
  readonly message?: string
  readonly param?: string
  readonly hint?: string
  /** Problems found after the first one, so that a caller can fix all of them at once. */
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

/** Wraps anything that is not a GatewayError as `internal_error`. The cause goes to our log and is never serialised. */
export function asGatewayError(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error })
}
