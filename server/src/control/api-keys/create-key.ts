/** Operations that create API keys. */

import { z } from 'zod'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { foreignHash, keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { ApiKey, KeyType } from '../../core/stores/api-keys.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { type GivenKey, keyOnWire, ORGANISATION_KEY, PERSONAL_KEY, WARNINGS, WORKSPACE_KEY } from './api-key-wire.ts'
import { applyFields } from './apply-fields.ts'
import { withCertificates } from './change-certificates.ts'
import { checkInference, checkScopes } from './check-grant.ts'
import { keyScope, kindOf } from './key-permissions.ts'
import { withLimitsOf } from './limit-inheritance.ts'
import { isUnderReview } from './review.ts'

export type KeyHash = (secret: string) => string

const CREATED = z.object({
  object: z.literal('api-key'),
  id: z.string(),
  key: z.string().describe('The secret. It is returned only once. Empty if secret_sha256 was sent.'),
  warnings: WARNINGS,
})

type CreateCall = OperationCall<unknown, GivenKey>

export function createOperations(hash: KeyHash): readonly Operation[] {
  return [
    endpoint({
      name: 'api-keys.create-organisation-service',
      method: 'POST',
      path: '/api-keys/organisation/service',
      summary: 'Create an Admin API key',
      permission: { scope: keyScope('organisation-service', 'create') },
      audit: 'api_key.create',
      stepUp: true,
      body: ORGANISATION_KEY,
      reply: CREATED,
      example: { body: { name: 'Automation', scopes: ['workspaces.list', 'analytics.view'] } },
      handle: (call) => create(call, 'organisation-service', hash),
    }),
    endpoint({
      name: 'api-keys.create-workspace-service',
      method: 'POST',
      path: '/api-keys/workspace/service',
      summary: 'Create a workspace service API key',
      permission: { scope: keyScope('workspace-service', 'create') },
      audit: 'api_key.create',
      stepUp: true,
      body: WORKSPACE_KEY,
      reply: CREATED,
      example: {
        body: { name: 'Night job', scopes: ['logs.list', 'logs.view'], defaults: { metadata: { team: 'a' } } },
      },
      handle: (call) => create(call, 'workspace-service', hash, call.body.secret_sha256),
    }),
    endpoint({
      name: 'api-keys.create-workspace-user',
      method: 'POST',
      path: '/api-keys/workspace/user',
      summary: 'Create a personal workspace API key',
      permission: { scope: keyScope('workspace-user', 'create') },
      audit: 'api_key.create',
      stepUp: true,
      body: PERSONAL_KEY,
      reply: CREATED,
      example: { body: { name: 'Ann', scopes: ['logs.export', 'logs.list', 'logs.view', 'virtual_keys.create'] } },
      handle: (call) => create(call, 'workspace-user', hash),
    }),
    endpoint({
      name: 'api-keys.create-organisation-user',
      method: 'POST',
      path: '/api-keys/organisation/user',
      summary: 'Create a personal Admin API key (not supported)',
      permission: { scope: keyScope('organisation-service', 'create') },
      audit: 'api_key.create',
      stepUp: true,
      body: z.unknown(),
      reply: CREATED,
      async handle() {
        throw new GatewayError('not_supported', {
          message: 'Personal Admin keys do not exist. Owners and admins sign in with their account.',
          hint: 'Use POST /v1/api-keys/organisation/service, or /v1/api-keys/workspace/user.',
        })
      },
    }),
  ]
}

async function create(call: CreateCall, type: KeyType, hash: KeyHash, sha256?: string) {
  const { principal, body, nowMs, note, announce } = call
  const workspaceId = kindOf(type) === 'admin' ? null : call.workspaceId
  const warnings: string[] = []
  const warn = (warning: string) => warnings.push(warning)
  const scopes = checkScopes(principal, { type, workspaceId }, body.scopes, [], warn)
  const allowInference = body.allow_inference ?? true
  if (allowInference) checkInference(principal, type, workspaceId)
  if (sha256 !== undefined && !principal.isTrusted) throw importRefused()
  const secret = sha256 === undefined ? newKeySecret(kindOf(type)) : ''
  return call.change(async (stores) => {
    const userId = await holderOf(call, type, stores)
    const reviewSinceMs = (await isUnderReview(principal, stores)) ? nowMs : null
    const identity =
      sha256 === undefined
        ? { hash: hash(secret), hint: keyHint(secret) }
        : { hash: await freeHash(stores, foreignHash(sha256, hash)), hint: 'sk-…' }
    const own = { workspaceId, userId, ...identity, reviewSinceMs }
    const blank = { ...blankKey(call, type), ...own }
    const filled = await applyFields(blank, body, { stores, workspaceId: call.workspaceId, nowMs, warn })
    const limited = await withLimitsOf(principal, filled, stores)
    const granted = { ...limited, scopes, allowInference }
    const key = await withCertificates(granted, body.client_certificates, call, stores)
    await claimId(principal, stores, { kind: 'api_key', id: body.id, home: key })
    await stores.apiKeys.insert(key)
    const imported = sha256 !== undefined && { imported_secret: true }
    note({ id: key.id, name: key.name, workspaceId, after: { ...keyOnWire(key, nowMs), ...imported } })
    announce({ kind: 'api_key', keyId: key.id })
    return { object: 'api-key' as const, id: key.id, key: secret, ...(warnings.length > 0 && { warnings }) }
  })
}

/** Anyone who knows the secret gets the permissions of the key, so only trusted callers may choose it. */
function importRefused(): GatewayError {
  return new GatewayError('scope_missing', {
    param: 'secret_sha256',
    message: 'secret_sha256: only owners, admins and trusted Admin keys can import keys of another gateway.',
  })
}

/** Throws if another key has this hash. */
async function freeHash(stores: Stores, imported: string): Promise<string> {
  if ((await stores.apiKeys.findCaller(imported)) === undefined) return imported
  throw new GatewayError('conflict', {
    param: 'secret_sha256',
    message: 'secret_sha256: a key with this secret already exists.',
  })
}

/**
 * The owner of the new key: a user with access to the workspace, by default the calling user; null for service keys. A
 * key created with a personal key gets the same owner, so that both lose their permissions with that user.
 */
async function holderOf(call: CreateCall, type: KeyType, stores: Stores): Promise<string | null> {
  const { principal, body, workspaceId } = call
  if (principal.type === 'api_key' && principal.holderId !== null) {
    if (body.user_id == null || body.user_id === principal.holderId) return principal.holderId
    throw new GatewayError('invalid_body', {
      param: 'user_id',
      message: 'user_id: a personal key can create keys for its own user only.',
      hint: 'Omit user_id, or sign in to create a key for another user.',
    })
  }
  if (type !== 'workspace-user') return null
  if (body.user_id == null) return principal.holderId
  const user = await stores.users.find(principal.organisationId, body.user_id)
  const belongs =
    user !== undefined &&
    !user.isDisabled &&
    (user.role !== 'member' || (await stores.workspaces.findMember(workspaceId, user.id)) !== undefined)
  if (belongs) return user.id
  throw new GatewayError('invalid_body', {
    param: 'user_id',
    message: 'user_id: no active member of the workspace has this id.',
    hint: 'Omit user_id, or add the user to the workspace first.',
  })
}

function blankKey({ principal, body, nowMs }: CreateCall, type: KeyType): ApiKey {
  return {
    id: body.id ?? Bun.randomUUIDv7(),
    organisationId: principal.organisationId,
    workspaceId: null,
    kind: kindOf(type),
    type,
    name: '',
    description: null,
    userId: null,
    hash: '',
    hint: '',
    previousHash: null,
    previousHashExpiresAtMs: null,
    scopes: [],
    allowInference: true,
    defaults: NO_DEFAULTS,
    limits: NO_LIMITS,
    alertEmails: [],
    clientCertificates: [],
    rotation: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy: principal.id,
    creationMode: principal.type === 'user' ? 'ui' : 'api',
    reviewSinceMs: null,
    rotatedBy: null,
    certifiedBy: [],
    isTrusted: principal.isTrusted,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
