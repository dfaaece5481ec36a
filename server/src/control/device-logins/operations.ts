/** Operations on device logins: preview, approve or deny a pending login; list and revoke active ones. */

import { z } from 'zod'
import { networkOf } from '../../core/client-network.ts'
import { GatewayError } from '../../core/errors.ts'
import type { DeviceCode } from '../../core/stores/device-logins.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { Throttle } from '../../core/throttle.ts'
import { ALL_SCOPES } from '../access/scopes.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { signedIn } from '../sessions/own-sessions.ts'
import { findClient } from './clients.ts'
import { type Grant, grantOf, userCodeHash } from './device-codes.ts'
import { deviceLoginOnWire, deviceLoginSchema, revokeLogin } from './login-wire.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const MAX_DAYS = 90
/** Active logins per user. */
const MAX_LOGINS = 100
/** Limits on code entries per user, and per client network for all its users. */
const USER_TRIES = { burst: 20, intervalMs: 15_000 }
const NETWORK_TRIES = { burst: 100, intervalMs: 3_000 }

const NO_KEYS = 'API keys cannot log in devices.'

const userCode = z.string().min(1).max(64).describe('The code that the device shows, such as BCDF-GHJK.')
const workspaceId = z
  .string()
  .min(1)
  .max(128)
  .nullish()
  .describe(
    'Id or slug of the workspace that the login is for. Null: the whole organisation, for owners and admins. Default: the requested one; else the organisation, or your only workspace.',
  )

const requestSchema = z.object({
  object: z.literal('device_request'),
  client_id: z.string(),
  client_name: z.string(),
  device_name: z.string().nullable().describe('As the device says.'),
  ip: z.string().describe('Address that the request came from.'),
  user_agent: z.string().nullable(),
  requested_at: z.string(),
  expires_at: z.string(),
  requested_scopes: z.array(z.string()).describe('`*`: everything that you may grant.'),
  requested_workspace: z.string().nullable(),
  workspace_id: z.string().nullable().describe('The workspace of the login. Null: the whole organisation.'),
  granted_scopes: z.array(z.string()).describe('What the device gets if you approve.'),
  withheld_scopes: z.array(z.string()).describe('Requested scopes that your role does not hold.'),
})

class Tries {
  readonly #users = new Throttle(USER_TRIES)
  readonly #networks = new Throttle(NETWORK_TRIES)

  take({ principal, origin, nowMs }: Pick<OperationCall<unknown, unknown>, 'principal' | 'origin' | 'nowMs'>): void {
    const retryAfterMs = this.#users.take(principal.id, 1, nowMs) || this.#networks.take(networkOf(origin.ip), 1, nowMs)
    if (retryAfterMs > 0)
      throw new GatewayError('sign_in_throttled', { message: 'Too many codes were tried.', retryAfterMs })
  }
}

export function deviceLoginOperations(vault: Vault): readonly Operation[] {
  const tries = new Tries()
  return [lookUp(vault, tries), approve(vault, tries), deny(vault, tries), listOwn(vault), revokeOwn(vault)]
}

type CodeCall = OperationCall<
  unknown,
  { readonly user_code: string; readonly workspace_id?: string | null | undefined }
>

function lookUp(vault: Vault, tries: Tries): Operation {
  return endpoint({
    name: 'device-logins.lookup',
    method: 'POST',
    path: '/device-logins/lookup',
    summary: 'Read what a device asks for',
    description: 'The code is in the body, because addresses are logged.',
    permission: 'any caller',
    body: z.strictObject({ user_code: userCode, workspace_id: workspaceId }),
    reply: requestSchema,
    async handle(call) {
      signedIn(call, vault, NO_KEYS)
      tries.take(call)
      const hash = userCodeHash(call.body.user_code, vault)
      const code = (await call.stores.deviceLogins.findPending(hash, call.nowMs)) ?? unknownCode()
      return requestOnWire(
        code,
        grantOf(call.principal, code, await workspaceOf(call, code, call.stores, { isPreview: true })),
      )
    },
  })
}

function approve(vault: Vault, tries: Tries): Operation {
  return endpoint({
    name: 'device-logins.approve',
    method: 'POST',
    path: '/device-logins/approve',
    summary: 'Approve a device login',
    description:
      'The device then gets a personal API key with the requested scopes, as far as you hold them. Approve only a login that you started yourself.',
    permission: 'any caller',
    audit: 'device_login.approve',
    stepUp: true,
    body: z.strictObject({
      user_code: userCode,
      workspace_id: workspaceId,
      expires_in_days: z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS).describe('When the key expires.'),
    }),
    reply: requestSchema,
    async handle(call) {
      const { userId } = signedIn(call, vault, NO_KEYS)
      tries.take(call)
      const { principal, nowMs, body } = call
      const hash = userCodeHash(body.user_code, vault)
      return call.change(async (stores) => {
        const code = (await stores.deviceLogins.findPending(hash, nowMs)) ?? unknownCode()
        const grant = grantOf(principal, code, await workspaceOf(call, code, stores, { isPreview: false }))
        if (grant.scopes.length === 0) throw nothingGranted(code)
        await refuseMany(userId, stores, nowMs)
        const approval = {
          organisationId: principal.organisationId,
          workspaceId: grant.workspaceId,
          scopes: grant.scopes,
          allowInference: grant.allowInference,
          keyName: nameOf(code),
          lastsMs: body.expires_in_days * DAY_MS,
        }
        // If two users approve at the same time, the second gets this error.
        if (!(await stores.deviceLogins.decide(hash, { userId, approval }, nowMs))) unknownCode()
        const shown = requestOnWire(code, grant)
        call.note({ id: userId, name: approval.keyName, workspaceId: grant.workspaceId, after: shown })
        return shown
      })
    },
  })
}

function deny(vault: Vault, tries: Tries): Operation {
  return endpoint({
    name: 'device-logins.deny',
    method: 'POST',
    path: '/device-logins/deny',
    summary: 'Deny a device login',
    permission: 'any caller',
    audit: 'device_login.deny',
    body: z.strictObject({ user_code: userCode }),
    reply: z.object({}),
    async handle(call) {
      const { userId } = signedIn(call, vault, NO_KEYS)
      tries.take(call)
      const hash = userCodeHash(call.body.user_code, vault)
      return call.change(async (stores) => {
        const code = (await stores.deviceLogins.decide(hash, { userId, approval: null }, call.nowMs)) ?? unknownCode()
        const after = { client_id: code.clientId, ip: code.ip }
        call.note({ id: userId, name: nameOf(code), workspaceId: null, after })
        return {}
      })
    },
  })
}

function listOwn(vault: Vault): Operation {
  return endpoint({
    name: 'device-logins.list',
    method: 'GET',
    path: '/device-logins',
    summary: 'List your own device logins',
    permission: 'any caller',
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(deviceLoginSchema) }),
    async handle(call) {
      const { userId } = signedIn(call, vault, NO_KEYS)
      const data = (await call.stores.deviceLogins.list(userId, call.nowMs)).map(deviceLoginOnWire)
      return { object: 'list' as const, total: data.length, data }
    },
  })
}

function revokeOwn(vault: Vault): Operation {
  return endpoint({
    name: 'device-logins.revoke',
    method: 'DELETE',
    path: '/device-logins/{id}',
    summary: 'Revoke one of your own device logins',
    description: 'Its API key stops working immediately.',
    permission: 'any caller',
    audit: 'device_login.delete',
    reply: z.object({}),
    async handle(call) {
      const { userId } = signedIn(call, vault, NO_KEYS)
      return call.change((stores) => revokeLogin(call, stores, userId, call.params['id'] ?? ''))
    },
  })
}

/**
 * The workspace of the login; null means the organisation. If the device requested a workspace, the user cannot choose
 * another. If nobody chose one of several workspaces, a preview uses the first.
 */
async function workspaceOf(
  call: CodeCall,
  code: DeviceCode,
  stores: Stores,
  { isPreview }: { readonly isPreview: boolean },
): Promise<string | null> {
  const { principal, body, reach } = call
  const { organisationId } = principal
  if (code.workspace !== null) {
    const requested = await stores.workspaces.find(organisationId, code.workspace)
    const isOpen = requested && (principal.isOrganisationWide || principal.workspaceIds.includes(requested.id))
    if (!isOpen)
      throw new GatewayError('workspace_unknown', {
        param: 'workspace_id',
        message: 'The device asks for a workspace that does not exist, or that you are not a member of.',
        hint: 'Start the login again with one of your workspaces.',
      })
    if (isPreview || body.workspace_id === undefined || reach.workspaceId === requested.id) return requested.id
    throw new GatewayError('invalid_body', {
      param: 'workspace_id',
      message: `workspace_id: the device asks for the workspace ${requested.slug}.`,
      hint: 'Omit workspace_id, or start the login again without a workspace.',
    })
  }
  if (typeof body.workspace_id === 'string') return reach.workspaceId
  if (principal.isOrganisationWide) return null
  const [only, another] = principal.workspaceIds
  if (body.workspace_id === undefined && only !== undefined && (isPreview || another === undefined)) return only
  throw new GatewayError('workspace_required', { param: 'workspace_id', details: [...principal.workspaceIds] })
}

/** The same error for every code that cannot be approved, so that it reveals nothing about other logins. */
function unknownCode(): never {
  throw new GatewayError('not_found', {
    param: 'user_code',
    message: 'No device login waits with this code: it is mistyped, was used already, or has expired.',
    hint: 'Compare it with the code on the device, or start the login again.',
  })
}

function nothingGranted({ scopes }: DeviceCode): GatewayError {
  return new GatewayError('scope_not_grantable', {
    param: 'user_code',
    message: 'Your role holds none of the scopes that the device asks for.',
    details: scopes.slice(0, 50),
  })
}

async function refuseMany(userId: string, stores: Stores, nowMs: number): Promise<void> {
  if ((await stores.deviceLogins.list(userId, nowMs)).length < MAX_LOGINS) return
  throw new GatewayError('conflict', {
    message: `You have ${MAX_LOGINS} device logins.`,
    hint: 'Revoke some of them on your account page.',
  })
}

function nameOf({ clientId, deviceName }: DeviceCode): string {
  const name = findClient(clientId)?.name ?? clientId
  return deviceName === null ? name : `${name} on ${deviceName}`
}

function requestOnWire(code: DeviceCode, grant: Grant): z.infer<typeof requestSchema> {
  return {
    object: 'device_request',
    client_id: code.clientId,
    client_name: findClient(code.clientId)?.name ?? code.clientId,
    device_name: code.deviceName,
    ip: code.ip,
    user_agent: code.userAgent,
    requested_at: new Date(code.createdAtMs).toISOString(),
    expires_at: new Date(code.expiresAtMs).toISOString(),
    requested_scopes: code.scopes.includes(ALL_SCOPES) ? [ALL_SCOPES] : [...code.scopes],
    requested_workspace: code.workspace,
    workspace_id: grant.workspaceId,
    granted_scopes: [...grant.scopes],
    withheld_scopes: [...grant.withheld],
  }
}
