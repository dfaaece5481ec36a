/** Refusals of Cohere, `{message}` with a status, in OpenAI's shape. */

import type { JsonObject } from '../dialect.ts'
import { isObject, textOf } from '../framing/json-shape.ts'

/** https://docs.cohere.com/reference/errors */
const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  498: 'authentication_error',
  503: 'overloaded_error',
}

export function decodeError(status: number, body: unknown): JsonObject {
  const members = isObject(body) ? body : {}
  const said = typeof body === 'string' ? body : textOf(members['message']) || textOf(members['error'])
  return {
    error: {
      message: said.trim() === '' ? `The provider answered ${status} without a message.` : said,
      type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: null,
      code: null,
    },
  }
}
