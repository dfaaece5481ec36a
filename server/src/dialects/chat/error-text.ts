/** Finds the message in an error from an OpenAI-compatible host. Many of these hosts have their own error formats. */

import type { JsonObject } from '../dialect.ts'
import { isObject, listOf, textOf } from '../json.ts'

/**
 * In the order in which they are read. FastAPI and Mistral write `detail`, others `msg` or a list of `errors`. `error`
 * is last: if the body also has a message, `error` is only a title.
 */
const MEMBERS = ['message', 'detail', 'errors', 'msg', 'error_description', 'error'] as const
const MAX_DEPTH = 4
/** Maximum number of items read from a list. A validation error has one item per wrong member. */
const MAX_ITEMS = 8

/** The message of an error body, or of the value of its member `error`; '' if it has none. */
export function errorText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > MAX_DEPTH) return ''
  if (Array.isArray(value)) {
    const texts = value.slice(0, MAX_ITEMS).map((item) => errorText(item, depth + 1))
    return texts.filter((text) => text !== '').join('; ')
  }
  if (!isObject(value)) return ''
  const inner = isObject(value['error']) ? errorText(value['error'], depth + 1) : ''
  if (inner !== '') return inner
  for (const member of MEMBERS) {
    const text = errorText(value[member], depth + 1)
    if (text !== '') return `${pathOf(value)}${text}`
  }
  return ''
}

/** FastAPI names the member: `"loc": ["body", "temperature"]`. */
function pathOf({ loc }: JsonObject): string {
  const names = listOf(loc).map(String).slice(0, MAX_ITEMS)
  return names.length > 0 ? `${names.join('.')}: ` : ''
}

/**
 * The error in an event of a stream: `{ error: { message } }`, `{ error: "text" }`, or the error itself with
 * `object: "error"` (vLLM, Mistral). Null for other events.
 */
export function streamError(event: JsonObject): JsonObject | null {
  const { error } = event
  if (isObject(error)) return typeof error['message'] === 'string' ? error : withText(error, error)
  if (typeof error === 'string' && error !== '' && !Array.isArray(event['choices'])) return withText(event, error)
  return event['object'] === 'error' ? withText(event, event) : null
}

function withText({ type, code, param }: JsonObject, source: unknown): JsonObject {
  return {
    message: errorText(source) || 'The provider reported an error.',
    type: textOf(type) || null,
    code: code ?? null,
    param: param ?? null,
  }
}
