/** Anthropic's errors, in a body or inside a stream, in OpenAI's shape. */

import type { JsonObject } from '../../dialect.ts'
import { isObject, textOf } from '../json-value.ts'

export function decodeErrorBody(body: unknown, fallback: string): JsonObject {
  // Claude on cloud platforms answers in the platform's shape: a list around it, or the message beside no `error` at all.
  const outer = Array.isArray(body) ? body[0] : body
  const source = isObject(outer) && isObject(outer.error) ? outer.error : outer
  const error = isObject(source) ? source : {}
  const details = isObject(error.details) ? error.details : {}
  const type = error.type === 'error' ? '' : textOf(error.type) || textOf(error.status)
  const plain = typeof body === 'string' ? body.slice(0, 1000).trim() : ''
  return {
    error: {
      message: textOf(error.message) || plain || fallback,
      type: type || 'api_error',
      param: null,
      code: textOf(details.error_code) || type || null,
    },
  }
}
