/** Labels of prompt versions in the control store. Universal labels are constants, not rows. */

import type { Selectable } from 'kysely'
import { type Label, type LabelStore, UNIVERSAL_LABELS } from '../../../core/prompts/labels.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeText } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { LabelTable } from '../prompt-tables.ts'

export class SqlLabels implements LabelStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, idOrName: string): Promise<Label | undefined> {
    const universal = universalOf(reach).find(({ id, name }) => id === idOrName || name === idOrName)
    if (universal) return universal
    const row = await this.#inReach(reach)
      .where(({ or, eb }) => or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
      .orderBy('created_at_ms')
      .executeTakeFirst()
    return row && toLabel(row)
  }

  async list(reach: Reach, search: string | undefined, { currentPage, pageSize }: Page): Promise<Listed<Label>> {
    const universal = universalOf(reach).filter(({ name }) => name.includes(search?.toLowerCase() ?? ''))
    const query = this.#inReach(reach)
      .$if(search !== undefined, (all) => all.where(likeText('name', search ?? '')))
      .orderBy('name')
      .orderBy('id')
    const { total } = await pageOf(query, { currentPage: 0, pageSize: 1 })
    const start = currentPage * pageSize
    const shown = universal.slice(start, start + pageSize)
    const left = pageSize - shown.length
    const offset = Math.max(0, start - universal.length)
    const rows = left === 0 || offset >= total ? [] : await query.limit(left).offset(offset).execute()
    return { rows: [...shown, ...rows.map(toLabel)], total: total + universal.length }
  }

  async named(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map(UNIVERSAL_LABELS.map(({ id, name }) => [id, name]))
    const others = ids.filter((id) => !found.has(id))
    if (others.length === 0) return found
    const rows = await this.database
      .selectFrom('prompt_labels')
      .select(['id', 'name'])
      .where('id', 'in', others)
      .execute()
    for (const { id, name } of rows) found.set(id, name)
    return found
  }

  async insert(label: Label): Promise<void> {
    await this.database
      .insertInto('prompt_labels')
      .values({
        ...changeable(label),
        id: label.id,
        organisation_id: label.organisationId,
        workspace_id: label.workspaceId ?? '',
        created_at_ms: label.createdAtMs,
      })
      .execute()
  }

  async update(label: Label): Promise<void> {
    await this.database.updateTable('prompt_labels').set(changeable(label)).where('id', '=', label.id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('prompt_version_labels').where('label_id', '=', id).execute()
    await this.database.deleteFrom('prompt_labels').where('id', '=', id).execute()
  }

  #inReach(reach: Reach) {
    const query = this.database
      .selectFrom('prompt_labels')
      .selectAll()
      .where('organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
  }
}

function universalOf({ organisationId }: Reach): readonly Label[] {
  return UNIVERSAL_LABELS.map((label) => ({
    ...label,
    organisationId,
    workspaceId: null,
    description: null,
    isUniversal: true,
    createdAtMs: 0,
    updatedAtMs: 0,
  }))
}

function changeable(label: Label) {
  return {
    name: label.name,
    description: label.description,
    color_code: label.colorCode,
    updated_at_ms: label.updatedAtMs,
  }
}

function toLabel(row: Selectable<LabelTable>): Label {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    description: row.description,
    colorCode: row.color_code,
    isUniversal: false,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}
