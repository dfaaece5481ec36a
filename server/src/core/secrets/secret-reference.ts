/** Secret references: `secret://<source>/<path>#<field>` instead of the value of a secret. */

const SCHEME = 'secret://'
const MAX_LENGTH = 512
const FORM = /^secret:\/\/([a-z0-9][a-z0-9-]{0,31})\/([A-Za-z0-9._~+=@:/-]+)(?:#([A-Za-z0-9._-]{1,128}))?$/

export type SecretReference = {
  /** The name of a source in GATEWAY_SECRET_SOURCES. */
  readonly source: string
  readonly path: string
  /** Null: the whole secret, or its only field. */
  readonly field: string | null
}

/** True for every text with the scheme, even if the rest is not valid. */
export function isReference(text: string): boolean {
  return text.startsWith(SCHEME)
}

/** Null if it is not valid. Paths have no empty, `.` or `..` segments, so their prefixes can be compared as text. */
export function parseReference(text: string): SecretReference | null {
  const [, source, path, field] = text.length <= MAX_LENGTH ? (FORM.exec(text) ?? []) : []
  if (source === undefined || path === undefined) return null
  if (path.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) return null
  return { source, path, field: field ?? null }
}

/** The references among the secrets of a credential, by name: `key` or a setting. */
export function referencesIn(text: {
  readonly key: string | null
  readonly settings: Readonly<Record<string, string>>
}): Readonly<Record<string, string>> {
  const all = Object.entries({ ...text.settings, ...(text.key !== null && { key: text.key }) })
  return Object.fromEntries(all.filter(([, value]) => isReference(value)))
}
