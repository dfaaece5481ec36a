/** Gateway keys in the control store. */

import { sql } from 'kysely'
import { type Caller, type KeyDefaults, NO_DEFAULTS } from '../../../core/caller.ts'
import type { ApiKey, ApiKeyStore, KeyType, KeyUse, RotationPolicy } from '../../../core/stores/api-keys.ts'
import { type Limits, NO_LIMITS, ownedLimits } from '../../../core/stores/limits.ts'
import type { OrganisationSettings } from '../../../core/stores/organisations.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { ApiKeyTable } from '../schema.ts'

export class SqlApiKeys implements ApiKeyStore {
  constructor(private readonly database: ControlDatabase) {}

  async findCaller(hash: string): Promise<Caller | undefined> {
    const row = await this.#callers()
      .where(({ eb, or }) => or([eb('api_keys.hash', '=', hash), eb('api_keys.previous_hash', '=', hash)]))
      .where(({ eb, fn, ref, selectFrom }) => {
        const usual = selectFrom('workspaces as usual')
          .select('usual.id')
          .where('usual.organisation_id', '=', ref('api_keys.organisation_id'))
          .where('usual.is_default', '=', 1)
        return eb('home.id', '=', fn.coalesce('api_keys.workspace_id', usual))
      })
      .executeTakeFirst()
    return row && toCaller(row, row.hash !== hash)
  }

  async findCallerIn(keyId: string, workspaceIdOrSlug: string): Promise<Caller | undefined> {
    const row = await this.#callers()
      .where('api_keys.id', '=', keyId)
      .where(({ eb, or }) => or([eb('home.id', '=', workspaceIdOrSlug), eb('home.slug', '=', workspaceIdOrSlug)]))
      .where(({ eb, or, ref }) =>
        or([eb('api_keys.workspace_id', 'is', null), eb('api_keys.workspace_id', '=', ref('home.id'))]),
      )
      .executeTakeFirst()
    return row && toCaller(row, false)
  }

  async find(reach: Reach, id: string): Promise<ApiKey | undefined> {
    const row = await this.#inReach(reach).where('id', '=', id).executeTakeFirst()
    return row && toKey(row)
  }

  async list(
    reach: Reach,
    { types, needsReview }: { readonly types: readonly KeyType[]; readonly needsReview?: boolean },
    page: Page,
  ): Promise<Listed<ApiKey>> {
    // `in ()` is a syntax error in PostgreSQL.
    if (types.length === 0) return { rows: [], total: 0 }
    const query = this.#inReach(reach)
      .where('type', 'in', types)
      .$if(needsReview !== undefined, (rows) => rows.where('review_since_ms', needsReview ? 'is not' : 'is', null))
    const { rows, total } = await pageOf(query.orderBy('created_at_ms', 'desc').orderBy('id', 'desc'), page)
    return { rows: rows.map(toKey), total }
  }

  async markForReview(makerId: string, workspaceId: string | null, nowMs: number): Promise<readonly ApiKey[]> {
    const made = this.database
      .withRecursive('made', (query) =>
        query
          .selectFrom('api_keys')
          .select('id')
          .where(({ eb, or }) => or([eb('created_by', '=', makerId), eb('rotated_by', '=', makerId)]))
          .union(
            query
              .selectFrom('api_keys')
              .innerJoin('made', (join) =>
                join.on(({ eb, or, ref }) =>
                  or([eb('api_keys.created_by', '=', ref('made.id')), eb('api_keys.rotated_by', '=', ref('made.id'))]),
                ),
              )
              .select('api_keys.id'),
          ),
      )
      .selectFrom('made')
      .select('made.id')
    const ids = (await made.execute()).map((row) => row.id)
    if (ids.length === 0) return []
    const rows = await this.database
      .updateTable('api_keys')
      .set(({ fn, val }) => ({ review_since_ms: fn.coalesce('review_since_ms', val(nowMs)) }))
      .where('id', 'in', ids)
      .where('revoked_at_ms', 'is', null)
      .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', '!=', makerId)]))
      .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
      .returningAll()
      .execute()
    return rows.map(toKey)
  }

  async insert(key: ApiKey): Promise<void> {
    await this.database
      .insertInto('api_keys')
      .values({
        ...changeable(key),
        id: key.id,
        organisation_id: key.organisationId,
        workspace_id: key.workspaceId,
        kind: key.kind,
        type: key.type,
        user_id: key.userId,
        created_by: key.createdBy,
        creation_mode: key.creationMode,
        created_at_ms: key.createdAtMs,
        last_used_at_ms: key.lastUsedAtMs,
        last_used_ip: key.lastUsedIp,
        revoked_at_ms: null,
      })
      .execute()
  }

  async update(key: ApiKey): Promise<void> {
    await this.database.updateTable('api_keys').set(changeable(key)).where('id', '=', key.id).execute()
  }

  /** Soft delete: request logs and the audit log still refer to the key. */
  async remove(id: string): Promise<void> {
    await this.database
      .updateTable('api_keys')
      // Hashes are unique, and a key of another gateway can be imported again.
      .set(({ ref }) => ({ revoked_at_ms: Date.now(), hash: sql<string>`'revoked:' || ${ref('id')}` }))
      .where('id', '=', id)
      .where('revoked_at_ms', 'is', null)
      .execute()
  }

  async anonymise(id: string): Promise<void> {
    await this.database
      .updateTable('api_keys')
      .set({ name: 'erased', description: null, defaults: '{}', alert_emails: '[]', last_used_ip: null })
      .where('id', '=', id)
      .where('revoked_at_ms', 'is not', null)
      .execute()
  }

  async recordUses(uses: readonly KeyUse[]): Promise<void> {
    if (uses.length === 0) return
    const rows = uses.map((use) => sql`(${use.keyId}, ${use.atMs}, ${use.ip})`)
    // Another node may have recorded a later use.
    await sql`
      update api_keys set last_used_at_ms = cast(used.column2 as bigint), last_used_ip = used.column3
      from (values ${sql.join(rows)}) as used
      where api_keys.id = used.column1
        and coalesce(api_keys.last_used_at_ms, 0) <= cast(used.column2 as bigint)`.execute(this.database)
    await this.#seeHolders(uses.map(({ keyId }) => keyId))
  }

  async isEmpty(): Promise<boolean> {
    return (await this.database.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) === undefined
  }

  /** Using a personal key counts as activity of its holder. */
  async #seeHolders(keyIds: readonly string[]): Promise<void> {
    await sql`
      update users set last_active_at_ms = seen.at_ms
      from (select user_id, max(last_used_at_ms) as at_ms from api_keys
        where user_id is not null and id in (${sql.join(keyIds)}) group by user_id) as seen
      where users.id = seen.user_id and coalesce(users.last_active_at_ms, 0) < seen.at_ms`.execute(this.database)
  }

  #inReach({ organisationId, workspaceId }: Reach) {
    return this.database
      .selectFrom('api_keys')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('revoked_at_ms', 'is', null)
      .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId))
  }

  /** Joins each key with every workspace of its organisation; the query then selects the workspace. */
  #callers() {
    return this.database
      .selectFrom('api_keys')
      .innerJoin('organisations', 'organisations.id', 'api_keys.organisation_id')
      .innerJoin('workspaces as home', 'home.organisation_id', 'api_keys.organisation_id')
      .leftJoin('users', 'users.id', 'api_keys.user_id')
      .selectAll('api_keys')
      .select([
        'home.id as home_id',
        'home.name as home_name',
        'home.limits as home_limits',
        'home.default_metadata as home_metadata',
        'home.log_bodies as home_log_bodies',
        'organisations.settings as organisation_settings',
      ])
      .where('api_keys.revoked_at_ms', 'is', null)
      .where(({ eb, or, and, exists, ref, selectFrom }) => {
        const membership = selectFrom('workspace_members as membership')
          .select('membership.user_id')
          .where('membership.user_id', '=', ref('users.id'))
          .where('membership.workspace_id', '=', ref('api_keys.workspace_id'))
        // Owners and admins are members of every workspace.
        const belongs = or([eb('users.role', '!=', 'member'), exists(membership)])
        return or([eb('api_keys.user_id', 'is', null), and([eb('users.is_disabled', '=', 0), belongs])])
      })
  }
}

type CallerRow = ApiKeyTable & {
  readonly home_id: string
  readonly home_name: string
  readonly home_limits: string
  readonly home_metadata: string
  readonly home_log_bodies: number | null
  readonly organisation_settings: string
}

function toCaller(row: CallerRow, isPreviousSecret: boolean): Caller {
  const own = readDefaults(row.defaults)
  const settings = JSON.parse(row.organisation_settings) as Partial<OrganisationSettings>
  const home = JSON.parse(row.home_metadata) as Record<string, string>
  const limits = ownedLimits([
    { kind: 'api_key', id: row.id, name: row.name, limits: readLimits(row.limits) },
    { kind: 'workspace', id: row.home_id, name: row.home_name, limits: readLimits(row.home_limits) },
  ])
  return {
    keyId: row.id,
    keyName: row.name,
    kind: row.kind,
    organisationId: row.organisation_id,
    workspaceId: row.home_id,
    scopes: new Set(JSON.parse(row.scopes) as string[]),
    allowInference: row.allow_inference === 1,
    expiresAtMs: isPreviousSecret ? earlier(row.expires_at_ms, row.previous_hash_expires_at_ms) : row.expires_at_ms,
    defaults: {
      ...own,
      metadata: { ...settings.defaultMetadata, ...home, ...own.metadata },
    },
    logBodies: row.home_log_bodies === null ? (settings.logBodies ?? null) : row.home_log_bodies === 1,
    ...(limits && { limits }),
    createdBy: row.created_by,
    ...(row.user_id !== null && { holderId: row.user_id }),
  }
}

/** Keys created before limits existed have an empty object. */
function readLimits(text: string): Limits {
  return { ...NO_LIMITS, ...(JSON.parse(text) as Partial<Limits>) }
}

/** A replaced secret without an expiry is no longer valid. */
function earlier(expiresAtMs: number | null, secretEndsAtMs: number | null): number {
  return Math.min(expiresAtMs ?? Number.POSITIVE_INFINITY, secretEndsAtMs ?? 0)
}

function readDefaults(text: string): KeyDefaults {
  return { ...NO_DEFAULTS, ...(JSON.parse(text) as Partial<KeyDefaults>) }
}

export function toKey(row: ApiKeyTable): ApiKey {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    type: row.type,
    name: row.name,
    description: row.description,
    userId: row.user_id,
    hash: row.hash,
    hint: row.hint,
    previousHash: row.previous_hash,
    previousHashExpiresAtMs: row.previous_hash_expires_at_ms,
    scopes: JSON.parse(row.scopes) as string[],
    allowInference: row.allow_inference === 1,
    defaults: readDefaults(row.defaults),
    limits: readLimits(row.limits),
    alertEmails: JSON.parse(row.alert_emails) as string[],
    rotation: row.rotation === null ? null : (JSON.parse(row.rotation) as RotationPolicy),
    expiresAtMs: row.expires_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    lastUsedIp: row.last_used_ip,
    createdBy: row.created_by,
    creationMode: row.creation_mode,
    reviewSinceMs: row.review_since_ms,
    rotatedBy: row.rotated_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function changeable(key: ApiKey) {
  return {
    name: key.name,
    description: key.description,
    hash: key.hash,
    hint: key.hint,
    previous_hash: key.previousHash,
    previous_hash_expires_at_ms: key.previousHashExpiresAtMs,
    scopes: JSON.stringify(key.scopes),
    allow_inference: key.allowInference ? 1 : 0,
    defaults: JSON.stringify(key.defaults),
    limits: JSON.stringify(key.limits),
    alert_emails: JSON.stringify(key.alertEmails),
    rotation: key.rotation === null ? null : JSON.stringify(key.rotation),
    expires_at_ms: key.expiresAtMs,
    review_since_ms: key.reviewSinceMs,
    rotated_by: key.rotatedBy,
    updated_at_ms: key.updatedAtMs,
  }
}
