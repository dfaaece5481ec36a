/** Authenticates admin requests by API key or session cookie. */

import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { carriesKey, type HeaderMap } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { currentKeyCaller, currentTokenCaller } from './current-caller.ts'
import { actingAs, currentUserPrincipal, keyPrincipal, type Principal } from './principal.ts'
import { requireSameOrigin } from './same-origin.ts'
import { sessionPrincipal, sessionToken, tokenHashInput } from './session.ts'

type IdentifyPorts = {
  /** Finds the caller by the key in the headers. Throws if there is no key or it is unknown. */
  readonly authenticate: (headers: HeaderMap) => Awaitable<Caller>
  readonly stores: Stores
  readonly vault: Vault
  readonly prefixes: readonly string[]
  readonly baseUrlOf: (request: Request) => string
}

const HOLDER_LEFT = 'The user who owns this personal key is no longer a member of its workspace.'

/** A key takes precedence over a cookie: browsers add cookies automatically, keys are sent deliberately. */
export async function identify(request: Request, headers: HeaderMap, ports: IdentifyPorts): Promise<Principal> {
  const baseUrl = ports.baseUrlOf(request)
  const token = sessionToken(headers, baseUrl)
  if (token === null || carriesKey(headers, ports.prefixes)) {
    const key = await currentKeyPrincipal(await ports.authenticate(headers), ports.stores)
    if (key === null) throw new GatewayError('api_key_invalid', { message: HOLDER_LEFT })
    return key
  }
  requireSameOrigin(request.method, headers, baseUrl)
  const principal = await sessionPrincipal(ports.vault.hash(tokenHashInput('session', token)), ports.stores, Date.now())
  if (principal === null) throw new GatewayError('session_invalid')
  return principal
}

/**
 * The principal of a key. For a personal key, the roles of its owner are read on every call, so that a change takes effect
 * on all nodes at once. Null if the owner was removed, disabled or has left the key's workspace.
 */
async function currentKeyPrincipal(
  caller: Caller,
  stores: Pick<Stores, 'users' | 'workspaces' | 'roles'>,
): Promise<Principal | null> {
  if (caller.holderId === undefined) return keyPrincipal(caller)
  const user = await stores.users.findById(caller.holderId)
  if (!user || user.isDisabled) return null
  const holder = await currentUserPrincipal(user, stores)
  const belongs = holder.isOrganisationWide || holder.workspaceIds.includes(caller.workspaceId)
  return belongs ? keyPrincipal(caller, holder) : null
}

type OpenCall = Pick<OperationCall<unknown, unknown>, 'principal' | 'reach' | 'workspaceId' | 'stores' | 'origin'>

/** Checks the scope again during a long response, because keys and users can be removed or changed in the meantime. */
export async function isStillAllowed(call: OpenCall, scope: string, vault: Vault): Promise<boolean> {
  const { caller } = call.principal
  const found = caller ? await currentKey(caller, call) : await currentUser(call, vault)
  const current = found && actingAs(found, [scope])
  return current?.holds(scope, current.isOrganisationWide ? null : call.reach.workspaceId) ?? false
}

async function currentKey(caller: Caller, { workspaceId, stores }: OpenCall): Promise<Principal | null> {
  if (caller.workload) {
    if (caller.expiresAtMs !== null && caller.expiresAtMs <= Date.now()) return null
    const current = await currentTokenCaller(caller, caller.workload, stores)
    return current && keyPrincipal(current)
  }
  const current = await currentKeyCaller(caller, workspaceId, stores)
  return current && currentKeyPrincipal(current, stores)
}

async function currentUser({ stores, origin }: OpenCall, vault: Vault): Promise<Principal | null> {
  const token = sessionToken(origin.headers, origin.baseUrl)
  if (token === null) return null
  return sessionPrincipal(vault.hash(tokenHashInput('session', token)), stores, Date.now(), { isActivity: false })
}
