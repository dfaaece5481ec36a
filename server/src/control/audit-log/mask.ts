/** Masks secrets in audit log entries. */

import { isSecretUrl, namesSecretParam } from '../../core/secret-names.ts'

const MASK = '********'
/** Secret fields of the admin API, and identifiers of people to erase. The names in core/secret-names.ts apply too. */
const SECRET_FIELD =
  /^keys$|^end_user$|^((user|device)_)?code$|^recovery_codes?$|custom[_-]?headers|bearer|invite[_-]?link|signed[_-]?url|webhook[_-]?url/i
/** Names that match a secret name but hold counts, times or ids. */
const NOT_SECRET =
  /^(.*(max|min|prompt|completion|input|output|total|req|res|cache|cached|reasoning)_?tokens?(_.*)?|tokens|key_transition.*|(virtual|api)_?key_?ids?|.*_token_(min|max))$/i
/** Masked inside any text: gateway keys, common provider keys, bearer tokens. */
const SECRET_TEXT = /\b(gw[aw]_|sk-|xai-|gsk_|AIza|AKIA)[\w-]{8,}|\bBearer\s+\S+/g
const KEPT_HEADERS: ReadonlySet<string> = new Set(['user-agent', 'content-type', 'accept', 'origin', 'idempotency-key'])
const MAX_CHARACTERS = 16 * 1024

/** Returns a copy of the value with every secret replaced by the mask. */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskedString(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const isMasked = isSecretField(name) && inner !== null && inner !== undefined && !isTokenPrice(name, inner)
    return [name, isMasked ? maskAll(inner) : masked(inner)]
  })
  return Object.fromEntries(entries)
}

function isSecretField(name: string): boolean {
  return (namesSecretParam(name) || SECRET_FIELD.test(name)) && !NOT_SECRET.test(name)
}

/** True for a model's price, such as `request_token: {price: 0.01}`. It is not a secret despite its name. */
function isTokenPrice(name: string, value: unknown): boolean {
  if (!/^(request|response)_token$/.test(name) || typeof value !== 'object' || value === null) return false
  return Object.values(value).every((inner) => typeof inner === 'number')
}

/** Parses JSON text (clients may send a config as a string) so that secrets are found by their field names. */
function maskedString(text: string): string {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.stringify(masked(JSON.parse(text)))
    } catch {
      // Not JSON: treat it as plain text.
    }
  }
  return isSecretUrl(text) ? MASK : text.replace(SECRET_TEXT, MASK)
}

/** Keeps the structure and masks every scalar. */
function maskAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskAll)
  if (typeof value !== 'object' || value === null) return MASK
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner)]))
}

/** JSON text with secrets masked, truncated to MAX_CHARACTERS. */
export function maskedText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = JSON.stringify(masked(value))
  return text.length <= MAX_CHARACTERS ? text : JSON.stringify({ cut: text.slice(0, MAX_CHARACTERS).toWellFormed() })
}

export function maskedHeaders(headers: Readonly<Record<string, string>>): string {
  const kept = Object.entries(headers).map(([name, value]) => [
    name.slice(0, 64),
    KEPT_HEADERS.has(name) ? maskedString(value.slice(0, 256)) : MASK,
  ])
  return JSON.stringify(Object.fromEntries(kept))
}
