/** Collections of prompts in the control store. */

import type { Selectable } from 'kysely'
import type { Collection, CollectionCounts, CollectionStore } from '../../../core/prompts/collections.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeText } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { CollectionTable } from '../prompt-tables.ts'

export class SqlCollections implements CollectionStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, slugOrId: string): Promise<Collection | undefined> {
    const row = await this.#inReach(reach)
      .where(({ or, eb }) => or([eb('slug', '=', slugOrId), eb('id', '=', slugOrId)]))
      .orderBy('created_at_ms')
      .executeTakeFirst()
    return row && toCollection(row)
  }

  async findDefault(workspaceId: string): Promise<Collection> {
    const row = await this.database
      .selectFrom('prompt_collections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('is_default', '=', 1)
      .executeTakeFirstOrThrow()
    return toCollection(row)
  }

  async list(reach: Reach, search: string | undefined, page: Page): Promise<Listed<Collection>> {
    const query = this.#inReach(reach)
      .$if(search !== undefined, (all) => all.where(likeText('name', search ?? '')))
      .orderBy('is_default', 'desc')
      .orderBy('created_at_ms')
      .orderBy('id')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toCollection), total }
  }

  async counts(ids: readonly string[]): Promise<ReadonlyMap<string, CollectionCounts>> {
    const counts = new Map<string, CollectionCounts>(ids.map((id) => [id, { children: 0, prompts: 0 }]))
    if (ids.length === 0) return counts
    const children = await this.database
      .selectFrom('prompt_collections')
      .select(({ fn }) => ['parent_id as id', fn.countAll<number>().as('count')])
      .where('parent_id', 'in', ids)
      .groupBy('parent_id')
      .execute()
    const prompts = await this.database
      .selectFrom('prompts')
      .select(({ fn }) => ['collection_id as id', fn.countAll<number>().as('count')])
      .where('collection_id', 'in', ids)
      .groupBy('collection_id')
      .execute()
    for (const { id, count } of children) if (id !== null) counts.set(id, { children: count, prompts: 0 })
    for (const { id, count } of prompts)
      if (id !== null) counts.set(id, { children: counts.get(id)?.children ?? 0, prompts: count })
    return counts
  }

  async insert(collection: Collection): Promise<void> {
    await this.database.insertInto('prompt_collections').values(toRow(collection)).execute()
  }

  async update(collection: Collection): Promise<void> {
    await this.database
      .updateTable('prompt_collections')
      .set(toRow(collection))
      .where('id', '=', collection.id)
      .execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('prompt_collections').where('id', '=', id).execute()
  }

  #inReach(reach: Reach) {
    const query = this.database
      .selectFrom('prompt_collections')
      .selectAll()
      .where('organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
  }
}

function toRow(collection: Collection): CollectionTable {
  return {
    id: collection.id,
    organisation_id: collection.organisationId,
    workspace_id: collection.workspaceId,
    slug: collection.slug,
    name: collection.name,
    parent_id: collection.parentId,
    is_default: collection.isDefault ? 1 : 0,
    created_at_ms: collection.createdAtMs,
    updated_at_ms: collection.updatedAtMs,
  }
}

function toCollection(row: Selectable<CollectionTable>): Collection {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    parentId: row.parent_id,
    isDefault: row.is_default === 1,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}
