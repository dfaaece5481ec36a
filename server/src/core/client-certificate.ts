/** Reads the names in client certificates, and normalises the entries of API keys that refer to them. */

export type ClientCertificate = {
  /**
   * `sha256:` with the fingerprint, then the subject alternative names: `dns:`, `uri:` and `email:` with the name. The
   * common name is not used.
   */
  readonly names: readonly string[]
  readonly expiresAtMs: number
}

const MAX_NAMES = 50
const MAX_NAME_LENGTH = 512
/** In characters. Workers send the names to the owner process in one header, so their total length is limited. */
const MAX_TOTAL_LENGTH = 4_096

const KINDS: Readonly<Record<string, string>> = { DNS: 'dns', URI: 'uri', email: 'email' }

/** Other names are skipped: the runtime quotes names with special characters, such as NUL or a comma. */
const PLAIN_NAME = /^[\x21\x23-\x2b\x2d-\x7e]+$/

export type CertificateFields = {
  readonly fingerprint256: string
  readonly subjectAltName: string | undefined
  readonly validTo: string
}

export function readClientCertificate(fields: CertificateFields): ClientCertificate {
  let length = 0
  const names = [`sha256:${fields.fingerprint256.replaceAll(':', '').toLowerCase()}`]
  for (const part of fields.subjectAltName?.split(', ').slice(0, MAX_NAMES) ?? []) {
    const at = part.indexOf(':')
    const kind = KINDS[part.slice(0, at)]
    const name = part.slice(at + 1)
    if (kind === undefined || name.length > MAX_NAME_LENGTH || !PLAIN_NAME.test(name)) continue
    length += part.length
    if (length > MAX_TOTAL_LENGTH) break
    names.push(`${kind}:${kind === 'uri' ? name : name.toLowerCase()}`)
  }
  return { names: [...new Set(names)], expiresAtMs: Date.parse(fields.validTo) }
}

const ENTRY = {
  sha256: /^[0-9a-f]{64}$/,
  dns: /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/,
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x2b\x2d-\x7e]{1,400}$/,
  email: /^[\x21\x23-\x2b\x2d-\x3f\x41-\x7e]{1,64}@[a-z0-9.-]{1,253}$/,
} as const

/**
 * Normalises an entry of an API key for comparison; null if it is not valid. A fingerprint may have colons and capital
 * letters, as `openssl x509 -fingerprint` prints it.
 */
export function certificateEntry(text: string): string | null {
  const at = text.indexOf(':')
  const kind = text.slice(0, at)
  const given = text.slice(at + 1)
  switch (kind) {
    case 'sha256': {
      const digits = given.replaceAll(':', '').toLowerCase()
      return ENTRY.sha256.test(digits) ? `sha256:${digits}` : null
    }
    case 'uri':
      return ENTRY.uri.test(given) ? text : null
    case 'dns':
    case 'email': {
      const name = given.toLowerCase()
      return ENTRY[kind].test(name) ? `${kind}:${name}` : null
    }
    default:
      return null
  }
}
