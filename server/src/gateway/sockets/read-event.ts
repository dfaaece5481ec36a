/** Reads JSON events of WebSocket messages. */

import { asGatewayError, type GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { ACTED_ON, readJson } from '../receive/read-json.ts'

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

/** False if the provider's event certainly has none of these types. Much cheaper than parsing. */
export function mayBe(message: string, types: readonly string[]): boolean {
  if (message.startsWith(TYPE_FIRST)) {
    const end = message.indexOf('"', TYPE_FIRST.length)
    const type = message.slice(TYPE_FIRST.length, end)
    return types.includes(type) || type.includes('\\')
  }
  // A name may be written with escapes.
  return types.some((type) => message.includes(type)) || message.includes('\\u')
}

/** If one of these is sent twice, we and the provider might each use another one. */
const ACTED_ON_IN_EVENTS: ReadonlySet<string> = new Set([
  ...ACTED_ON,
  'type',
  'response',
  'session',
  'setup',
  'generate',
  'input',
  'previous_response_id',
])
/** Messages are parsed in the main thread. */
const MAX_VALUES = 200_000

/**
 * The caller's event; null if its type is certainly none of these, whichever of two members a parser takes. An error if parsers
 * may read it differently: what we do not understand could start a response that nothing holds.
 */
export function callerEvent(message: string, types: readonly string[]): JsonObject | GatewayError | null {
  if (message.startsWith(TYPE_FIRST)) {
    const end = message.indexOf('"', TYPE_FIRST.length)
    const isOther = !types.includes(message.slice(TYPE_FIRST.length, end))
    if (isOther && !message.includes('"type"', end) && !message.includes('\\')) return null
  } else if (!types.some((type) => message.includes(type)) && !message.includes('\\u')) return null
  return parsedEvent(message)
}

/** An error if the message is not one JSON object, or if parsers may read it differently. */
export function parsedEvent(message: string): JsonObject | GatewayError {
  try {
    return readJson(Buffer.from(message), ACTED_ON_IN_EVENTS, MAX_VALUES)
  } catch (error) {
    return asGatewayError(error)
  }
}

const OPEN_BRACE = 0x7b
/** Spaces, and the bytes of a byte order mark. */
const BEFORE_JSON: ReadonlySet<number | undefined> = new Set([0, 0x09, 0x0a, 0x0d, 0x20, 0xfe, 0xff])

/** True if the message is an object in UTF-16 or UTF-32, which some JSON parsers detect. */
export function isWideJson(message: Uint8Array): boolean {
  let at = 0
  while (BEFORE_JSON.has(message[at])) at++
  return message[at] === OPEN_BRACE && (message[at - 1] === 0 || message[at + 1] === 0)
}
