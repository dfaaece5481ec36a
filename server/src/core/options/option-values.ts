/** Parses the values of gateway headers by type. Errors name the header. */

import { isDeeperThan, membersOf } from '../body/json-text.ts'
import { GatewayError } from '../errors.ts'
import { forwardNameRefusal } from '../headers.ts'
import { isObject } from '../json.ts'
import { type OptionName, PREFIX } from './option-table.ts'

export function invalid(header: string, problem: string, hint: string): GatewayError {
  return new GatewayError('invalid_header', { param: header, message: `${header} ${problem}.`, hint })
}

export function readBoolean(name: OptionName, value: string | null): boolean | null {
  if (value === null) return null
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalid(PREFIX + name, 'must be true or false', 'Send exactly true or false.')
}

/** Rejects a repeated header: its values arrive joined by a comma and a space. */
export function once(name: OptionName, value: string | null): string | null {
  if (value?.includes(', ')) throw invalid(PREFIX + name, 'was sent twice', 'Send it once, without a comma and space.')
  return value
}

export function readTimeout(value: string | null): number | null {
  if (value === null) return null
  if (!/^[0-9]{1,10}$/.test(value) || Number(value) < 1) {
    throw invalid(
      `${PREFIX}request-timeout`,
      'must be a whole number of milliseconds, 1 or more',
      'For thirty seconds send 30000.',
    )
  }
  return Number(value)
}

export function readTraceId(value: string | null): string | null {
  if (value === null || /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value)) return value
  throw invalid(
    `${PREFIX}trace-id`,
    'has characters other than visible ASCII',
    'Send 1 to 128 visible ASCII characters.',
  )
}

const MAX_METADATA_KEYS = 64
const MAX_METADATA_DEPTH = 8

export function readMetadata(value: string | null): Readonly<Record<string, unknown>> | null {
  if (value === null) return null
  const header = `${PREFIX}metadata`
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw invalid(header, 'is not valid JSON', 'Send a JSON object such as {"_user":"u-17"}.')
  }
  if (!isObject(parsed)) {
    throw invalid(header, 'must be a JSON object', 'Send a JSON object such as {"_user":"u-17"}.')
  }
  checkMetadataText(header, value, parsed)
  if (Object.keys(parsed).length > MAX_METADATA_KEYS) {
    throw invalid(header, `has more than ${MAX_METADATA_KEYS} keys`, `Send at most ${MAX_METADATA_KEYS} keys.`)
  }
  return parsed
}

/** Requires unique top-level keys, limited nesting, and text that every database can store. */
function checkMetadataText(header: string, value: string, parsed: object): void {
  const bytes = Buffer.from(value)
  if (isDeeperThan(bytes, MAX_METADATA_DEPTH)) {
    throw invalid(header, `nests deeper than ${MAX_METADATA_DEPTH} levels`, 'Send a flat object of labels.')
  }
  const names = membersOf(bytes).map((member) => member.key)
  if (new Set(names).size < names.length) throw invalid(header, 'has the same key twice', 'Send each key once.')
  const escapes = JSON.stringify(parsed).replaceAll('\\\\', '')
  if (/\\u0000|\\ud[89a-f]/i.test(escapes)) {
    throw invalid(header, 'contains NUL or an unpaired surrogate', 'Send well-formed text.')
  }
}

/** Accepts a JSON array, the same with single quotes (as Python prints it), or a comma-separated list. */
export function readNames(value: string | null, prefixes: readonly string[]): readonly string[] | null {
  if (value === null) return null
  const header = `${PREFIX}forward-headers`
  const names = value.trim().startsWith('[') ? readNameArray(value) : value.split(',').map((name) => name.trim())
  if (names === null)
    throw invalid(header, 'is not an array of header names', 'Send ["X-One","X-Two"] or X-One, X-Two.')
  for (const name of names) {
    const reason = forwardNameRefusal(name, prefixes)
    if (reason !== null) throw invalid(header, `may not name "${name.slice(0, 64)}": ${reason}`, 'Remove that name.')
  }
  return names.map((name) => name.toLowerCase())
}

function readNameArray(value: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(value.replaceAll("'", '"'))
    if (Array.isArray(parsed) && parsed.every((name): name is string => typeof name === 'string')) return parsed
  } catch {
    // Not JSON: the caller throws an error that names the header.
  }
  return null
}
