/**
 * OAuth 2.0 endpoints for devices: device authorization (RFC 8628), token, revocation (RFC 7009) and server metadata
 * (RFC 8414). They take forms and return errors in OAuth's format, so they are not operations of the admin API.
 */

import { z } from 'zod'
import { networkOf, siteOf } from '../../core/client-network.ts'
import { asGatewayError } from '../../core/errors.ts'
import { type HeaderMap, headerMap } from '../../core/headers.ts'
import { splitUrl } from '../../core/request-url.ts'
import { Throttle } from '../../core/throttle.ts'
import { anonymousPrincipal, type Principal, userPrincipal } from '../access/principal.ts'
import { findReach } from '../access/reach.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { ALL_SCOPES, findScope, SCOPES } from '../access/scopes.ts'
import type { AdminApiPorts } from '../admin-api.ts'
import { AdminCall } from '../admin-call.ts'
import { keyOnWire } from '../api-keys/api-key-wire.ts'
import { callOrigin } from '../call-origin.ts'
import { type CallOrigin, endpoint, type Operation } from '../endpoint.ts'
import { isForm, readBytes } from '../read-body.ts'
import { type DeviceClient, findClient } from './clients.ts'
import { DEVICE_CODE_MS, POLL_INTERVAL_MS } from './device-code-states.ts'
import { beginDeviceLogin, exchange, pollDeviceCode } from './device-codes.ts'
import { OAuthError } from './oauth-error.ts'

const METADATA_PATH = '/.well-known/oauth-authorization-server'
const DEVICE_PATH = '/oauth/device_authorization'
const TOKEN_PATH = '/oauth/token'
const REVOKE_PATH = '/oauth/revoke'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Limit on device logins per client network, which a whole office may share. */
const STARTS = { burst: 100, intervalMs: 10_000 }
/** Limit on device logins per IPv6 /48: its owner has 65,536 networks, and all clients share one limit on codes. */
const SITE_STARTS = { burst: 300, intervalMs: 3_000 }
/** Limit on polls and revocations per client network. */
const POLLS = { burst: 300, intervalMs: 100 }
const MAX_SCOPES = 200
const MAX_NAME = 64
const MAX_WORKSPACE = 128
const PUBLIC = 'public'
const DEVICE_CODE = /^[A-Za-z0-9_-]{43}$/
const MAX_TOKEN = 256

export function isOAuthPath(pathname: string): boolean {
  return pathname.startsWith('/oauth/') || pathname === METADATA_PATH
}

type Requested = {
  readonly headers: HeaderMap
  readonly origin: CallOrigin
  readonly pathname: string
  readonly fields: ReadonlyMap<string, string>
  readonly nowMs: number
}

export class OAuthApi {
  readonly #starts = new Throttle(STARTS)
  readonly #siteStarts = new Throttle(SITE_STARTS)
  readonly #polls = new Throttle(POLLS)

  constructor(private readonly ports: AdminApiPorts) {}

  async handle(request: Request): Promise<Response> {
    const headers = headerMap(request.headers)
    const origin = callOrigin(request, headers, this.ports)
    const { pathname } = splitUrl(request.url)
    try {
      if (pathname === METADATA_PATH) {
        if (request.method !== 'GET') throw wrongMethod(pathname, request.method, 'GET')
        return respond(200, metadata(origin.baseUrl), origin)
      }
      const answer = this.#answerOf(pathname)
      if (answer === null) throw new OAuthError('invalid_request', `No endpoint at ${pathname.slice(0, 64)}.`, 404)
      if (request.method !== 'POST') throw wrongMethod(pathname, request.method, 'POST')
      refuseForeignOrigin(headers, origin.baseUrl)
      const fields = await this.#readFields(request, headers, origin)
      return respond(200, await answer({ headers, origin, pathname, fields, nowMs: Date.now() }), origin)
    } catch (error) {
      return this.#refusal(error, origin)
    }
  }

  #answerOf(pathname: string): ((requested: Requested) => Promise<object>) | null {
    if (pathname === DEVICE_PATH) return (requested) => this.#begin(requested)
    if (pathname === TOKEN_PATH) return (requested) => this.#token(requested)
    if (pathname === REVOKE_PATH) return (requested) => this.#revoke(requested)
    return null
  }

  async #begin({ fields, origin, nowMs }: Requested): Promise<object> {
    const client = clientOf(fields)
    const scopes = scopesIn(fields)
    const deviceName = textIn(fields, 'device_name', MAX_NAME)
    const workspace = textIn(fields, 'workspace', MAX_WORKSPACE)
    const tooMany = 'Too many device logins were started from this address.'
    take(this.#starts, networkOf(origin.ip), nowMs, 'temporarily_unavailable', tooMany)
    take(this.#siteStarts, siteOf(origin.ip), nowMs, 'temporarily_unavailable', tooMany)
    const { store, vault } = this.ports
    const { ip, userAgent, baseUrl } = origin
    const requested = { clientId: client.id, deviceName, scopes, workspace, ip, userAgent }
    const begun = await beginDeviceLogin(requested, store.stores, vault, nowMs)
    if (begun === null)
      throw new OAuthError('temporarily_unavailable', 'Too many device logins are pending.', 503, 60_000)
    return {
      device_code: begun.deviceCode,
      user_code: begun.userCode,
      verification_uri: `${baseUrl}/device`,
      verification_uri_complete: `${baseUrl}/device?user_code=${begun.userCode}`,
      expires_in: DEVICE_CODE_MS / 1_000,
      interval: POLL_INTERVAL_MS / 1_000,
    }
  }

  async #token(requested: Requested): Promise<object> {
    const { fields, origin, nowMs } = requested
    const client = clientOf(fields)
    const grant = fields.get('grant_type')
    if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.')
    if (grant !== DEVICE_GRANT) throw new OAuthError('unsupported_grant_type', `grant_type must be ${DEVICE_GRANT}.`)
    const deviceCode = fields.get('device_code')
    if (deviceCode === undefined) throw new OAuthError('invalid_request', 'device_code is missing.')
    take(this.#polls, networkOf(origin.ip), nowMs, 'slow_down', 'Too many requests from this address.')
    const { store, vault } = this.ports
    const outcome = DEVICE_CODE.test(deviceCode)
      ? await pollDeviceCode(deviceCode, client.id, store.stores, vault, nowMs)
      : 'invalid_grant'
    if (outcome !== 'approved') throw refusalOf(outcome)
    return this.#issue(deviceCode, requested)
  }

  async #issue(deviceCode: string, requested: Requested): Promise<object> {
    const call = await this.#auditedCall(requested, ISSUE)
    return call.change(async (stores) => {
      const issued = await exchange(deviceCode, stores, this.ports.vault, call.nowMs)
      if (typeof issued === 'string') throw refusalOf(issued)
      const { key, secret, holder } = issued
      call.note({
        id: key.id,
        name: key.name,
        workspaceId: key.workspaceId,
        actor: holder,
        after: keyOnWire(key, call.nowMs),
      })
      call.announce({ kind: 'api_key', keyId: key.id })
      return {
        access_token: secret,
        token_type: 'Bearer',
        expires_in: Math.floor(((key.expiresAtMs ?? call.nowMs) - call.nowMs) / 1_000),
        scope: key.scopes.join(' '),
        api_key_id: key.id,
        workspace_id: key.workspaceId,
        user: holder.name,
      }
    })
  }

  /** An unknown token is not an error (RFC 7009, section 2.2). Only keys of device logins are revoked. */
  async #revoke(requested: Requested): Promise<object> {
    const { fields, origin, nowMs } = requested
    const client = clientOf(fields)
    const token = fields.get('token')
    if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
    take(this.#polls, networkOf(origin.ip), nowMs, 'temporarily_unavailable', 'Too many requests from this address.')
    if (token.length > MAX_TOKEN) return {}
    const { store, vault } = this.ports
    const hash = vault.hash(token)
    const found = await store.stores.deviceLogins.findByKeyHash(hash, nowMs)
    if (!found) return {}
    if (found.login.clientId !== client.id)
      throw new OAuthError('invalid_grant', 'The token was issued to another client.')
    const call = await this.#auditedCall(requested, REVOKE)
    return call.change(async (stores) => {
      const { key, login } = found
      await stores.apiKeys.remove(key.id)
      const user = await stores.users.findById(login.userId)
      const actor: Principal = user ? userPrincipal(user, []) : anonymousPrincipal()
      const before = keyOnWire(key, call.nowMs)
      call.note({ id: key.id, name: key.name, workspaceId: key.workspaceId, actor, before })
      call.announce({ kind: 'api_key', keyId: key.id })
      return {}
    })
  }

  /** The audit entry contains no body, because the device code and the token are secrets. */
  async #auditedCall({ origin, pathname }: Requested, operation: Operation): Promise<AdminCall> {
    const principal = anonymousPrincipal()
    const reach = await findReach(principal, operation, null, this.ports.store.stores)
    const audited = { operation, principal, params: {}, pathname, origin }
    return new AdminCall({ ...audited, query: {}, body: null, bytes: null, reach, warnings: [] }, this.ports)
  }

  async #readFields(request: Request, headers: HeaderMap, origin: CallOrigin): Promise<ReadonlyMap<string, string>> {
    const { intake } = this.ports
    const hold = intake.open(origin.ip, PUBLIC)
    try {
      if (!isForm(headers))
        throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.')
      return fieldsIn(await readBytes(request, hold, true, intake))
    } finally {
      hold.release()
    }
  }

  #refusal(error: unknown, origin: CallOrigin): Response {
    const refusal = error instanceof OAuthError ? error : this.#translated(error, origin)
    const { code, description, status, retryAfterMs } = refusal
    const headers = retryAfterMs === null ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }
    return respond(status, { error: code, error_description: description }, origin, headers)
  }

  #translated(error: unknown, origin: CallOrigin): OAuthError {
    const known = asGatewayError(error)
    if (known.cause !== undefined) this.ports.onDefect(known.cause, origin.traceId)
    const code = known.status >= 500 ? 'server_error' : known.status === 403 ? 'access_denied' : 'invalid_request'
    return new OAuthError(code, known.message, known.status)
  }
}

const ISSUE = operationOf('create', TOKEN_PATH)
const REVOKE = operationOf('delete', REVOKE_PATH)

/** The operation named in the audit log. It is not registered in the router of the admin API. */
function operationOf(verb: 'create' | 'delete', path: string): Operation {
  return endpoint({
    name: `device-logins.${verb}`,
    method: 'POST',
    path,
    summary: `${verb} a device login`,
    permission: 'public',
    audit: `device_login.${verb}`,
    reply: z.object({}),
    handle: async () => ({}),
  })
}

const REFUSALS: Readonly<Record<string, string>> = {
  authorization_pending: 'The user has not approved the login yet.',
  slow_down: 'The client polls too fast. Wait five seconds longer between polls.',
  access_denied: 'The login was denied, or the user lost access.',
  expired_token: 'The device code has expired. Start again.',
  invalid_grant: 'The device code is unknown, was used already, or belongs to another client.',
}

function refusalOf(outcome: string): OAuthError {
  return new OAuthError(outcome, REFUSALS[outcome] ?? outcome)
}

function take(throttle: Throttle, network: string, nowMs: number, code: string, description: string): void {
  const waitMs = throttle.take(network, 1, nowMs)
  if (waitMs > 0) throw new OAuthError(code, description, 429, waitMs)
}

/** Parameters without a value count as omitted. A repeated parameter is an error (RFC 6749, section 3.1). */
function fieldsIn(bytes: Uint8Array | null): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes ?? new Uint8Array()))) {
    if (fields.has(name)) throw new OAuthError('invalid_request', `${printable(name, 64)} is sent twice.`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}

function clientOf(fields: ReadonlyMap<string, string>): DeviceClient {
  const id = fields.get('client_id')
  if (id === undefined) throw new OAuthError('invalid_request', 'client_id is missing.')
  const client = findClient(id)
  if (client) return client
  throw new OAuthError('invalid_client', 'No client has this client_id.', 401)
}

/** If `scope` is omitted, requests everything that the user may grant. */
function scopesIn(fields: ReadonlyMap<string, string>): string[] {
  const names = [...new Set((fields.get('scope') ?? ALL_SCOPES).split(' ').filter((name) => name !== ''))]
  const unknown = names.find((name) => name !== ALL_SCOPES && findScope(name) === undefined)
  if (unknown !== undefined) throw new OAuthError('invalid_scope', `There is no scope ${printable(unknown, 64)}.`)
  if (names.length === 0 || names.length > MAX_SCOPES)
    throw new OAuthError('invalid_scope', `scope must name 1 to ${MAX_SCOPES} scopes.`)
  return names
}

function textIn(fields: ReadonlyMap<string, string>, name: string, most: number): string | null {
  const value = fields.get(name)?.trim() ?? ''
  if (value === '') return null
  // Control and bidirectional formatting characters could make the approval page show a different text.
  if (value.length > most || /[\p{C}\p{Zl}\p{Zp}]/u.test(value))
    throw new OAuthError('invalid_request', `${name} must be at most ${most} printable characters.`)
  return value
}

function printable(text: string, most: number): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, most)
}

function wrongMethod(pathname: string, method: string, allowed: string): OAuthError {
  return new OAuthError('invalid_request', `${pathname} supports ${allowed}, not ${method}.`, 405)
}

function metadata(baseUrl: string): object {
  return {
    issuer: baseUrl,
    device_authorization_endpoint: `${baseUrl}${DEVICE_PATH}`,
    token_endpoint: `${baseUrl}${TOKEN_PATH}`,
    revocation_endpoint: `${baseUrl}${REVOKE_PATH}`,
    grant_types_supported: [DEVICE_GRANT],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: SCOPES.map(({ name }) => name),
    service_documentation: `${baseUrl}/docs/device-login`,
  }
}

function respond(
  status: number,
  body: object,
  { requestId, traceId }: CallOrigin,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, {
    status,
    headers: {
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-gateway-trace-id': traceId,
      'x-gateway-request-id': requestId,
      ...headers,
    },
  })
}
