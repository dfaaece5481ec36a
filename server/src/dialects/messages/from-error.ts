/** Errors in OpenAI's shape as Anthropic's, whose SDKs act on the type. */

import { isObject, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'

// platform.claude.com/docs/en/api/errors
const TYPE_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [408, 'timeout_error'],
  [409, 'conflict_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
])

/** `error` is the whole body or what stands in its `error` member. */
export function fromError(status: number, error: JsonObject): JsonObject {
  const type = TYPE_OF_STATUS.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return errorOf(type, error)
}

/** An error inside a stream has no status; its words must do. */
export function fromStreamError(error: JsonObject): JsonObject {
  const inner = isObject(error.error) ? error.error : error
  const words = `${textOf(inner.type)} ${textOf(inner.code)}`
  if (/rate_?limit|quota|too_many|throttl/i.test(words)) return errorOf('rate_limit_error', error)
  if (/overload|unavailable/i.test(words)) return errorOf('overloaded_error', error)
  if (/time_?out|upstream_idle/i.test(words)) return errorOf('timeout_error', error)
  return errorOf(/invalid_request/i.test(words) ? 'invalid_request_error' : 'api_error', error)
}

function errorOf(type: string, error: JsonObject): JsonObject {
  const inner = isObject(error.error) ? error.error : error
  const message = textOf(inner.message) || textOf(error.message) || textOf(error.error) || 'The request failed.'
  return {
    type: 'error',
    error: { type, message },
    request_id: typeof inner.trace_id === 'string' ? inner.trace_id : null,
  }
}
