/** Virtual models in the control store. */

import type { Selectable } from 'kysely'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { VirtualModel, VirtualModelStore } from '../../../core/stores/virtual-models.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { VirtualModelTable } from '../schema.ts'

export class SqlVirtualModels implements VirtualModelStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, idOrName: string): Promise<VirtualModel | undefined> {
    const row = await this.#inReach(reach)
      .where(({ or, eb }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
      .orderBy('created_at_ms')
      .executeTakeFirst()
    return row && toVirtualModel(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<VirtualModel>> {
    const { rows, total } = await pageOf(this.#inReach(reach).orderBy('name').orderBy('id'), page)
    return { rows: rows.map(toVirtualModel), total }
  }

  async insert(model: VirtualModel): Promise<void> {
    await this.database
      .insertInto('virtual_models')
      .values({
        ...changeable(model),
        id: model.id,
        organisation_id: model.organisationId,
        workspace_id: model.workspaceId,
        created_by: model.createdBy,
        created_at_ms: model.createdAtMs,
      })
      .execute()
  }

  async update(model: VirtualModel): Promise<void> {
    await this.database.updateTable('virtual_models').set(changeable(model)).where('id', '=', model.id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('virtual_models').where('id', '=', id).execute()
  }

  async usingConfig(workspaceId: string, configSlug: string): Promise<readonly VirtualModel[]> {
    const rows = await this.database
      .selectFrom('virtual_models')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('config_slug', '=', configSlug)
      .orderBy('name')
      .execute()
    return rows.map(toVirtualModel)
  }

  #inReach({ organisationId, workspaceId }: Reach) {
    const query = this.database.selectFrom('virtual_models').selectAll().where('organisation_id', '=', organisationId)
    return workspaceId === null ? query : query.where('workspace_id', '=', workspaceId)
  }
}

function changeable(model: VirtualModel) {
  return {
    name: model.name,
    config_slug: model.configSlug,
    description: model.description,
    updated_at_ms: model.updatedAtMs,
  }
}

function toVirtualModel(row: Selectable<VirtualModelTable>): VirtualModel {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    configSlug: row.config_slug,
    description: row.description,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}
