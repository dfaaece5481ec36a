/** The first start: organisation, default workspace, one Admin key and one workspace key. */

import type { KeyKind } from '../../core/caller.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import { SqlApiKeyStore } from './api-keys.ts'
import type { ControlDatabase } from './control-database.ts'

export type FirstKeys = { readonly admin: string; readonly workspace: string }

export type FirstKeyOptions = {
  readonly given: { readonly admin: string | null; readonly workspace: string | null }
  readonly hash: (secret: string) => string
  readonly scopes: readonly string[]
  readonly nowMs: number
}

/** The secrets, to be shown once; null when keys exist already. */
export async function makeFirstKeys(database: ControlDatabase, options: FirstKeyOptions): Promise<FirstKeys | null> {
  if (!(await new SqlApiKeyStore(database).isEmpty())) return null
  const { given } = options
  const secrets = {
    admin: given.admin ?? newKeySecret('admin'),
    workspace: given.workspace ?? newKeySecret('workspace'),
  }
  // All or nothing: a store with half of its first keys would never be given the rest.
  await database.transaction().execute((transaction) => insertAll(transaction, secrets, options))
  return secrets
}

async function insertAll(database: ControlDatabase, secrets: FirstKeys, options: FirstKeyOptions): Promise<void> {
  const { hash, scopes, nowMs } = options
  const organisationId = Bun.randomUUIDv7()
  const workspaceId = Bun.randomUUIDv7()
  await database
    .insertInto('organisations')
    .values({ id: organisationId, name: 'Organisation', created_at_ms: nowMs })
    .execute()
  await database
    .insertInto('workspaces')
    .values({ id: workspaceId, organisation_id: organisationId, name: 'Default', is_default: 1, created_at_ms: nowMs })
    .execute()
  const insert = (kind: KeyKind, name: string) =>
    new SqlApiKeyStore(database).insert({
      id: Bun.randomUUIDv7(),
      organisationId,
      workspaceId: kind === 'workspace' ? workspaceId : null,
      kind,
      name,
      hash: hash(secrets[kind]),
      hint: keyHint(secrets[kind]),
      scopes,
      createdAtMs: nowMs,
    })
  await insert('admin', 'First Admin key')
  await insert('workspace', 'First workspace key')
}
