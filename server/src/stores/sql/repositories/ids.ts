/** Checks ids that callers choose for new resources, over all organisations. */

import { sql } from 'kysely'
import type { IdHome, IdKind, IdStore } from '../../../core/stores/ids.ts'
import type { ControlDatabase } from '../control-database.ts'

type Table = {
  readonly name: string
  /** The column that callers may use instead of the id. */
  readonly slug?: 'slug' | 'name'
  /** Condition for soft-deleted rows. */
  readonly deleted?: string
  /** Another table whose ids must differ. */
  readonly also?: string
}

const TABLES: Readonly<Record<IdKind, Table>> = {
  api_key: { name: 'api_keys', deleted: 'revoked_at_ms is not null' },
  collection: { name: 'prompt_collections', slug: 'slug' },
  config: { name: 'configs', slug: 'slug' },
  guardrail: { name: 'guardrails', slug: 'slug' },
  integration: { name: 'integrations', slug: 'slug' },
  // A user gets the id of the invitation.
  invite: { name: 'invites', deleted: 'cancelled_at_ms is not null', also: 'users' },
  label: { name: 'prompt_labels', slug: 'name' },
  partial: { name: 'prompts', slug: 'slug' },
  'partial version': { name: 'prompt_versions' },
  policy: { name: 'limit_policies', deleted: "status = 'archived'" },
  prompt: { name: 'prompts', slug: 'slug' },
  'prompt version': { name: 'prompt_versions' },
  virtual_key: { name: 'virtual_keys', slug: 'slug' },
  // The default collection has the id of its workspace.
  workspace: { name: 'workspaces', slug: 'slug', also: 'prompt_collections' },
}

export class SqlIds implements IdStore {
  constructor(private readonly database: ControlDatabase) {}

  async claim(kind: IdKind, id: string, { organisationId, workspaceId }: IdHome): Promise<boolean> {
    const { name, slug, deleted, also } = TABLES[kind]
    if (deleted !== undefined) {
      const isHome =
        kind === 'invite'
          ? sql`true`
          : workspaceId === null
            ? sql`workspace_id is null`
            : sql`workspace_id = ${workspaceId}`
      await sql`delete from ${sql.table(name)} where id = ${id} and organisation_id = ${organisationId}
        and ${isHome} and ${sql.raw(deleted)}`.execute(this.database)
    }
    const isSlug =
      slug === undefined ? sql`false` : sql`(organisation_id = ${organisationId} and ${sql.ref(slug)} = ${id})`
    if (await this.#has(sql`select 1 from ${sql.table(name)} where id = ${id} or ${isSlug} limit 1`)) return false
    return also === undefined || !(await this.#has(sql`select 1 from ${sql.table(also)} where id = ${id}`))
  }

  async #has(query: ReturnType<typeof sql>): Promise<boolean> {
    return (await query.execute(this.database)).rows.length > 0
  }
}
