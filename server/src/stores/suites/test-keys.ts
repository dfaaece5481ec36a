/** Gateway keys for the control store suites: a first start, and keys with single fields changed. */

import { NO_DEFAULTS } from '../../core/caller.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { makeFirstKeys } from '../sql/first-keys.ts'

export type Home = { readonly organisationId: string; readonly workspaceId: string }

/** A store after its first start; hashes of its two keys are `hash of <secret>`. */
export async function settle(database: ControlDatabase): Promise<Home> {
  const given = { admin: 'first-admin-secret', workspace: 'first-workspace-secret' }
  await makeFirstKeys(database, { given, hash: (secret) => `hash of ${secret}`, scopes: ['*'], nowMs: 1 })
  const row = await database.selectFrom('workspaces').select(['id', 'organisation_id']).executeTakeFirstOrThrow()
  return { organisationId: row.organisation_id, workspaceId: row.id }
}

export function newKey(home: Home, more: Partial<ApiKey> = {}): ApiKey {
  const id = Bun.randomUUIDv7()
  return {
    id,
    organisationId: home.organisationId,
    workspaceId: home.workspaceId,
    kind: 'workspace',
    type: 'workspace-service',
    name: 'Robot',
    description: null,
    userId: null,
    hash: `hash of ${id}`,
    hint: 'gww_ab…wxyz',
    previousHash: null,
    previousHashExpiresAtMs: null,
    scopes: ['logs.list'],
    allowInference: true,
    defaults: NO_DEFAULTS,
    limits: NO_LIMITS,
    alertEmails: [],
    clientCertificates: [],
    rotation: null,
    expiresAtMs: null,
    lastUsedAtMs: null,
    lastUsedIp: null,
    createdBy: 'maker',
    creationMode: 'api',
    reviewSinceMs: null,
    rotatedBy: null,
    certifiedBy: [],
    isTrusted: true,
    createdAtMs: 10,
    updatedAtMs: 10,
    ...more,
  }
}
