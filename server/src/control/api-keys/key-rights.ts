/** Which scope each call on a gateway key needs, by the key's type; and what scopes a key of each type may hold. */

import type { KeyKind } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ApiKey, KeyType } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'
import { SCOPES, type ScopeRow } from '../access/scopes.ts'
import type { Call, Permission } from '../endpoint.ts'

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

/** For calls where the key in question decides which of the scopes it takes. */
export function permissionOn(verb: KeyVerb): Permission {
  const [first = '', ...others] = TYPES.map((type) => keyScope(type, verb))
  return { scope: first, or: others }
}

/** The types of key it may do that with, where it is. */
export function typesOpenTo(principal: Principal, verb: KeyVerb, workspaceId: string | null): KeyType[] {
  return TYPES.filter((type) => principal.holds(keyScope(type, verb), workspaceId))
}

/** The scopes a key of this type may hold; keys of people never manage those of programs (contract 4.11). */
export function mayHold(type: KeyType, scope: ScopeRow): boolean {
  if (type === 'workspace-user' && scope.name.startsWith(`${GROUPS['workspace-service']}.`)) return false
  return scope.kinds.includes(kindOf(type))
}

export function typesHolding(scope: ScopeRow): KeyType[] {
  return TYPES.filter((type) => mayHold(type, scope))
}

/** Every scope a key may hold, by name: what `*` stands for. */
export function scopesOf(type: KeyType): string[] {
  return SCOPES.filter((scope) => mayHold(type, scope)).map((scope) => scope.name)
}

/** The key named in the path, when the caller may do that with it; one out of reach is like one that never was. */
export async function findKey(call: Call<unknown, unknown>, stores: Stores, verb: KeyVerb): Promise<ApiKey> {
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
