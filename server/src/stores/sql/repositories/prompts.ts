/** Prompts, or partials, with their versions in the control store. */

import type { Selectable } from 'kysely'
import { GatewayError } from '../../../core/errors.ts'
import type {
  ListedPrompt,
  Prompt,
  PromptContent,
  PromptFilter,
  PromptStore,
  PromptVersion,
  VersionLabel,
} from '../../../core/prompts/prompts.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeAny, likeText } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { PromptTable, PromptVersionTable } from '../prompt-tables.ts'

export class SqlPrompts implements PromptStore {
  constructor(
    private readonly database: ControlDatabase,
    private readonly kind: PromptTable['kind'],
  ) {}

  async find(reach: Reach, slugOrId: string): Promise<Prompt | undefined> {
    const row = await this.#inReach(reach)
      .selectAll('prompts')
      .where(({ or, eb }) => or([eb('prompts.slug', '=', slugOrId), eb('prompts.id', '=', slugOrId)]))
      .orderBy('prompts.created_at_ms')
      .executeTakeFirst()
    return row && toPrompt(row)
  }

  async list(reach: Reach, { collectionId, search }: PromptFilter, page: Page): Promise<Listed<ListedPrompt>> {
    const query = this.#inReach(reach)
      .innerJoin('prompt_versions', (join) =>
        join
          .onRef('prompt_versions.prompt_id', '=', 'prompts.id')
          .onRef('prompt_versions.number', '=', 'prompts.published_number'),
      )
      .selectAll('prompts')
      .select('prompt_versions.model')
      .$if(collectionId !== undefined, (all) => all.where('prompts.collection_id', '=', collectionId ?? ''))
      .$if(search !== undefined, (all) =>
        all.where(likeAny(['prompts.name', 'prompts.slug', 'prompts.id'], search ?? '')),
      )
      .orderBy('prompts.created_at_ms', 'desc')
      .orderBy('prompts.id', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map((row) => ({ ...toPrompt(row), model: row.model })), total }
  }

  async insert(prompt: Prompt, versions: readonly PromptVersion[]): Promise<void> {
    await this.database
      .insertInto('prompts')
      .values({
        ...changeable(prompt),
        id: prompt.id,
        organisation_id: prompt.organisationId,
        workspace_id: prompt.workspaceId,
        kind: this.kind,
        slug: prompt.slug,
        latest_number: prompt.latestNumber,
        created_by: prompt.createdBy,
        created_at_ms: prompt.createdAtMs,
      })
      .execute()
    for (const version of versions) await this.#insertVersion(prompt.id, version)
  }

  async update(prompt: Prompt): Promise<void> {
    await this.database.updateTable('prompts').set(changeable(prompt)).where('id', '=', prompt.id).execute()
  }

  async addVersion(promptId: string, version: PromptVersion): Promise<void> {
    // Optimistic lock: if two callers read the same number, the second update matches no row.
    const { numUpdatedRows } = await this.database
      .updateTable('prompts')
      .set({ latest_number: version.number })
      .where('id', '=', promptId)
      .where('latest_number', '=', version.number - 1)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new GatewayError('conflict', { message: 'The prompt was changed or deleted in the meantime.' })
    await this.#insertVersion(promptId, version)
  }

  async versions(promptId: string, page: Page): Promise<Listed<PromptVersion>> {
    const query = this.database
      .selectFrom('prompt_versions')
      .selectAll()
      .where('prompt_id', '=', promptId)
      .orderBy('number', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toVersion), total }
  }

  async findVersion(promptId: string, numberOrId: string): Promise<PromptVersion | undefined> {
    const number = /^[1-9][0-9]{0,8}$/.test(numberOrId) ? Number(numberOrId) : -1
    const row = await this.database
      .selectFrom('prompt_versions')
      .selectAll()
      .where('prompt_id', '=', promptId)
      .where(({ or, eb }) => or([eb('number', '=', number), eb('id', '=', numberOrId)]))
      .executeTakeFirst()
    return row && toVersion(row)
  }

  async labels(promptId: string): Promise<readonly VersionLabel[]> {
    const rows = await this.database
      .selectFrom('prompt_version_labels')
      .selectAll()
      .where('prompt_id', '=', promptId)
      .orderBy('number')
      .orderBy('label_id')
      .execute()
    return rows.map((row) => ({ labelId: row.label_id, versionId: row.version_id, number: row.number }))
  }

  async setLabel(promptId: string, { labelId, versionId, number }: VersionLabel): Promise<void> {
    await this.database
      .insertInto('prompt_version_labels')
      .values({ prompt_id: promptId, label_id: labelId, version_id: versionId, number })
      .onConflict((conflict) =>
        conflict.columns(['prompt_id', 'label_id']).doUpdateSet({ version_id: versionId, number }),
      )
      .execute()
  }

  async clearLabels(versionId: string): Promise<void> {
    await this.database.deleteFrom('prompt_version_labels').where('version_id', '=', versionId).execute()
  }

  async remove(id: string): Promise<void> {
    // Foreign keys delete the versions and labels too.
    await this.database.deleteFrom('prompts').where('id', '=', id).execute()
  }

  async usingPartial(workspaceId: string, slug: string): Promise<readonly Prompt[]> {
    const rows = await this.#current(workspaceId)
      .where(likeText('prompt_versions.partials', JSON.stringify(slug)))
      .execute()
    return unique(rows.filter((row) => (JSON.parse(row.partials) as string[]).includes(slug)).map(toPrompt))
  }

  async usingVirtualKey(workspaceId: string, slug: string): Promise<readonly Prompt[]> {
    return unique((await this.#current(workspaceId).where('virtual_key', '=', slug).execute()).map(toPrompt))
  }

  /** Prompts of a workspace joined with their published and latest versions. */
  #current(workspaceId: string) {
    return this.database
      .selectFrom('prompts')
      .innerJoin('prompt_versions', 'prompt_versions.prompt_id', 'prompts.id')
      .selectAll('prompts')
      .select('prompt_versions.partials')
      .where('prompts.workspace_id', '=', workspaceId)
      .where('prompts.kind', '=', this.kind)
      .where(({ or, eb, ref }) =>
        or([
          eb('prompt_versions.number', '=', ref('prompts.published_number')),
          eb('prompt_versions.number', '=', ref('prompts.latest_number')),
        ]),
      )
      .orderBy('prompts.created_at_ms')
  }

  async #insertVersion(promptId: string, version: PromptVersion): Promise<void> {
    const { content } = version
    await this.database
      .insertInto('prompt_versions')
      .values({
        id: version.id,
        prompt_id: promptId,
        number: version.number,
        content: JSON.stringify(content),
        model: content.model,
        virtual_key: content.virtualKey,
        partials: JSON.stringify(version.partials),
        description: version.description,
        created_by: version.createdBy,
        created_at_ms: version.createdAtMs,
      })
      .execute()
  }

  #inReach(reach: Reach) {
    const query = this.database
      .selectFrom('prompts')
      .where('prompts.organisation_id', '=', reach.organisationId)
      .where('prompts.kind', '=', this.kind)
    return reach.workspaceId === null ? query : query.where('prompts.workspace_id', '=', reach.workspaceId)
  }
}

function unique(prompts: readonly Prompt[]): readonly Prompt[] {
  return [...new Map(prompts.map((prompt) => [prompt.id, prompt])).values()]
}

function changeable(prompt: Prompt) {
  return {
    name: prompt.name,
    collection_id: prompt.collectionId,
    published_number: prompt.publishedNumber,
    updated_by: prompt.updatedBy,
    updated_at_ms: prompt.updatedAtMs,
  }
}

function toPrompt(row: Selectable<PromptTable>): Prompt {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    collectionId: row.collection_id,
    latestNumber: row.latest_number,
    publishedNumber: row.published_number,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toVersion(row: Selectable<PromptVersionTable>): PromptVersion {
  return {
    id: row.id,
    number: row.number,
    content: JSON.parse(row.content) as PromptContent,
    description: row.description,
    partials: JSON.parse(row.partials) as string[],
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
  }
}
