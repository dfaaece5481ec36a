/** The first start creates the organisation, the default workspace, one Admin key and one workspace key. */

import { type KeyKind, NO_DEFAULTS } from '../../core/caller.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import { NO_GUARDRAILS } from '../../core/stores/guardrails.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { ControlDatabase } from './control-database.ts'
import { SqlApiKeys } from './repositories/api-keys.ts'
import { SqlWorkspaces } from './repositories/workspaces.ts'

export type FirstKeys = { readonly admin: string; readonly workspace: string }

export type FirstKeyOptions = {
  readonly given: { readonly admin: string | null; readonly workspace: string | null }
  readonly hash: (secret: string) => string
  readonly scopes: readonly string[]
  readonly nowMs: number
}

/** Returns the secrets, which are shown once; null if keys already exist. */
export async function makeFirstKeys(database: ControlDatabase, options: FirstKeyOptions): Promise<FirstKeys | null> {
  const { given } = options
  const secrets = {
    admin: given.admin ?? newKeySecret('admin'),
    workspace: given.workspace ?? newKeySecret('workspace'),
  }
  // In one transaction: a store with only some of its first keys would never get the others.
  return database.transaction().execute(async (transaction) => {
    if (!(await new SqlApiKeys(transaction).isEmpty())) return null
    await insertAll(transaction, secrets, options)
    return secrets
  })
}

async function insertAll(database: ControlDatabase, secrets: FirstKeys, options: FirstKeyOptions): Promise<void> {
  const { hash, scopes, nowMs } = options
  const organisationId = Bun.randomUUIDv7()
  const workspaceId = Bun.randomUUIDv7()
  const times = { createdAtMs: nowMs, updatedAtMs: nowMs }
  await database
    .insertInto('organisations')
    .values({ id: organisationId, name: 'Organisation', settings: '{}', created_at_ms: nowMs, updated_at_ms: nowMs })
    .execute()
  await new SqlWorkspaces(database).insert({
    id: workspaceId,
    slug: `ws-defaul-${crypto.getRandomValues(new Uint8Array(3)).toHex()}`,
    organisationId,
    name: 'Default',
    description: null,
    icon: null,
    isDefault: true,
    defaultMetadata: {},
    defaultConfigSlug: null,
    defaultGuardrails: NO_GUARDRAILS,
    retentionDays: null,
    bodyRetentionDays: null,
    logBodies: null,
    limits: NO_LIMITS,
    ...times,
  })
  const insert = (kind: KeyKind, name: string) =>
    new SqlApiKeys(database).insert({
      id: Bun.randomUUIDv7(),
      organisationId,
      workspaceId: kind === 'workspace' ? workspaceId : null,
      kind,
      type: kind === 'admin' ? 'organisation-service' : 'workspace-service',
      name,
      description: null,
      userId: null,
      hash: hash(secrets[kind]),
      hint: keyHint(secrets[kind]),
      previousHash: null,
      previousHashExpiresAtMs: null,
      scopes,
      allowInference: true,
      defaults: NO_DEFAULTS,
      limits: NO_LIMITS,
      alertEmails: [],
      clientCertificates: [],
      rotation: null,
      expiresAtMs: null,
      lastUsedAtMs: null,
      lastUsedIp: null,
      createdBy: null,
      creationMode: 'auto',
      reviewSinceMs: null,
      rotatedBy: null,
      certifiedBy: [],
      isTrusted: true,
      ...times,
    })
  await insert('admin', 'First Admin key')
  await insert('workspace', 'First workspace key')
}
