/** Decides which headers are forwarded to a provider, returned to the caller, and logged. */

import { prefixed, prefixOf } from './options/prefixed.ts'
import { namesSecretParam } from './secret-names.ts'

/** Lower-case names. */
export type HeaderMap = Record<string, string>

export function withLowerCaseNames(headers: Readonly<Record<string, string>>): HeaderMap {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

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

/** Hop-by-hop and framing headers. `forward_headers` must not name these either. */
const FRAMING: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'host', 'content-length', 'expect'])

/**
 * Every header that can carry a key, the gateway's or a provider's. They are sent upstream only if a provider adapter
 * sets them or `forward_headers` names them. The first one present, in this order, is the caller's key.
 */
export const CREDENTIAL_HEADERS: readonly string[] = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

const NEVER_FORWARDED: ReadonlySet<string> = new Set([
  ...FRAMING,
  ...CREDENTIAL_HEADERS,
  'cookie',
  'set-cookie',
  'forwarded',
  // Provider settings; the Vertex AI adapter sets the upstream header itself.
  'x-cloud-b-llm-request-type',
  'x-vertex-ai-llm-request-type',
  // Set per endpoint: `identity` on known endpoints, the caller's value on pass-through.
  'accept-encoding',
])

/** Response headers that must not reach the caller: framing, and headers that would take effect on our own origin. */
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
  // The gateway sets this on every response.
  'x-content-type-options',
])

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/

/**
 * Why `forward_headers` must not contain this name, or null if it may. `prefixes`: the gateway's header prefix and its
 * aliases, each with the trailing hyphen.
 */
export function forwardNameRefusal(name: string, prefixes: readonly string[]): string | null {
  const lower = name.toLowerCase()
  if (!TOKEN.test(lower)) return 'it is not a header name'
  if (FRAMING.has(lower)) return 'it belongs to the connection, not to the request'
  if (prefixOf(lower, prefixes) !== null) return 'gateway headers never leave the gateway'
  return null
}

/** The caller's headers that are forwarded to every provider. Credentials are excluded. */
export function forwardable(headers: HeaderMap, prefixes: readonly string[]): HeaderMap {
  const named = headers['connection']
  const dropped = named === undefined ? null : connectionNames(named)
  // No prototype, so that a header named __proto__ is stored like any other.
  const out: HeaderMap = Object.create(null) as HeaderMap
  for (const name in headers) {
    if (NEVER_FORWARDED.has(name) || name.startsWith('x-forwarded-')) continue
    if (prefixOf(name, prefixes) !== null || dropped?.has(name)) continue
    out[name] = headers[name]!
  }
  return out
}

/** Names listed in `Connection` are hop-by-hop too (RFC 9110, section 7.6.1). Null for the common values. */
function connectionNames(value: string): ReadonlySet<string> | null {
  if (value === 'keep-alive' || value === 'close') return null
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()))
}

/** `toJSON` is one native call. It returns `set-cookie` as an array. */
export function headerMap(headers: Headers): HeaderMap {
  const all = headers.toJSON() as HeaderMap
  if (all['set-cookie'] !== undefined) all['set-cookie'] = headers.get('set-cookie') ?? ''
  return all
}

/** The provider's response headers that the caller gets: no connection headers, none under the gateway's prefixes. */
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

/** Trace context. Callers choose its values, so long ones are cut. */
const TRACED: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage'])
const CLAUDE_CODE = 'x-claude-code-'
const MAX_TRACED_VALUE = 1_024
const MAX_CLAUDE_CODE_HEADERS = 16

/** The headers that are logged. An allowlist, because any other header may contain a secret. */
export function recordable(headers: HeaderMap): HeaderMap {
  const out: HeaderMap = {}
  let claudeCode = 0
  for (const name in headers) {
    if (RECORDED.has(name) || name.startsWith('x-stainless-') || name.startsWith('x-ratelimit-'))
      out[name] = headers[name]!
    else if (TRACED.has(name) || (isClaudeCode(name) && claudeCode++ < MAX_CLAUDE_CODE_HEADERS))
      out[name] = headers[name]!.slice(0, MAX_TRACED_VALUE)
  }
  return out
}

/** Matches headers of Claude Code, such as its session and agent ids, except the one that carries a credential. */
function isClaudeCode(name: string): boolean {
  return name.startsWith(CLAUDE_CODE) && !namesSecretParam(name)
}

const MAX_LABEL = 128
const VISIBLE = /^[\x20-\x7e]+$/

/** Labels of a log record by which the requests of a Claude Code session, or of one of its agents, are found. */
export function claudeCodeLabels(headers: HeaderMap): Readonly<Record<string, string>> | null {
  const session = headers['x-claude-code-session-id']
  if (session === undefined) return null
  const agent = headers['x-claude-code-agent-id']
  return {
    ...(isLabel(session) && { _claude_code_session: session }),
    ...(agent !== undefined && isLabel(agent) && { _claude_code_agent: agent }),
  }
}

function isLabel(value: string): boolean {
  return value.length <= MAX_LABEL && VISIBLE.test(value)
}

/** True if the body is not compressed. */
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

/** The keys in `CREDENTIAL_HEADERS`. Only bearer tokens are read from Authorization. */
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

/** True if the request carries a gateway or provider key. Other Authorization schemes are ignored: proxies use them. */
export function carriesKey(headers: HeaderMap, prefixes: readonly string[]): boolean {
  if (keysIn(headers).length > 0) return true
  return prefixed(prefixes, 'api-key').some((name) => headers[name] !== undefined)
}
