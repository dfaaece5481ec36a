/**
 * Recognises credentials in config parameters by member name or URL form. Parameters can contain credentials of
 * services that the provider calls, such as tools and data sources.
 */

/** Matches `auth` and `authorization` but not `author`. */
const NAME =
  /auth(?!or(?!i[sz]))|api[_-]?key|secret|token|passw(?:or)?d|passphrase|credential|private|cookie|connection[_-]?string|service[_-]?account|(?:access|account|admin|function|functions|master|query|shared|signing|subscription)[_-]?key/i
const WHOLE_NAME = /^(?:key|pwd|pass|dsn|sas|jwt|bearer|headers)$/i
/** Every string inside these members counts as a secret, because a tool's headers can have any name. */
const CONTAINER = /^(?:(?:[a-z]+[_-])?headers|auth|authentication|authorization|credentials?|cookies?)$/i
/** JSON Schema members whose keys are property names, not parameters. */
const SCHEMA_MAP = /^(?:properties|patternProperties|\$defs|definitions)$/

/** Real URLs with credentials are longer, and the mask of a shorter text could not be distinguished from other text. */
const MIN_URL = 12

/**
 * Where a member is. `setting`: in the config itself. `param`: in its parameters. `schema`: a property name of a JSON
 * Schema. `secrets`: in an object whose strings are all secret, such as headers.
 */
export type MemberScope = 'setting' | 'param' | 'schema' | 'secrets'

export function namesSecretParam(name: string): boolean {
  return WHOLE_NAME.test(name) || NAME.test(name)
}

/** The scope of the members of the object called `name`. */
export function scopeBelow(name: string, scope: MemberScope): MemberScope {
  if (scope === 'setting' || scope === 'secrets') return scope
  if (scope === 'schema') return 'param'
  if (SCHEMA_MAP.test(name)) return 'schema'
  return CONTAINER.test(name) ? 'secrets' : 'param'
}

/** True for a URL with user information or with a credential in its query. */
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
