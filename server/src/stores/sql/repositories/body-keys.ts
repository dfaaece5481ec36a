/** Data keys of logged bodies in the control store. */

import type { Selectable } from 'kysely'
import type { BodyKeyProgress, BodyKeyStore, NewestBodyKey, StoredBodyKey } from '../../../core/stores/body-keys.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
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
    // Selects from `workspaces`, so that a deleted workspace is not an error.
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

  async listNewest(
    organisationId: string,
    workspaceIds: readonly string[] | null,
    page: Page,
  ): Promise<Listed<NewestBodyKey>> {
    if (workspaceIds?.length === 0) return { rows: [], total: 0 }
    let query = this.#newest().where('body_keys.organisation_id', '=', organisationId)
    if (workspaceIds) query = query.where('body_keys.workspace_id', 'in', workspaceIds)
    const { rows, total } = await pageOf(query.orderBy('workspaces.name').orderBy('body_keys.workspace_id'), page)
    return { rows: rows.map(toNewest), total }
  }

  async rotating(): Promise<readonly NewestBodyKey[]> {
    const rows = await this.#newest()
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('body_keys as earlier')
            .select('earlier.version')
            .whereRef('earlier.workspace_id', '=', 'body_keys.workspace_id')
            .whereRef('earlier.version', '<', 'body_keys.version'),
        ),
      )
      .orderBy('body_keys.created_at_ms')
      .orderBy('body_keys.workspace_id')
      .execute()
    return rows.map(toNewest)
  }

  async setProgress(key: KeyName, { blocks, unreadable, left, finishedAtMs }: BodyKeyProgress): Promise<void> {
    await this.database
      .updateTable('body_keys')
      .set({
        blocks_done: blocks,
        blocks_unreadable: unreadable,
        blocks_left: left,
        finished_at_ms: finishedAtMs,
      })
      .where('workspace_id', '=', key.workspaceId)
      .where('version', '=', key.version)
      .execute()
  }

  async removeEarlier({ workspaceId, version }: KeyName): Promise<void> {
    await this.database
      .deleteFrom('body_keys')
      .where('workspace_id', '=', workspaceId)
      .where('version', '<', version)
      .execute()
  }

  #newest() {
    return this.database
      .selectFrom('body_keys')
      .innerJoin('workspaces', 'workspaces.id', 'body_keys.workspace_id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('body_keys as later')
              .select('later.version')
              .whereRef('later.workspace_id', '=', 'body_keys.workspace_id')
              .whereRef('later.version', '>', 'body_keys.version'),
          ),
        ),
      )
      .selectAll('body_keys')
      .select((eb) => [
        'workspaces.name as workspace_name',
        eb
          .selectFrom('body_keys as earlier')
          .select(eb.fn.countAll<number>().as('count'))
          .whereRef('earlier.workspace_id', '=', 'body_keys.workspace_id')
          .whereRef('earlier.version', '<', 'body_keys.version')
          .as('earlier_versions'),
      ])
  }
}

type KeyName = Pick<StoredBodyKey, 'workspaceId' | 'version'>

type NewestRow = Selectable<BodyKeyTable> & {
  readonly workspace_name: string
  readonly earlier_versions: number | null
}

function toNewest(row: NewestRow): NewestBodyKey {
  const { sealed: _, ...key } = toKey(row)
  return {
    ...key,
    workspaceName: row.workspace_name,
    earlierVersions: Number(row.earlier_versions ?? 0),
    progress: {
      blocks: row.blocks_done,
      unreadable: row.blocks_unreadable,
      left: row.blocks_left,
      finishedAtMs: row.finished_at_ms,
    },
  }
}

function toKey(row: Selectable<BodyKeyTable>): StoredBodyKey {
  return {
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    version: row.version,
    sealed: row.sealed,
    createdAtMs: row.created_at_ms,
  }
}
