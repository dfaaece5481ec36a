/** Google's errors (https://cloud.google.com/apis/design/errors) in OpenAI's shape. */

import type { JsonObject } from '../../dialect.ts'
import { listOf, numberOf, objectOf, textOf } from '../members.ts'

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

export function decodeError(status: number, body: unknown): JsonObject {
  // Stream addresses answer with a list of one when events were not asked for.
  const holder = objectOf(Array.isArray(body) ? body[0] : body)
  const error = objectOf(holder?.['error'])
  const message = textOf(error?.['message']) ?? textOf(holder?.['error']) ?? textOf(body)
  const details = listOf(error?.['details']).map((detail) => objectOf(detail) ?? {})
  const reason = details.map((detail) => textOf(detail['reason'])).find((found) => found !== null)
  const field = details
    .flatMap((detail) => listOf(detail['fieldViolations']))
    .map((violation) => textOf(objectOf(violation)?.['field']))
    .find((found) => found !== null)
  return {
    error: {
      message: message?.slice(0, 10_000) ?? `The provider answered with status ${status}.`,
      type: typeOf(status, reason),
      param: field ?? null,
      code: reason ?? textOf(error?.['status']) ?? null,
    },
  }
}

/** An error in the midst of a stream carries its own status. */
export function decodeStreamError(event: JsonObject): JsonObject {
  return decodeError(numberOf(objectOf(event['error'])?.['code']) ?? 500, event)
}

function typeOf(status: number, reason: string | undefined): string {
  // A bad key comes as 400.
  if (reason === 'API_KEY_INVALID') return 'authentication_error'
  return TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
}
