/**
 * Portkey admin API operations that the gateway does not implement. Portkey clients may call them with secrets in the
 * body, so the gateway returns 404 and never forwards them to a provider.
 */

import { GatewayError } from './errors.ts'

const NO_EXCLUSIONS =
  'Default guardrails of the organisation apply to all of its workspaces. For single workspaces, use defaults.input_guardrails and defaults.output_guardrails of PUT /v1/admin/workspaces/{id}.'

const USE_REFERENCES =
  'Secret references have no objects: send secret://<source>/<path>#<field> as the key of a virtual key.'

/**
 * Methods and paths after /v1, and what to use instead; `{}` matches one segment. The router looks up the gateway's own
 * operations first.
 */
export const RESERVED = [
  ['DELETE', '/integrations/{}/models/{}'],
  ['GET PUT', '/guardrails/{}/mcp-servers'],
  ['PUT', '/guardrails/{}/mcp-servers/{}'],
  ['GET POST', '/admin/v2/guardrails'],
  ['GET PUT DELETE', '/admin/v2/guardrails/{}'],
  ['GET PUT', '/admin/v2/guardrails/{}/mcp-servers'],
  ['PUT', '/admin/v2/guardrails/{}/mcp-servers/{}'],
  ['GET POST', '/admin/integrations'],
  ['GET PUT DELETE', '/admin/integrations/{}'],
  ['GET PUT', '/admin/integrations/{}/models'],
  ['DELETE', '/admin/integrations/{}/models/{}'],
  ['GET PUT', '/admin/integrations/{}/workspaces'],
  ['GET POST', '/mcp-integrations'],
  ['GET PUT DELETE', '/mcp-integrations/{}'],
  ['GET PUT', '/mcp-integrations/{}/capabilities'],
  ['GET PUT', '/mcp-integrations/{}/workspaces'],
  ['GET', '/mcp-integrations/{}/metadata'],
  ['POST', '/mcp-integrations/{}/sync'],
  ['POST', '/mcp-integrations/{}/test'],
  ['GET POST', '/mcp-servers'],
  ['GET PUT DELETE', '/mcp-servers/{}'],
  ['POST', '/mcp-servers/{}/test'],
  ['GET PUT', '/mcp-servers/{}/capabilities'],
  ['POST', '/mcp-servers/{}/capabilities/sync'],
  ['GET PUT', '/mcp-servers/{}/user-access'],
  ['GET', '/mcp-servers/{}/user-access/check'],
  ['GET DELETE', '/mcp-servers/{}/connections'],
  ['GET PUT DELETE', '/mcp-servers/{}/tokens'],
  ['GET', '/mcp-servers/{}/client-info'],
  ['GET', '/mcp-servers/{}/metadata'],
  ['POST', '/mcp-servers/{}/metadata/sync'],
  ['GET POST', '/secret-references', USE_REFERENCES],
  ['GET PUT DELETE', '/secret-references/{}', USE_REFERENCES],
  ['GET POST', '/scim/workspaces'],
  ['DELETE', '/scim/workspaces/{}'],
  ['GET', '/scim/groups'],
  ['GET PUT', '/workspace-exclusions/input-guardrails', NO_EXCLUSIONS],
  ['GET PUT', '/workspace-exclusions/output-guardrails', NO_EXCLUSIONS],
  ['GET', '/model-configs/pricing/{}/{}'],
  // An old path that Portkey clients still call.
  ['POST', '/prompt/complete'],
] as const satisfies readonly (readonly [methods: string, path: string, instead?: string])[]

/** First path segments of the gateway's own API. A non-canonical path under these is an error, not a provider path. */
export const OWN_RESOURCES: ReadonlySet<string> = new Set([
  'admin',
  'alerts',
  'analytics',
  'api-keys',
  'audit-logs',
  'breakers',
  'cache',
  'claim',
  'collections',
  'configs',
  'device-logins',
  'feedback',
  'guardrails',
  'integrations',
  'invites',
  'labels',
  'logs',
  'model-catalogue',
  'policies',
  'prices',
  'privacy',
  'prompts',
  'providers',
  'scopes',
  'secret-references',
  'sessions',
  'sinks',
  'sso',
  'supported-providers',
  'traces',
  'users',
  'virtual-keys',
  'virtual-models',
])

type Row = { readonly methods: ReadonlySet<string>; readonly pattern: RegExp; readonly instead: string | undefined }

const rows = new Map<string, Row[]>()
for (const [methods, path, instead] of RESERVED) {
  const pattern = new RegExp(`^${path.replaceAll('{}', '[^/]+')}$`)
  const row = { methods: new Set(methods.split(' ')), pattern, instead }
  const first = firstSegment(path)
  rows.set(first, [...(rows.get(first) ?? []), row])
}

/** Paths that another server may normalise: empty or dot segments, a trailing slash, percent escapes. */
const NOT_PLAIN = /\/\/|\/$|\/\.|%/

/** Throws if a pass-through path (after /v1 or /openai, without query) belongs to an admin API. */
export function refuseReserved(method: string, path: string, pathname = `/v1${path}`): void {
  const plain = plainPath(path)
  const first = firstSegment(plain)
  // The router knows our own operations in their plain form below /v1 only.
  if ((plain !== path || !pathname.startsWith('/v1/')) && OWN_RESOURCES.has(first)) {
    throw new GatewayError('not_found', {
      message: `No endpoint at ${pathname.slice(0, 64)}.`,
      hint: `Send /v1${plain.slice(0, 64)} without extra slashes or escapes; /v1/proxy${path.slice(0, 64)} reaches a provider.`,
    })
  }
  const row = rows.get(first)?.find(({ methods, pattern }) => methods.has(method) && pattern.test(plain))
  if (!row) return
  throw new GatewayError('not_found', {
    message: `The gateway has no operation ${method} /v1${plain.slice(0, 64)}. The request was not sent to a provider.`,
    hint: `${row.instead ?? 'See /openapi.json for what there is.'} To call a provider’s own endpoint of this path, use /v1/proxy${plain.slice(0, 64)}.`,
  })
}

/** Normalises slashes, dot segments and escapes of unreserved characters (RFC 3986, section 6.2.2). */
export function plainPath(path: string): string {
  if (!NOT_PLAIN.test(path)) return path
  const unescaped = path.replace(/%([0-7][0-9a-f])/gi, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : written
  })
  const { pathname } = new URL(`http://host${unescaped.replace(/\/{2,}/g, '/')}`)
  return pathname.replace(/\/+$/, '') || '/'
}

/** `logs` for `/logs/17`. */
function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return end < 0 ? path.slice(1) : path.slice(1, end)
}
