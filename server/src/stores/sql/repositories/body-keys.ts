/** Data keys of logged bodies in the control store. */

import type { BodyKeyStore, StoredBodyKey } from '../../../core/stores/body-keys.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { BodyKeyTable } from '../schema.ts'

export class SqlBodyKeys implements BodyKeyStore {
  constructor(private readonly database: ControlDatabase) {}

  async list(workspaceId: string): Promise<readonly StoredBodyKey[]> {
    const rows = await this.database
      .selectFrom('body_keys')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('version', 'desc')
      .execute()
    return rows.map(toKey)
  }

  async insert(key: StoredBodyKey): Promise<boolean> {
    // Selects the workspace, so that a deleted one is no error.
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('body_keys')
      .columns(['organisation_id', 'workspace_id', 'version', 'sealed', 'created_at_ms'])
      .expression((from) =>
        from
          .selectFrom('workspaces')
          .select((eb) => [
            'workspaces.organisation_id',
            'workspaces.id',
            eb.cast<number>(eb.val(key.version), 'integer').as('version'),
            eb.cast<string>(eb.val(key.sealed), 'text').as('sealed'),
            eb.cast<number>(eb.val(key.createdAtMs), 'bigint').as('created_at_ms'),
          ])
          .where('workspaces.id', '=', key.workspaceId)
          .where('workspaces.organisation_id', '=', key.organisationId),
      )
      .onConflict((conflict) => conflict.columns(['workspace_id', 'version']).doNothing())
      .executeTakeFirstOrThrow()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  }
}

function toKey(row: BodyKeyTable): StoredBodyKey {
  return {
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    version: row.version,
    sealed: row.sealed,
    createdAtMs: row.created_at_ms,
  }
}
