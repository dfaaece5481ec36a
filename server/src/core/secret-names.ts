/** Which parameters of a config hold credentials of services behind the provider (tools, data sources), by name or form. */

/** `author` is no credential; `authorization` is. */
const NAME =
  /auth(?!or(?!i[sz]))|api[_-]?key|secret|token|passw(?:or)?d|passphrase|credential|private|cookie|connection[_-]?string|service[_-]?account|(?:access|account|admin|function|functions|master|query|shared|signing|subscription)[_-]?key/i
const WHOLE_NAME = /^(?:key|pwd|pass|dsn|sas|jwt|bearer|headers)$/i
/** Every text below such a member counts as a secret: a header of a tool may have any name. */
const CONTAINER = /^(?:(?:[a-z]+[_-])?headers|auth|authentication|authorization|credentials?|cookies?)$/i
/** What these map to are names of a JSON Schema, not of values. */
const SCHEMA_MAP = /^(?:properties|patternProperties|\$defs|definitions)$/

/** Shorter URLs with credentials do not exist in practice, and their mask could not be told from other text. */
const MIN_URL = 12

/** `setting`: a member of the config itself. The others are within its parameters. */
export type Spot = 'setting' | 'param' | 'schema' | 'secrets'

export function namesSecretParam(name: string): boolean {
  return WHOLE_NAME.test(name) || NAME.test(name)
}

/** The spot of the members of an object that stands under this name. */
export function spotBelow(name: string, spot: Spot): Spot {
  if (spot === 'setting' || spot === 'secrets') return spot
  if (spot === 'schema') return 'param'
  if (SCHEMA_MAP.test(name)) return 'schema'
  return CONTAINER.test(name) ? 'secrets' : 'param'
}

/** A URL with user information, or with a credential in its query. */
export function isSecretUrl(text: string): boolean {
  if (text.length < MIN_URL) return false
  const start = text.indexOf('://')
  if (start < 1 || start > 32 || !/^[a-z][a-z0-9+.-]*$/i.test(text.slice(0, start))) return false
  const [address = ''] = text.slice(start + 3).split('#', 1)
  const [authority = ''] = address.split(/[/?]/, 1)
  if (authority.includes('@')) return true
  const query = address.indexOf('?')
  if (query < 0) return false
  return address
    .slice(query + 1)
    .split('&')
    .some((pair) => isSecretMember(pair.split('=', 1)[0] ?? ''))
}

function isSecretMember(name: string): boolean {
  return namesSecretParam(name) || /^(?:sig|signature|x-amz-signature|code)$/i.test(name)
}
