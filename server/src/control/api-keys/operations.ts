/** API key operations: create, list, read, update, rotate, delete, and list scopes. */

import { z } from 'zod'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { permissionsOf, workspaceScopes } from '../access/roles.ts'
import { SCOPES } from '../access/scopes.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { spendingOf } from '../limits-wire.ts'
import { pageFrom, pageQuery, searchQuery } from '../page-wire.ts'
import { CHANGED_KEY, type GivenChange, KEY_REPLY, keyOnWire, TRANSITION, WARNINGS } from './api-key-wire.ts'
import { applyFields, nextRotation, USUAL_TRANSITION_MS } from './apply-fields.ts'
import { withCertificates } from './change-certificates.ts'
import { checkInference, checkRotator, checkScopes, checkWholeGrant, effectiveScopes } from './check-grant.ts'
import { createOperations, type KeyHash } from './create-key.ts'
import { findKey, permissionOn, typesHolding, typesOpenTo } from './key-permissions.ts'
import { checkChangedLimits, checkCredentialLimits } from './limit-inheritance.ts'
import { reviewAfterChange, reviewAfterRotation } from './review.ts'

const NOTHING = z.object({})

export function apiKeyOperations(hash: KeyHash, budgets: SpendingService): readonly Operation[] {
  return [
    ...createOperations(hash),
    listKeys(budgets),
    readKey(budgets),
    changeKey(budgets),
    deleteKey,
    rotateKey(hash),
    listScopes,
  ]
}

const listKeys = (budgets: SpendingService) =>
  endpoint({
    name: 'api-keys.list',
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    permission: permissionOn('list'),
    query: z.object({
      workspace_id: z.string().max(128).optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
      search: searchQuery,
      needs_review: z.enum(['true', 'false']).optional().describe('`true` returns only keys that need a review.'),
    }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(KEY_REPLY) }),
    example: {},
    async handle({ principal, reach, query, stores, nowMs }) {
      const types = typesOpenTo(principal, 'list', reach.workspaceId)
      const page = pageFrom(query)
      const { needs_review: review, search } = query
      const filter = {
        types,
        ...(search !== undefined && { search }),
        ...(review !== undefined && { needsReview: review === 'true' }),
      }
      const { rows, total } = await stores.apiKeys.list(reach, filter, page)
      const shown = rows.map(async (key) => keyOnWire(key, nowMs, await spendingOf(budgets, 'api_key', key)))
      return { object: 'list' as const, total, data: await Promise.all(shown) }
    },
  })

const readKey = (budgets: SpendingService) =>
  endpoint({
    name: 'api-keys.read',
    method: 'GET',
    path: '/api-keys/{id}',
    summary: 'Read an API key',
    permission: permissionOn('read'),
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    reply: KEY_REPLY,
    async handle(call) {
      const key = await findKey(call, call.stores, 'read')
      return keyOnWire(key, call.nowMs, await spendingOf(budgets, 'api_key', key))
    },
  })

const changeKey = (budgets: SpendingService) =>
  endpoint({
    name: 'api-keys.update',
    method: 'PUT',
    path: '/api-keys/{id}',
    summary: 'Update an API key',
    permission: permissionOn('update'),
    audit: 'api_key.update',
    stepUp: true,
    body: CHANGED_KEY,
    reply: z.object({ warnings: WARNINGS }),
    async handle(call) {
      const isReset = call.body.reset_usage === true
      const warnings: string[] = []
      const id = await call.change(async (stores) => {
        const before = await findKey(call, stores, 'update')
        const after = await changed(call, before, stores, warnings)
        await stores.apiKeys.update(after)
        const [was, is] = [keyOnWire(before, call.nowMs), { ...keyOnWire(after, call.nowMs), reset_usage: isReset }]
        call.note({ id: before.id, name: after.name, workspaceId: before.workspaceId, before: was, after: is })
        call.announce({ kind: 'api_key', keyId: before.id })
        call.announce({ kind: 'limits', workspaceId: before.workspaceId })
        return before.id
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      if (isReset) await budgets.reset({ kind: 'api_key', id })
      return warnings.length > 0 ? { warnings } : {}
    },
  })

async function changed(
  call: OperationCall<unknown, GivenChange>,
  before: ApiKey,
  stores: Stores,
  warnings: string[],
): Promise<ApiKey> {
  const { principal, body, nowMs, workspaceId } = call
  const { scopes, allow_inference: allowInference = before.allowInference } = body
  if (allowInference && !before.allowInference) checkInference(principal, before.type, before.workspaceId)
  const warn = (warning: string) => warnings.push(warning)
  const applying = { stores, workspaceId: before.workspaceId ?? workspaceId, nowMs, warn }
  const applied = await applyFields(before, body, applying)
  const filled = await withCertificates(applied, body.client_certificates, call, stores)
  await checkChangedLimits(principal, body, filled, stores)
  const limits = body.reset_usage === true ? { ...filled.limits, lastResetAtMs: nowMs } : filled.limits
  return {
    ...filled,
    limits,
    allowInference,
    reviewSinceMs: await reviewAfterChange(filled, body.needs_review, principal, stores),
    scopes:
      scopes === undefined ? before.scopes : checkScopes(principal, before, scopes, effectiveScopes(before), warn),
  }
}

const deleteKey = endpoint({
  name: 'api-keys.delete',
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Delete an API key',
  permission: permissionOn('delete'),
  query: z.object({ workspace_id: z.string().max(128).optional() }),
  audit: 'api_key.delete',
  reply: NOTHING,
  async handle(call) {
    return call.change(async (stores) => {
      const key = await findKey(call, stores, 'delete')
      await stores.apiKeys.remove(key.id)
      await stores.invites.cancelAllBy([key.id], call.nowMs)
      call.note({
        id: key.id,
        name: key.name,
        workspaceId: key.workspaceId,
        before: keyOnWire(key, call.nowMs),
        after: { status: 'archived', was_own_key: key.id === call.principal.id },
      })
      call.announce({ kind: 'api_key', keyId: key.id })
      return {}
    })
  },
})

/** A key has at most two valid secrets: rotating again revokes the older one. */
function rotateKey(hash: KeyHash): Operation {
  return endpoint({
    name: 'api-keys.rotate',
    method: 'POST',
    path: '/api-keys/{id}/rotate',
    summary: 'Rotate an API key',
    permission: permissionOn('rotate'),
    audit: 'api_key.rotate',
    stepUp: true,
    body: z.strictObject({
      workspace_id: z.string().max(128).optional(),
      key_transition_period_ms: TRANSITION.nullish(),
    }),
    reply: z.object({
      object: z.literal('api-key'),
      id: z.string(),
      key: z.string().describe('The new secret. It is returned only once.'),
      key_transition_expires_at: z.string().describe('Until this time the old secret is valid too.'),
    }),
    async handle(call) {
      const { body, nowMs } = call
      return call.change(async (stores) => {
        const before = await findKey(call, stores, 'rotate')
        checkRotator(call.principal, before)
        checkWholeGrant(call.principal, before)
        await checkCredentialLimits(call.principal, before, stores)
        const secret = newKeySecret(before.kind)
        const transitionMs = body.key_transition_period_ms ?? before.rotation?.transitionMs ?? USUAL_TRANSITION_MS
        const endsAtMs = nowMs + transitionMs
        const { rotation } = before
        const after: ApiKey = {
          ...before,
          hash: hash(secret),
          hint: keyHint(secret),
          // With no overlap the old hash is deleted, so that clock differences between nodes cannot keep it valid.
          previousHash: transitionMs > 0 ? before.hash : null,
          previousHashExpiresAtMs: transitionMs > 0 ? endsAtMs : null,
          rotation: rotation && { ...rotation, nextRotationAtMs: nextRotation(rotation.period, nowMs) },
          reviewSinceMs: await reviewAfterRotation(before, call, stores),
          rotatedBy: call.principal.holderId ?? call.principal.id,
          updatedAtMs: nowMs,
        }
        await stores.apiKeys.update(after)
        const [was, is] = [keyOnWire(before, nowMs), keyOnWire(after, nowMs)]
        call.note({ id: after.id, name: after.name, workspaceId: after.workspaceId, before: was, after: is })
        call.announce({ kind: 'api_key', keyId: after.id })
        const until = new Date(endsAtMs).toISOString()
        return { object: 'api-key' as const, id: after.id, key: secret, key_transition_expires_at: until }
      })
    },
  })
}

const LEVELS = ['organisation', 'workspace'] as const
const ROLES = ['owner', 'admin', 'manager', 'member'] as const

const listScopes = endpoint({
  name: 'scopes.list',
  method: 'GET',
  path: '/scopes',
  summary: 'List scopes',
  permission: 'any caller',
  reply: z.object({
    object: z.literal('list'),
    total: z.number(),
    data: z.array(
      z.object({
        object: z.literal('scope'),
        name: z.string(),
        description: z.string(),
        kinds: z.array(z.enum(['admin', 'workspace'])).describe('Kinds of keys that can hold the scope.'),
        key_types: z.array(z.enum(['organisation-service', 'workspace-service', 'workspace-user'])),
        roles: z.array(z.enum(ROLES)).describe('Built-in roles that include the scope.'),
        role_levels: z
          .array(z.enum(['organisation', 'workspace']))
          .describe('Levels of custom roles that can contain the scope.'),
      }),
    ),
  }),
  example: {},
  async handle() {
    const data = SCOPES.map((scope) => ({
      object: 'scope' as const,
      name: scope.name,
      description: scope.about,
      kinds: [...scope.kinds],
      key_types: typesHolding(scope),
      roles: ROLES.filter((role) => isHeldBy(role, scope.name)),
      role_levels: LEVELS.filter((level) => permissionsOf(level).has(scope.name)),
    }))
    return { object: 'list' as const, total: data.length, data }
  },
})

/** Owners and admins hold every scope; managers and members hold those of their workspace role. */
function isHeldBy(role: (typeof ROLES)[number], scope: string): boolean {
  return role === 'owner' || role === 'admin' || workspaceScopes(role, []).has(scope)
}
