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

/** False if the message can have none of these names as the type of its event. Much cheaper than parsing. */
export function mentions(message: string, names: readonly string[]): boolean {
  // A name may be written with escapes.
  return names.some((name) => message.includes(name)) || message.includes('\\u')
}
