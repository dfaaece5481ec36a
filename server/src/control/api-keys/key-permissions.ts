/** The scopes needed to manage keys of each type, and the scopes that keys of each type can hold. */

import type { KeyKind } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ApiKey, KeyType } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'
import { SCOPES, type ScopeRow } from '../access/scopes.ts'
import type { OperationCall, Permission } from '../endpoint.ts'

export type KeyVerb = 'create' | 'read' | 'update' | 'delete' | 'list' | 'rotate'

const GROUPS: Readonly<Record<KeyType, string>> = {
  'organisation-service': 'organisation_service_api_keys',
  'workspace-service': 'workspace_service_api_keys',
  'workspace-user': 'workspace_user_api_keys',
}
const TYPES = Object.keys(GROUPS) as readonly KeyType[]

export function kindOf(type: KeyType): KeyKind {
  return type === 'organisation-service' ? 'admin' : 'workspace'
}

export function keyScope(type: KeyType, verb: KeyVerb): string {
  return `${GROUPS[type]}.${verb}`
}

/** For operations where the needed scope depends on the type of the key in the path. */
export function permissionOn(verb: KeyVerb): Permission {
  const [first = '', ...others] = TYPES.map((type) => keyScope(type, verb))
  return { scope: first, or: others }
}

/** The key types for which the principal may perform the action in the workspace. */
export function typesOpenTo(principal: Principal, verb: KeyVerb, workspaceId: string | null): KeyType[] {
  return TYPES.filter((type) => principal.holds(keyScope(type, verb), workspaceId))
}

/** Whether a key of this type can hold the scope. Personal keys cannot manage service keys. */
export function mayHold(type: KeyType, scope: ScopeRow): boolean {
  if (type === 'workspace-user' && scope.name.startsWith(`${GROUPS['workspace-service']}.`)) return false
  return scope.kinds.includes(kindOf(type))
}

export function typesHolding(scope: ScopeRow): KeyType[] {
  return TYPES.filter((type) => mayHold(type, scope))
}

/** All scopes that a key of this type can hold, which is what `*` stands for. */
export function scopesOf(type: KeyType): string[] {
  return SCOPES.filter((scope) => mayHold(type, scope)).map((scope) => scope.name)
}

/** Finds the key in the path and checks the caller's scope. Keys of other workspaces are reported as not found. */
export async function findKey(call: OperationCall<unknown, unknown>, stores: Stores, verb: KeyVerb): Promise<ApiKey> {
  const { principal, reach, params } = call
  const key = await stores.apiKeys.find(reach, params['id'] ?? '')
  if (!key)
    throw new GatewayError('not_found', {
      param: 'id',
      message: 'No API key with this id exists.',
      hint: 'GET /v1/api-keys lists them.',
    })
  const scope = keyScope(key.type, verb)
  if (!principal.holds(scope, key.workspaceId)) throw scopeMissing(principal, `${verb} this API key`, [scope])
  return key
}
