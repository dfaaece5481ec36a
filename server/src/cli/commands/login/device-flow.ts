/** The client of the device flow (RFC 8628): requests a code, polls until the user has decided, and revokes keys. */

import { readResponse } from '../../../core/body/read-response.ts'
import { isObject } from '../../../core/json.ts'
import { CommandError } from '../../command-error.ts'
import { type JsonObject, postForm } from '../../remote.ts'

const CLIENT_ID = 'gatehouse-cli'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 30_000 }
const SLOW_DOWN_S = 5
const MAX_INTERVAL_S = 300
const MAX_FAILURES = 10
const UNREACHABLE = 3
const NOT_ALLOWED = 4

export type DeviceRequest = {
  readonly deviceCode: string
  readonly userCode: string
  readonly url: string
  readonly completeUrl: string | null
  readonly expiresAtMs: number
  readonly intervalS: number
}

export type IssuedKey = {
  readonly key: string
  readonly keyId: string
  readonly user: string
  readonly workspace: string | null
  readonly scopes: readonly string[]
  readonly expiresInS: number
}

export async function requestCode(
  url: string,
  fields: Readonly<Record<string, string | null>>,
): Promise<DeviceRequest> {
  const { status, body } = await post(url, '/oauth/device_authorization', fields)
  if (status !== 200) throw refused(url, status, body)
  const { device_code: deviceCode, user_code: userCode, verification_uri: page } = body
  if (typeof deviceCode !== 'string' || typeof userCode !== 'string' || typeof page !== 'string') throw noGateway(url)
  const complete = body['verification_uri_complete']
  return {
    deviceCode,
    userCode,
    url: page,
    completeUrl: typeof complete === 'string' ? complete : null,
    expiresAtMs: Date.now() + numberIn(body['expires_in'], 600) * 1_000,
    intervalS: Math.min(MAX_INTERVAL_S, Math.max(1, numberIn(body['interval'], 5))),
  }
}

/** Polls again after failures, because the gateway may restart in the meantime. */
export async function pollForKey(url: string, request: DeviceRequest): Promise<IssuedKey> {
  let intervalS = request.intervalS
  let failures = 0
  while (Date.now() < request.expiresAtMs) {
    await Bun.sleep(intervalS * 1_000)
    const fields = { grant_type: DEVICE_GRANT, device_code: request.deviceCode }
    const polled = await post(url, '/oauth/token', fields).catch((error: unknown) => {
      if (++failures > MAX_FAILURES) throw error
      return null
    })
    if (polled === null || polled.status >= 500) continue
    if (polled.status === 200) return issuedIn(url, polled.body)
    const { error } = polled.body
    if (error === 'slow_down' || polled.status === 429) intervalS = Math.min(MAX_INTERVAL_S, intervalS + SLOW_DOWN_S)
    else if (error !== 'authorization_pending') throw refused(url, polled.status, polled.body)
  }
  throw new CommandError({
    what: 'The code expired before the login was approved.',
    fix: 'Run gatehouse login again.',
  })
}

/** Also succeeds if the key is no longer valid. */
export async function revokeKey(url: string, key: string): Promise<void> {
  const { status, body } = await post(url, '/oauth/revoke', { token: key })
  if (status !== 200) throw refused(url, status, body)
}

type Answer = { readonly status: number; readonly body: JsonObject }

async function post(url: string, path: string, fields: Readonly<Record<string, string | null>>): Promise<Answer> {
  const body = new URLSearchParams({ client_id: CLIENT_ID })
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value)
  try {
    const response = await postForm(url + path, body, LIMITS.timeoutMs)
    return { status: response.status, body: parse(await readResponse(response, LIMITS)) }
  } catch (error) {
    throw new CommandError(
      {
        what: `No gateway responds at ${url}.`,
        why: error instanceof Error ? error.message : String(error),
        fix: 'Set the address of the gateway with --url or GATEWAY_BASE_URL.',
      },
      UNREACHABLE,
    )
  }
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function issuedIn(url: string, body: JsonObject): IssuedKey {
  const { access_token: key, api_key_id: keyId, user, workspace_id: workspace, scope } = body
  if (typeof key !== 'string' || typeof keyId !== 'string') throw noGateway(url)
  return {
    key,
    keyId,
    user: typeof user === 'string' ? user : '',
    workspace: typeof workspace === 'string' ? workspace : null,
    scopes: typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [],
    expiresInS: numberIn(body['expires_in'], 0),
  }
}

function numberIn(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise
}

const REASONS: Readonly<Record<string, string>> = {
  access_denied: 'The login was denied.',
  expired_token: 'The code expired before the login was approved.',
}

function refused(url: string, status: number, body: JsonObject): CommandError {
  const { error, error_description: description } = body
  if (typeof error !== 'string') return noGateway(url)
  const what = REASONS[error] ?? (typeof description === 'string' ? description : `The gateway returned ${error}.`)
  const code = error === 'access_denied' ? NOT_ALLOWED : 1
  return new CommandError({ what, why: `${status} ${error}` }, code)
}

function noGateway(url: string): CommandError {
  return new CommandError({
    what: `${url} does not support device login.`,
    why: 'Another program, a proxy, or an older version of Gatehouse listens at this address.',
    fix: 'Check the address, or use an API key: GATEWAY_API_KEY.',
  })
}
