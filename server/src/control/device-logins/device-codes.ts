/**
 * The life cycle of a device code: begin, poll, approve or deny, exchange. The device gets a personal API key for the
 * code, so the rules for keys apply to devices too: limits, audit, revocation on all nodes, and the end of access when
 * the user is disabled or leaves the workspace.
 */

import { INFERENCE, NO_DEFAULTS } from '../../core/caller.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { ApiKey, KeyType } from '../../core/stores/api-keys.ts'
import type { DeviceApproval, DeviceCode } from '../../core/stores/device-logins.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { currentUserPrincipal, holdsIn, type Principal } from '../access/principal.ts'
import { ALL_SCOPES, findScope } from '../access/scopes.ts'
import { newToken, tokenHashInput } from '../access/session.ts'
import { kindOf, mayHold, scopesOf } from '../api-keys/key-permissions.ts'
import { DEVICE_CODE_MS, POLL_INTERVAL_MS, pollOutcome } from './device-code-states.ts'
import { newUserCode, readUserCode } from './user-code.ts'

/** Limit on codes that are not exchanged yet, for all clients together. */
const MAX_CODES = 10_000

type Requested = Pick<DeviceCode, 'clientId' | 'deviceName' | 'scopes' | 'workspace' | 'ip' | 'userAgent'>

/** Null if too many codes are pending. */
export async function beginDeviceLogin(
  requested: Requested,
  stores: Stores,
  vault: Pick<Vault, 'hash'>,
  nowMs: number,
): Promise<{ readonly deviceCode: string; readonly userCode: string } | null> {
  if ((await stores.deviceLogins.countCodes(nowMs)) >= MAX_CODES) return null
  const deviceCode = newToken()
  const userCode = newUserCode()
  const code: DeviceCode = {
    ...requested,
    hash: deviceCodeHash(deviceCode, vault),
    userCodeHash: userCodeHash(userCode, vault),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + DEVICE_CODE_MS,
    intervalMs: POLL_INTERVAL_MS,
    polledAtMs: null,
    status: 'pending',
    userId: null,
    approval: null,
  }
  await stores.deviceLogins.insertCode(code, nowMs)
  return { deviceCode, userCode }
}

function deviceCodeHash(deviceCode: string, vault: Pick<Vault, 'hash'>): string {
  return vault.hash(tokenHashInput('device-code', deviceCode))
}

/** Also hashes text that cannot be a code, so that the response time does not reveal whether a code exists. */
export function userCodeHash(typed: string, vault: Pick<Vault, 'hash'>): string {
  return vault.hash(tokenHashInput('user-code', readUserCode(typed) ?? ''))
}

type Polled = ReturnType<typeof pollOutcome>['outcome'] | 'invalid_grant'

/** If the outcome is `approved`, call `exchange` next. */
export async function pollDeviceCode(
  deviceCode: string,
  clientId: string,
  stores: Stores,
  vault: Pick<Vault, 'hash'>,
  nowMs: number,
): Promise<Polled> {
  const hash = deviceCodeHash(deviceCode, vault)
  const code = await stores.deviceLogins.findCode(hash)
  if (!code || code.clientId !== clientId) return 'invalid_grant'
  const { outcome, intervalMs } = pollOutcome(code, nowMs)
  if (outcome === 'slow_down' || outcome === 'authorization_pending')
    await stores.deviceLogins.recordPoll(hash, nowMs, intervalMs)
  return outcome
}

export type Grant = Pick<DeviceApproval, 'workspaceId' | 'scopes' | 'allowInference'> & {
  /** Requested scopes that the user may not grant in `workspaceId`. */
  readonly withheld: readonly string[]
}

/** The requested scopes, reduced to those that the user may grant. `workspaceId` null: an Admin key. */
export function grantOf(principal: Principal, code: DeviceCode, workspaceId: string | null): Grant {
  const type = keyTypeOf(workspaceId)
  const grantable = principal
    .grantable(kindOf(type), workspaceId)
    .union(principal.asMember?.grantable(kindOf(type), workspaceId) ?? new Set())
  const isForAll = code.scopes.includes(ALL_SCOPES)
  const wanted = isForAll ? scopesOf(type) : code.scopes
  const scopes = wanted.filter((name) => grantable.has(name) && isFor(type, name))
  const withheld = isForAll ? [] : wanted.filter((name) => !scopes.includes(name))
  return { workspaceId, scopes, withheld, allowInference: scopes.includes(INFERENCE) }
}

function isFor(type: KeyType, scope: string): boolean {
  const row = findScope(scope)
  return row !== undefined && mayHold(type, row)
}

function keyTypeOf(workspaceId: string | null): KeyType {
  return workspaceId === null ? 'organisation-service' : 'workspace-user'
}

type Issued = { readonly secret: string; readonly key: ApiKey; readonly holder: Principal }

/**
 * Exchanges an approved code for a key; call it inside a transaction. `invalid_grant`: another poll has exchanged the
 * code. `access_denied`: the user has lost access to the workspace or organisation.
 */
export async function exchange(
  deviceCode: string,
  stores: Stores,
  vault: Pick<Vault, 'hash'>,
  nowMs: number,
): Promise<Issued | 'invalid_grant' | 'access_denied'> {
  const code = await stores.deviceLogins.takeApproved(deviceCodeHash(deviceCode, vault), nowMs)
  if (!code?.approval || code.userId === null) return 'invalid_grant'
  const { approval, userId } = code
  const user = await stores.users.findById(userId)
  if (!user || user.isDisabled) return 'access_denied'
  const holder = await currentUserPrincipal(user, stores)
  if (!(await belongs(holder, approval, stores))) return 'access_denied'
  const type = keyTypeOf(approval.workspaceId)
  const secret = newKeySecret(kindOf(type))
  const scopes = approval.scopes.filter((scope) => holdsIn(holder, scope, approval.workspaceId))
  const key: ApiKey = {
    id: Bun.randomUUIDv7(),
    organisationId: approval.organisationId,
    workspaceId: approval.workspaceId,
    kind: kindOf(type),
    type,
    name: approval.keyName,
    description: null,
    userId,
    hash: vault.hash(secret),
    hint: keyHint(secret),
    previousHash: null,
    previousHashExpiresAtMs: null,
    scopes,
    allowInference: approval.allowInference && scopes.includes(INFERENCE),
    defaults: NO_DEFAULTS,
    limits: NO_LIMITS,
    alertEmails: [],
    clientCertificates: [],
    rotation: null,
    expiresAtMs: nowMs + approval.lastsMs,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy: userId,
    creationMode: 'ui',
    reviewSinceMs: null,
    rotatedBy: null,
    certifiedBy: [],
    isTrusted: true,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  await stores.apiKeys.insert(key)
  const { clientId, ip, userAgent } = code
  await stores.deviceLogins.insert({ keyId: key.id, userId, clientId, ip, userAgent, createdAtMs: nowMs })
  return { secret, key, holder }
}

async function belongs(
  holder: Principal,
  { organisationId, workspaceId }: DeviceApproval,
  stores: Stores,
): Promise<boolean> {
  if (holder.organisationId !== organisationId) return false
  if (workspaceId === null) return holder.isOrganisationWide
  if (!holder.isOrganisationWide && !holder.workspaceIds.includes(workspaceId)) return false
  return (await stores.workspaces.find(organisationId, workspaceId)) !== undefined
}
