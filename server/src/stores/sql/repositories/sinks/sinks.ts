/** Sinks in the control store. */

import type { Sink, SinkSelection, SinkSettings, SinkStore } from '../../../../core/sinks/sinks.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { SinkTable } from './sink-tables.ts'

export class SqlSinks implements SinkStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<Sink | undefined> {
    const row = await this.#within(reach).where('id', '=', id).executeTakeFirst()
    return row && toSink(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<Sink>> {
    const { rows, total } = await pageOf(this.#within(reach).orderBy('name').orderBy('id'), page)
    return { rows: rows.map(toSink), total }
  }

  async count(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('sinks')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async enabled(): Promise<readonly Sink[]> {
    const query = this.database.selectFrom('sinks').selectAll().where('is_enabled', '=', 1)
    return (await query.orderBy('id').execute()).map(toSink)
  }

  async insert(sink: Sink): Promise<void> {
    await this.database.insertInto('sinks').values(toRow(sink)).execute()
  }

  async update(sink: Sink): Promise<void> {
    const { id, ...rest } = toRow(sink)
    await this.database.updateTable('sinks').set(rest).where('id', '=', id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('sinks').where('id', '=', id).execute()
  }

  #within({ organisationId, workspaceId }: Reach) {
    const query = this.database.selectFrom('sinks').selectAll().where('organisation_id', '=', organisationId)
    return workspaceId === null ? query : query.where('workspace_id', '=', workspaceId)
  }
}

function toSink(row: SinkTable): Sink {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    isEnabled: row.is_enabled === 1,
    settings: JSON.parse(row.settings) as SinkSettings,
    selection: JSON.parse(row.selection) as SinkSelection,
    sealed: row.sealed,
    urlHint: row.url_hint,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(sink: Sink): SinkTable {
  return {
    id: sink.id,
    organisation_id: sink.organisationId,
    workspace_id: sink.workspaceId,
    name: sink.name,
    is_enabled: sink.isEnabled ? 1 : 0,
    settings: JSON.stringify(sink.settings),
    selection: JSON.stringify(sink.selection),
    sealed: sink.sealed,
    url_hint: sink.urlHint,
    created_by: sink.createdBy,
    created_at_ms: sink.createdAtMs,
    updated_at_ms: sink.updatedAtMs,
  }
}
