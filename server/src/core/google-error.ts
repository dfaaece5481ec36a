/** Errors in Google's format (https://cloud.google.com/apis/design/errors), for callers that use Gemini's format. */

import type { GatewayError } from './errors.ts'
import type { JsonObject } from './json.ts'

const TYPE = 'type.googleapis.com/google.rpc.'

const STATUS_NAMES: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [402, 'FAILED_PRECONDITION'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [405, 'UNIMPLEMENTED'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [412, 'FAILED_PRECONDITION'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [501, 'UNIMPLEMENTED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
])

export function googleStatus(status: number): string {
  return STATUS_NAMES.get(status) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
}

/** An error of this gateway. Google's clients read the reason and the delay from the details. */
export function googleError(
  error: GatewayError,
  docUrl: string | null,
  traceId: string,
  provider: string | null,
): JsonObject {
  const { status, message, code, param, hint, retryAfterMs } = error
  const metadata = { code, ...(hint !== null && { hint }), ...(provider !== null && { provider }) }
  const violation = { field: param, description: message }
  const details: JsonObject[] = [
    { '@type': `${TYPE}ErrorInfo`, reason: code.toUpperCase(), domain: 'gatehouse', metadata },
    { '@type': `${TYPE}RequestInfo`, requestId: traceId },
    ...(param === null ? [] : [{ '@type': `${TYPE}BadRequest`, fieldViolations: [violation] }]),
    ...(retryAfterMs === null
      ? []
      : [{ '@type': `${TYPE}RetryInfo`, retryDelay: `${Math.ceil(retryAfterMs / 1000)}s` }]),
    ...(docUrl === null ? [] : [{ '@type': `${TYPE}Help`, links: [{ description: 'The error', url: docUrl }] }]),
  ]
  return { error: { code: status, message, status: googleStatus(status), details } }
}
