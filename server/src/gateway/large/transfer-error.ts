/** Converts errors to and from the form in which a worker posts them. */

import { GatewayError } from '../../core/errors.ts'
import type { TransferredError } from './jobs.ts'

export function errorToSend(error: unknown): TransferredError {
  if (!(error instanceof GatewayError)) {
    return { code: null, message: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }
  }
  const { code, message, param, hint, details, retryAfterMs } = error
  return {
    code,
    message,
    hint,
    details,
    ...(param !== null && { param }),
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}

/** An error without a code is a defect in the worker, not a refusal. */
export function errorReceived({ code, ...detail }: TransferredError): Error {
  return code === null ? new Error(`The body worker failed: ${detail.message}`) : new GatewayError(code, detail)
}
