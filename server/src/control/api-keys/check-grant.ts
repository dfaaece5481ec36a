/** Prevents privilege escalation: a key gets only permissions that its type allows and the caller may grant. */

import { GatewayError } from '../../core/errors.ts'
import type { ApiKey, KeyType } from '../../core/stores/api-keys.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { Principal } from '../access/principal.ts'
import { ALL_SCOPES, findScope, isScopeWithoutEffect, type ScopeRow } from '../access/scopes.ts'
import { kindOf, mayHold, scopesOf, typesHolding } from './key-permissions.ts'

type Receiver = Pick<ApiKey, 'type' | 'workspaceId'>

const TYPE_NAMES: Readonly<Record<KeyType, string>> = {
  'organisation-service': 'An Admin key',
  'workspace-service': 'A workspace key',
  'workspace-user': 'A personal workspace key',
}

/**
 * Returns the requested scopes without duplicates. `held`: scopes the key already has; granting them again needs no
 * permission. `warn` is called for scopes that take effect on Admin keys only.
 */
export function checkScopes(
  principal: Principal,
  receiver: Receiver,
  requested: readonly string[],
  held: readonly string[] = [],
  warn: (warning: string) => void = () => {},
): string[] {
  const wanted = [...new Set(requested)]
  const scopes = withEffect(receiver.type, wanted)
  const useless = wanted.filter((name) => findScope(name) !== undefined && !scopes.includes(name))
  if (useless.length > 0) warn(`scopes: ${useless.join(', ')} take effect on Admin keys only.`)
  refuseUnknown(scopes.filter((name) => findScope(name) === undefined))
  refuseUnfit(
    receiver.type,
    scopes.map(findScope).filter((row) => row !== undefined && !mayHold(receiver.type, row)),
  )
  refuseBeyond(
    principal,
    receiver,
    scopes.filter((name) => !held.includes(name)),
  )
  return wanted
}

/** Rotating a key reveals its secret, so the caller must be allowed to grant everything the key can do. */
export function checkWholeGrant(principal: Principal, key: ApiKey): void {
  if (key.id === principal.id) return
  const scopes = withEffect(key.type, effectiveScopes(key))
  refuseBeyond(principal, key, scopes)
  refuseTrusted(principal, key)
  if (key.allowInference) checkInference(principal, key.type, key.workspaceId)
}

function refuseTrusted(principal: Principal, { kind, isTrusted }: ApiKey): void {
  if (kind !== 'admin' || !isTrusted || principal.isTrusted) return
  throw new GatewayError('scope_not_grantable', {
    param: 'id',
    message: 'This Admin key is trusted (is_trusted). Only owners, admins and trusted Admin keys can rotate it.',
    hint: 'Ask an owner or admin.',
  })
}

/** Only trusted callers may rotate another user's personal key, because rotating reveals its new secret. */
export function checkRotator(principal: Principal, { id, userId }: ApiKey): void {
  const isOthers = userId !== null && userId !== principal.holderId && id !== principal.id
  if (!isOthers || principal.isTrusted) return
  throw new GatewayError('scope_missing', {
    param: 'id',
    message:
      'This API key belongs to another user. Only that user, owners, admins and trusted Admin keys can rotate it.',
    hint: 'Delete the key and create a new one.',
  })
}

export function checkInference(principal: Principal, type: KeyType, workspaceId: string | null): void {
  if (principal.grantsInference(kindOf(type), workspaceId)) return
  const who = principal.type === 'user' ? 'Your role' : 'This key'
  throw new GatewayError('scope_not_grantable', {
    param: 'allow_inference',
    message: `${who} cannot send requests to providers, so it cannot create keys that can.`,
    hint:
      principal.type === 'user'
        ? 'Send "allow_inference": false.'
        : 'Send "allow_inference": false, or use a key that can send requests.',
  })
}

/** The scopes of a key with `*` expanded. */
export function effectiveScopes(key: Pick<ApiKey, 'type' | 'scopes'>): readonly string[] {
  return key.scopes.includes(ALL_SCOPES) ? scopesOf(key.type) : key.scopes
}

function withEffect(type: KeyType, scopes: readonly string[]): string[] {
  return scopes.filter((name) => !isScopeWithoutEffect(name, kindOf(type)))
}

function refuseUnknown(unknown: readonly string[]): void {
  const [first] = unknown
  if (first === undefined) return
  const shown = first.slice(0, 64).toWellFormed()
  throw new GatewayError('scope_unknown', {
    param: 'scopes',
    message: `Unknown scope "${shown}".${didYouMean(first, scopesOf('organisation-service').concat(scopesOf('workspace-service')))}`,
    details: unknown.slice(1, 20).map((name) => `Unknown scope "${name.slice(0, 64).toWellFormed()}".`),
  })
}

function refuseUnfit(type: KeyType, unfit: readonly (ScopeRow | undefined)[]): void {
  const [first, ...others] = unfit.filter((row) => row !== undefined)
  if (!first) return
  const sentence = (row: ScopeRow) => `${TYPE_NAMES[type]} cannot hold the scope ${row.name}.`
  throw new GatewayError('scope_wrong_kind', {
    param: 'scopes',
    message: sentence(first),
    hint: `Key types that can hold it: ${typesHolding(first).join(', ')}. GET /v1/scopes lists the types of every scope.`,
    details: others.slice(0, 20).map(sentence),
  })
}

function refuseBeyond(principal: Principal, receiver: Receiver, wanted: readonly string[]): void {
  const grantable = principal.grantable(kindOf(receiver.type), receiver.workspaceId)
  const beyond = wanted.filter((name) => !grantable.has(name))
  if (beyond.length === 0) return
  const who = principal.type === 'user' ? 'Your role' : 'This key'
  throw new GatewayError('scope_not_grantable', {
    param: 'scopes',
    message: `${who} cannot grant ${beyond.slice(0, 5).join(', ')}${beyond.length > 5 ? ` and ${beyond.length - 5} more` : ''}: it does not hold these scopes itself.`,
    details: beyond.slice(0, 50),
  })
}
