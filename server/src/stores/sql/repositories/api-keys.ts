/** Gateway keys in the control store. */

import { type Expression, sql } from 'kysely'
import { type Caller, type KeyDefaults, NO_DEFAULTS } from '../../../core/caller.ts'
import type {
  ApiKey,
  ApiKeyStore,
  KeyCertificate,
  KeyFilter,
  KeyUse,
  RotationPolicy,
} from '../../../core/stores/api-keys.ts'
import { type Limits, NO_LIMITS, ownedLimits } from '../../../core/stores/limits.ts'
import type { OrganisationSettings } from '../../../core/stores/organisations.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import { mayInfer } from '../../../core/stores/roles.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeAny } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { ApiKeyTable } from '../schema.ts'
import { recordSubjectUses, type SubjectUse } from './workload/subjects.ts'

export class SqlApiKeys implements ApiKeyStore {
  constructor(private readonly database: ControlDatabase) {}

  async findCaller(hash: string): Promise<Caller | undefined> {
    const row = await this.#callersAtHome()
      .where(({ eb, or }) => or([eb('api_keys.hash', '=', hash), eb('api_keys.previous_hash', '=', hash)]))
      .executeTakeFirst()
    return row && toCaller(row, hash)
  }

  async findCallerOf(keyId: string): Promise<Caller | undefined> {
    const row = await this.#callersAtHome().where('api_keys.id', '=', keyId).executeTakeFirst()
    return row && toCaller(row, undefined)
  }

  async certificates(): Promise<readonly KeyCertificate[]> {
    const rows = await this.database
      .selectFrom('api_keys')
      .select(['id', 'client_certificates'])
      .where('client_certificates', 'is not', null)
      .where('revoked_at_ms', 'is', null)
      .execute()
    return rows.flatMap(({ id, client_certificates: entries }) =>
      readNames(entries).map((entry) => ({ keyId: id, entry })),
    )
  }

  async findCallerIn(keyId: string, workspaceIdOrSlug: string, secretHash?: string): Promise<Caller | undefined> {
    const row = await this.#callers()
      .where('api_keys.id', '=', keyId)
      .$if(secretHash !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([eb('api_keys.hash', '=', secretHash!), eb('api_keys.previous_hash', '=', secretHash!)]),
        ),
      )
      .where(({ eb, or }) => or([eb('home.id', '=', workspaceIdOrSlug), eb('home.slug', '=', workspaceIdOrSlug)]))
      .where(({ eb, or, ref }) =>
        or([eb('api_keys.workspace_id', 'is', null), eb('api_keys.workspace_id', '=', ref('home.id'))]),
      )
      .executeTakeFirst()
    return row && toCaller(row, secretHash)
  }

  async find(reach: Reach, id: string): Promise<ApiKey | undefined> {
    const row = await this.#inReach(reach).where('id', '=', id).executeTakeFirst()
    return row && toKey(row)
  }

  async list(reach: Reach, { types, needsReview, search }: KeyFilter, page: Page): Promise<Listed<ApiKey>> {
    // `in ()` is a syntax error in PostgreSQL.
    if (types.length === 0) return { rows: [], total: 0 }
    const query = this.#inReach(reach)
      .where('type', 'in', types)
      .$if(search !== undefined, (rows) => rows.where(likeAny(['name', 'id'], search ?? '')))
      .$if(needsReview !== undefined, (rows) => rows.where('review_since_ms', needsReview ? 'is not' : 'is', null))
    const { rows, total } = await pageOf(query.orderBy('created_at_ms', 'desc').orderBy('id', 'desc'), page)
    return { rows: rows.map(toKey), total }
  }

  async markForReview(
    creatorIds: readonly string[],
    workspaceId: string | null,
    nowMs: number,
  ): Promise<readonly ApiKey[]> {
    if (creatorIds.length === 0) return []
    const made = this.database
      .withRecursive('made', (query) =>
        query
          .selectFrom('api_keys')
          .select('id')
          .where(({ eb, or }) =>
            or([
              eb('created_by', 'in', creatorIds),
              eb('rotated_by', 'in', creatorIds),
              ...creatorIds.map((id) => isCertifiedBy(sql.val(id))),
            ]),
          )
          .union(
            query
              .selectFrom('api_keys')
              .innerJoin('made', (join) =>
                join.on(({ eb, or, ref }) =>
                  or([
                    eb('api_keys.created_by', '=', ref('made.id')),
                    eb('api_keys.rotated_by', '=', ref('made.id')),
                    isCertifiedBy(ref('made.id')),
                  ]),
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
      .where(({ eb, or }) => or([eb('user_id', 'is', null), eb('user_id', 'not in', creatorIds)]))
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
        is_trusted: key.isTrusted ? 1 : 0,
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
      // Frees the hash, which is unique, so that a key of another gateway can be imported again.
      .set(({ ref }) => ({ revoked_at_ms: Date.now(), hash: sql<string>`'revoked:' || ${ref('id')}` }))
      .where('id', '=', id)
      .where('revoked_at_ms', 'is', null)
      .execute()
  }

  async anonymise(id: string): Promise<void> {
    await this.database
      .updateTable('api_keys')
      .set({
        name: 'erased',
        description: null,
        defaults: '{}',
        alert_emails: '[]',
        last_used_ip: null,
        client_certificates: null,
        certified_by: null,
      })
      .where('id', '=', id)
      .where('revoked_at_ms', 'is not', null)
      .execute()
  }

  async recordUses(all: readonly KeyUse[]): Promise<void> {
    const uses = all.filter(({ subject }) => subject === undefined)
    if (uses.length > 0) await this.#recordKeyUses(uses)
    await recordSubjectUses(
      this.database,
      all.filter((use): use is SubjectUse => use.subject !== undefined),
    )
  }

  async #recordKeyUses(uses: readonly KeyUse[]): Promise<void> {
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

  /** Each key in its own workspace, and Admin keys in the default workspace. */
  #callersAtHome() {
    return this.#callers().where(({ eb, fn, ref, selectFrom }) => {
      const usual = selectFrom('workspaces as usual')
        .select('usual.id')
        .where('usual.organisation_id', '=', ref('api_keys.organisation_id'))
        .where('usual.is_default', '=', 1)
      return eb('home.id', '=', fn.coalesce('api_keys.workspace_id', usual))
    })
  }

  /** Joins each key with every workspace of its organisation; the query then selects the workspace. */
  #callers() {
    return this.database
      .selectFrom('api_keys')
      .innerJoin('organisations', 'organisations.id', 'api_keys.organisation_id')
      .innerJoin('workspaces as home', 'home.organisation_id', 'api_keys.organisation_id')
      .leftJoin('users', 'users.id', 'api_keys.user_id')
      .leftJoin('workspace_members as membership', (join) =>
        join
          .onRef('membership.user_id', '=', 'users.id')
          .onRef('membership.workspace_id', '=', 'api_keys.workspace_id'),
      )
      .leftJoin('roles as user_role', (join) =>
        join
          .onRef('user_role.organisation_id', '=', 'users.organisation_id')
          .onRef('user_role.slug', '=', 'users.role')
          .on('user_role.level', '=', 'organisation'),
      )
      .leftJoin('roles as member_role', (join) =>
        join
          .onRef('member_role.organisation_id', '=', 'users.organisation_id')
          .onRef('member_role.slug', '=', 'membership.role')
          .on('member_role.level', '=', 'workspace'),
      )
      .selectAll('api_keys')
      .select([
        'home.id as home_id',
        'home.name as home_name',
        'home.limits as home_limits',
        'home.default_metadata as home_metadata',
        'home.log_bodies as home_log_bodies',
        'organisations.settings as organisation_settings',
        'users.role as holder_role',
        'membership.role as holder_workspace_role',
        'user_role.permissions as holder_permissions',
        'member_role.permissions as holder_workspace_permissions',
      ])
      .where('api_keys.revoked_at_ms', 'is', null)
      .where(({ eb, or, and }) => {
        // Owners, admins and users with a custom role in the organisation can access every workspace.
        const belongs = or([eb('users.role', '!=', 'member'), eb('membership.user_id', 'is not', null)])
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
  readonly holder_role: string | null
  readonly holder_workspace_role: string | null
  readonly holder_permissions: string | null
  readonly holder_workspace_permissions: string | null
}

function toCaller(row: CallerRow, secretHash: string | undefined): Caller {
  const isReplaced = secretHash !== undefined && row.hash !== secretHash
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
    allowInference: row.allow_inference === 1 && (row.user_id === null || mayHolderInfer(row)),
    expiresAtMs: isReplaced ? earlier(row.expires_at_ms, row.previous_hash_expires_at_ms) : row.expires_at_ms,
    ...(secretHash !== undefined && { secretHash }),
    ...(isReplaced && { secretEndsAtMs: row.previous_hash_expires_at_ms ?? 0 }),
    defaults: {
      ...own,
      metadata: { ...settings.defaultMetadata, ...home, ...own.metadata },
    },
    logBodies: row.home_log_bodies === null ? (settings.logBodies ?? null) : row.home_log_bodies === 1,
    ...(limits && { limits }),
    createdBy: row.created_by,
    ...(row.is_trusted === 0 && { isTrusted: false }),
    ...(row.user_id !== null && { holderId: row.user_id }),
  }
}

function mayHolderInfer(row: CallerRow): boolean {
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as string[]))
  return mayInfer({
    organisationRole: row.holder_role,
    organisationPermissions: read(row.holder_permissions),
    workspaceRole: row.holder_workspace_role,
    workspacePermissions: read(row.holder_workspace_permissions),
  })
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

/** `certified_by` is a JSON array, so an id stands between quotation marks. */
function isCertifiedBy(id: Expression<string>) {
  return sql<boolean>`api_keys.certified_by like '%"' || ${id} || '"%'`
}

export function readNames(text: string | null): readonly string[] {
  return text === null ? [] : (JSON.parse(text) as string[])
}

function namesText(names: readonly string[]): string | null {
  return names.length === 0 ? null : JSON.stringify(names)
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
    clientCertificates: readNames(row.client_certificates),
    rotation: row.rotation === null ? null : (JSON.parse(row.rotation) as RotationPolicy),
    expiresAtMs: row.expires_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    lastUsedIp: row.last_used_ip,
    createdBy: row.created_by,
    creationMode: row.creation_mode,
    reviewSinceMs: row.review_since_ms,
    rotatedBy: row.rotated_by,
    certifiedBy: readNames(row.certified_by),
    isTrusted: row.is_trusted === 1,
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
    client_certificates: namesText(key.clientCertificates),
    rotation: key.rotation === null ? null : JSON.stringify(key.rotation),
    expires_at_ms: key.expiresAtMs,
    review_since_ms: key.reviewSinceMs,
    rotated_by: key.rotatedBy,
    certified_by: namesText(key.certifiedBy),
    updated_at_ms: key.updatedAtMs,
  }
}
