/** Where the keys of an issuer are, and which JSON Web Key Sets (RFC 7517) are accepted. */

import { isObject } from '../json.ts'
import type { PublicKey } from './workload-issuers.ts'

const MAX_KEYS = 100
const KEY_TYPES: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP'])
/** Members of private RSA, EC and OKP keys, and of symmetric keys. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** The public keys, or what is wrong with the key set as a predicate, such as "has more than 100 keys". */
export function readKeySet(value: unknown): { readonly keys: readonly PublicKey[] } | string {
  const keys = isObject(value) ? value['keys'] : null
  if (!Array.isArray(keys) || !keys.every(isObject)) return 'has no list "keys" of JSON Web Keys'
  if (keys.length > MAX_KEYS) return `has more than ${MAX_KEYS} keys`
  if (keys.some((key) => PRIVATE_MEMBERS.some((name) => Object.hasOwn(key, name))))
    return 'contains a private or symmetric key; it must contain public keys only'
  // Keys of other types and for encryption are allowed in a set, and never verify a token.
  const usable = keys.filter((key) => KEY_TYPES.has(key['kty']) && key['use'] !== 'enc')
  return usable.length === 0 ? 'has no RSA, EC or OKP key' : { keys: usable }
}

/** OpenID Connect Discovery 1.0, section 4: the path is appended to the issuer. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Requires TLS except on loopback: without it, anyone on the network path could replace the keys. */
export function isKeyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
