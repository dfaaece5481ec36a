/** Which headers travel: from the caller to a provider, from a provider to the caller, and into the record. */

import { prefixed, prefixOf } from './options/prefixed.ts'

/** Lower-case names. */
export type HeaderMap = Record<string, string>

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Framing and hop-by-hop: not even `forward_headers` may name these. */
const FRAMING: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'host', 'content-length', 'expect'])

/**
 * Every header that holds a key, ours or a provider's; the only such list. A caller's own go upstream only when an adapter
 * places them or `forward_headers` names them. The first one found, in this order, is the caller's key.
 */
export const CREDENTIAL_HEADERS: readonly string[] = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

const NEVER_FORWARDED: ReadonlySet<string> = new Set([
  ...FRAMING,
  ...CREDENTIAL_HEADERS,
  'cookie',
  'forwarded',
  // A provider's setting (spec 5.4), placed by its adapter.
  'x-cloud-b-llm-request-type',
  'x-vertex-ai-llm-request-type',
  // Set per endpoint: identity on first-class routes, the caller's own on pass-through.
  'accept-encoding',
])

/** Headers of a provider's answer that must not reach the caller: framing, and what would act on our own origin. */
const NEVER_RETURNED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'set-cookie',
  'set-cookie2',
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'clear-site-data',
  'alt-svc',
  'service-worker-allowed',
  // Said by ourselves, on every answer.
  'x-content-type-options',
])

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/

/** Why a name may not stand in `forward_headers`, or null. `prefixes` are our own and its aliases, with their hyphen. */
export function refuseForwardName(name: string, prefixes: readonly string[]): string | null {
  const lower = name.toLowerCase()
  if (!TOKEN.test(lower)) return 'it is not a header name'
  if (FRAMING.has(lower)) return 'it belongs to the connection, not to the request'
  if (prefixOf(lower, prefixes) !== null) return 'gateway headers never leave the gateway'
  return null
}

/** The caller's headers that go on to any provider, without credentials. `prefixes` as above. */
export function forwardable(headers: HeaderMap, prefixes: readonly string[]): HeaderMap {
  const named = headers['connection']
  const dropped = named === undefined ? null : connectionNames(named)
  // Without a prototype: a header called __proto__ is a header.
  const out: HeaderMap = Object.create(null) as HeaderMap
  for (const name in headers) {
    if (NEVER_FORWARDED.has(name) || name.startsWith('x-forwarded-')) continue
    if (prefixOf(name, prefixes) !== null || dropped?.has(name)) continue
    out[name] = headers[name]!
  }
  return out
}

/** Names listed in `Connection` are hop-by-hop too (RFC 9110 7.6.1); the usual keep-alive and close cost nothing. */
function connectionNames(value: string): ReadonlySet<string> | null {
  if (value === 'keep-alive' || value === 'close') return null
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()))
}

/** One native call instead of an iteration; `set-cookie` alone becomes an array, which nothing here reads or returns. */
export function headerMap(headers: Headers): HeaderMap {
  return headers.toJSON() as HeaderMap
}

/** A provider's answer headers as the caller may see them: nothing of the connection, nothing that looks like ours. */
export function returnable(all: HeaderMap, prefixes: readonly string[]): HeaderMap {
  const named = all['connection']
  const dropped = named === undefined ? null : connectionNames(named)
  const out: HeaderMap = {}
  for (const name in all) {
    if (NEVER_RETURNED.has(name) || name.startsWith('access-control-')) continue
    if (prefixOf(name, prefixes) !== null || dropped?.has(name)) continue
    out[name] = all[name]!
  }
  return out
}

const RECORDED: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'content-encoding',
  'content-language',
  'user-agent',
  'openai-organization',
  'openai-project',
  'openai-beta',
  'openai-version',
  'openai-processing-ms',
  'openai-model',
  'anthropic-version',
  'anthropic-beta',
  'request-id',
  'x-request-id',
  'retry-after',
  'retry-after-ms',
  'server',
  'cf-ray',
])

/** What of a header block is written into a record: an allowlist, since anything else may hold a secret. */
export function recordable(headers: HeaderMap): HeaderMap {
  const out: HeaderMap = {}
  for (const name in headers) {
    if (RECORDED.has(name) || name.startsWith('x-stainless-') || name.startsWith('x-ratelimit-'))
      out[name] = headers[name]!
  }
  return out
}

/** Whether a body is there as it is, not compressed. */
export function isPlain(headers: HeaderMap): boolean {
  const encoding = headers['content-encoding']
  return encoding === undefined || encoding.toLowerCase() === 'identity'
}

/** The value of `Authorization: Bearer x`, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.length < 8) return null
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null
  const token = authorization.slice(7).trim()
  return token === '' ? null : token
}

/** The keys a request carries outside of our own headers; Authorization that is no bearer token holds none. */
export function keysIn(headers: HeaderMap): string[] {
  const keys: string[] = []
  for (const name of CREDENTIAL_HEADERS) {
    const value = headers[name]
    if (value === undefined) continue
    const key = name === 'authorization' ? bearerToken(value) : value
    if (key !== null) keys.push(key)
  }
  return keys
}

/** Whether a program sends a key, ours or a provider's; Authorization of another kind is a proxy's affair. */
export function carriesKey(headers: HeaderMap, prefixes: readonly string[]): boolean {
  if (keysIn(headers).length > 0) return true
  return prefixed(prefixes, 'api-key').some((name) => headers[name] !== undefined)
}
