/** Refusals of Bedrock in OpenAI's shape: `{message}` or `{Message}` bodies, and exceptions inside a stream. */

import type { JsonObject } from '../dialect.ts'
import { isObject, textOf } from '../framing/json-shape.ts'

/** By the exception's name without its ending, in lower case: frames write throttlingException, bodies ThrottlingException. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['throttling', 'rate_limit_error'],
  ['toomanyrequests', 'rate_limit_error'],
  ['servicequotaexceeded', 'rate_limit_error'],
  ['serviceunavailable', 'overloaded_error'],
  ['modelnotready', 'overloaded_error'],
  ['validation', 'invalid_request_error'],
  ['accessdenied', 'permission_error'],
  ['unrecognizedclient', 'authentication_error'],
  ['expiredtoken', 'authentication_error'],
  ['resourcenotfound', 'not_found_error'],
])

const TYPES_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

export function decodeError(status: number, body: unknown): JsonObject {
  const members = isObject(body) ? body : {}
  const said = typeof body === 'string' ? body : textOf(members['message']) || textOf(members['Message'])
  // `com.amazonaws...#ValidationException:http://...` in some services.
  const name = textOf(members['__type']).split('#').at(-1)!.split(':', 1)[0]!
  return {
    error: {
      message: said.trim() === '' ? `The provider answered ${status} without a message.` : said,
      type: typeOf(name) ?? TYPES_BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: null,
      code: name === '' ? null : name,
    },
  }
}

/** The data of an exception frame. */
export function exceptionError(data: JsonObject): JsonObject {
  const name = textOf(data['type'])
  return {
    message: textOf(data['message']) || 'The provider broke off its answer.',
    type: typeOf(name) ?? 'server_error',
    code: name === '' ? 'upstream_broken' : name,
    param: null,
  }
}

function typeOf(name: string): string | undefined {
  return TYPES.get(name.replace(/Exception$/, '').toLowerCase())
}
