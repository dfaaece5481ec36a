/** Headers that an integration adds to every upstream request. They may be secret, so the credential contains them. */

import { forwardNameRefusal, type HeaderMap } from './headers.ts'
import { isObject } from './json.ts'

/** The secret setting that contains them, as JSON. */
export const CUSTOM_HEADERS = 'custom_headers'

const MAX_HEADERS = 50
const MAX_VALUE = 8_192
const PREFIXES = ['x-gateway-', 'x-portkey-']
/** Visible ASCII, with spaces inside. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** The headers with lower-case names, or the reason why they cannot be sent. */
export function readCustomHeaders(given: unknown): HeaderMap | string {
  const value = typeof given === 'string' ? parsed(given) : given
  if (!isObject(value)) return 'must be an object of header names and values'
  const entries = Object.entries(value)
  if (entries.length > MAX_HEADERS) return `has more than ${MAX_HEADERS} headers`
  const headers: HeaderMap = {}
  for (const [name, text] of entries) {
    const shown = name.slice(0, 64)
    const refusal = forwardNameRefusal(name, PREFIXES)
    if (refusal !== null) return `"${shown}" cannot be sent: ${refusal}`
    if (typeof text !== 'string' || text.length > MAX_VALUE || !VALUE.test(text))
      return `the value of "${shown}" must be visible ASCII of at most ${MAX_VALUE} characters`
    headers[name.toLowerCase()] = text
  }
  return headers
}

/** Takes the headers out of the settings of a stored credential. */
export function splitCustomHeaders(settings: Readonly<Record<string, string>>): {
  readonly settings: Readonly<Record<string, string>>
  readonly headers: HeaderMap | null
} {
  const { [CUSTOM_HEADERS]: text, ...rest } = settings
  return text === undefined ? { settings, headers: null } : { settings: rest, headers: JSON.parse(text) as HeaderMap }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
