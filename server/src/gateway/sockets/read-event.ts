/** Reads JSON events of WebSocket messages. */

import { isObject, type JsonObject } from '../../core/json.ts'

/** Null if the message is not a JSON object. */
export function readEvent(message: string): JsonObject | null {
  try {
    const event: unknown = JSON.parse(message)
    return isObject(event) ? event : null
  } catch {
    return null
  }
}

const TYPE_FIRST = '{"type":"'

/** False if the event certainly has none of these types. Much cheaper than parsing. */
export function mayBe(message: string, types: readonly string[]): boolean {
  if (message.startsWith(TYPE_FIRST)) {
    const end = message.indexOf('"', TYPE_FIRST.length)
    const type = message.slice(TYPE_FIRST.length, end)
    return types.includes(type) || type.includes('\\')
  }
  // A name may be written with escapes.
  return types.some((type) => message.includes(type)) || message.includes('\\u')
}
