/** Reads JSON events of WebSocket messages. */

import { asGatewayError, type GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { outlineOf } from '../large/body-facts.ts'
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

/** Members that we act on. If one is sent twice, we and the provider might use different ones. */
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
/** The most JSON values in a message that is parsed in the main thread. */
const MAX_VALUES = 200_000

/** True if the type of the caller's event is certainly none of these, even if the event has `type` twice. */
export function isOtherEvent(message: string, types: readonly string[]): boolean {
  if (!message.startsWith(TYPE_FIRST)) {
    return !types.some((type) => message.includes(type)) && !message.includes('\\u')
  }
  const end = message.indexOf('"', TYPE_FIRST.length)
  if (types.includes(message.slice(TYPE_FIRST.length, end))) return false
  return !message.includes('"type"', end) && !message.includes('\\')
}

/**
 * An error if the message is not one JSON object, or if parsers may read it differently: a message that we misread
 * could start a response without a hold.
 */
export function parsedEvent(message: string, maxValues = MAX_VALUES): JsonObject | GatewayError {
  try {
    return readJson(Buffer.from(message), ACTED_ON_IN_EVENTS, maxValues)
  } catch (error) {
    return asGatewayError(error)
  }
}

/** The members of an event that hold parameters. */
const NESTED = ['response', 'session', 'setup'] as const

/** The outline of a large event, with outlines of the members that hold parameters. */
export function eventOutline(event: JsonObject): JsonObject {
  const outline = outlineOf(event)
  for (const name of NESTED) {
    const member = Object.hasOwn(event, name) ? event[name] : undefined
    if (isObject(member)) outline[name] = outlineOf(member)
  }
  return outline
}

const OPEN_BRACE = 0x7b
/** Whitespace, the zero bytes of wide characters, and the bytes of a byte order mark. */
const BEFORE_JSON: ReadonlySet<number | undefined> = new Set([0, 0x09, 0x0a, 0x0d, 0x20, 0xfe, 0xff])

/** True if the message is an object in UTF-16 or UTF-32, which some JSON parsers detect. */
export function isWideJson(message: Uint8Array): boolean {
  let at = 0
  while (BEFORE_JSON.has(message[at])) at++
  return message[at] === OPEN_BRACE && (message[at - 1] === 0 || message[at + 1] === 0)
}
