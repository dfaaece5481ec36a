/** Group mappings in the control store. */

import { type GroupMapping, type GroupMappingStore, MAX_GROUP_MAPPINGS } from '../../../core/stores/group-mappings.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { GroupMappingTable } from '../schema.ts'

export class SqlGroupMappings implements GroupMappingStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, id: string): Promise<GroupMapping | undefined> {
    const row = await this.#of(organisationId).where('id', '=', id).executeTakeFirst()
    return row && toMapping(row)
  }

  async list(
    organisationId: string,
    { groupName }: { readonly groupName?: string },
    page: Page,
  ): Promise<Listed<GroupMapping>> {
    const { rows, total } = await pageOf(
      this.#of(organisationId)
        .$if(groupName !== undefined, (query) => query.where('group_name', '=', groupName ?? ''))
        .orderBy('group_name')
        .orderBy('created_at_ms')
        .orderBy('id'),
      page,
    )
    return { rows: rows.map(toMapping), total }
  }

  async all(organisationId: string): Promise<readonly GroupMapping[]> {
    return (await this.#of(organisationId).orderBy('group_name').limit(MAX_GROUP_MAPPINGS).execute()).map(toMapping)
  }

  async insert(mapping: GroupMapping): Promise<void> {
    await this.database.insertInto('group_mappings').values(toRow(mapping)).execute()
  }

  async update(mapping: GroupMapping): Promise<void> {
    await this.database.updateTable('group_mappings').set(toRow(mapping)).where('id', '=', mapping.id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('group_mappings').where('id', '=', id).execute()
  }

  #of(organisationId: string) {
    return this.database.selectFrom('group_mappings').selectAll().where('organisation_id', '=', organisationId)
  }
}

function toMapping(row: GroupMappingTable): GroupMapping {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    groupName: row.group_name,
    organisationRole: row.organisation_role,
    workspaceId: row.workspace_id,
    workspaceRole: row.workspace_role,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(mapping: GroupMapping): GroupMappingTable {
  return {
    id: mapping.id,
    organisation_id: mapping.organisationId,
    group_name: mapping.groupName,
    organisation_role: mapping.organisationRole,
    workspace_id: mapping.workspaceId,
    workspace_role: mapping.workspaceRole,
    created_at_ms: mapping.createdAtMs,
    updated_at_ms: mapping.updatedAtMs,
  }
}
