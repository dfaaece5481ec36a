/** The access review in the control store. Every source is read by its primary key, so that all pages cost the same. */

import { sql } from 'kysely'
import type {
  AccessCursor,
  AccessFilter,
  AccessPage,
  AccessReviewStore,
  AccessRow,
  SubjectType,
} from '../../../core/stores/access-review.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeText } from '../like-text.ts'
import { readNames } from './api-keys.ts'

type Found = { readonly row: AccessRow; readonly key: readonly string[] }
type Read = (
  organisationId: string,
  filter: AccessFilter,
  after: readonly string[],
  limit: number,
) => Promise<readonly Found[]>

export class SqlAccessReview implements AccessReviewStore {
  readonly #sources: readonly { readonly type: SubjectType; readonly read: Read }[]

  constructor(private readonly database: ControlDatabase) {
    this.#sources = [
      { type: 'user', read: (...given) => this.#users(...given) },
      { type: 'user', read: (...given) => this.#members(...given) },
      { type: 'api_key', read: (...given) => this.#keys(...given) },
      { type: 'workload_issuer', read: (...given) => this.#issuers(...given) },
    ]
  }

  async page(
    organisationId: string,
    filter: AccessFilter,
    from: AccessCursor | null,
    limit: number,
  ): Promise<AccessPage> {
    const rows: AccessRow[] = []
    for (let source = from?.source ?? 0; source < this.#sources.length; source++) {
      const { type, read } = this.#sources[source]!
      if (filter.type !== undefined && filter.type !== type) continue
      const after = source === from?.source ? from.after : []
      const found = await read(organisationId, filter, after, limit - rows.length)
      rows.push(...found.map(({ row }) => row))
      if (rows.length === limit) return { rows, next: { source, after: found.at(-1)!.key } }
    }
    return { rows, next: null }
  }

  async #users(organisationId: string, filter: AccessFilter, [after = '']: readonly string[], limit: number) {
    const { subjectId, search, workspaceId } = filter
    const rows = await this.database
      .selectFrom('users')
      .select(['id', 'email', 'role', 'role_without_groups', 'is_disabled', 'last_active_at_ms', 'created_at_ms'])
      .where('organisation_id', '=', organisationId)
      .where('id', '>', after)
      .$if(subjectId !== undefined, (query) => query.where('id', '=', subjectId ?? ''))
      .$if(search !== undefined, (query) => query.where(likeText('email', search ?? '')))
      // A user with the role `member` can access a workspace only by a role in that workspace.
      .$if(workspaceId !== undefined, (query) => query.where('role', '!=', 'member'))
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(
      (row): Found => ({
        key: [row.id],
        row: {
          kind: 'user',
          subjectId: row.id,
          name: row.email,
          workspaceId: null,
          workspaceName: null,
          role: row.role,
          isByGroups: row.role_without_groups !== null,
          isDisabled: row.is_disabled === 1,
          lastUsedAtMs: row.last_active_at_ms,
          createdAtMs: row.created_at_ms,
        },
      }),
    )
  }

  async #members(
    organisationId: string,
    filter: AccessFilter,
    [afterWorkspace = '', afterUser = '']: readonly string[],
    limit: number,
  ) {
    const { subjectId, search, workspaceId } = filter
    const rows = await this.database
      .selectFrom('workspace_members as member')
      .innerJoin('users', 'users.id', 'member.user_id')
      .innerJoin('workspaces', 'workspaces.id', 'member.workspace_id')
      .select([
        'member.workspace_id',
        'member.user_id',
        'member.role',
        'member.source',
        'member.created_at_ms',
        'users.email',
        'users.is_disabled',
        'users.last_active_at_ms',
        'workspaces.name as workspace_name',
      ])
      .where('workspaces.organisation_id', '=', organisationId)
      .where(sql<boolean>`(member.workspace_id, member.user_id) > (${afterWorkspace}, ${afterUser})`)
      .$if(subjectId !== undefined, (query) => query.where('member.user_id', '=', subjectId ?? ''))
      .$if(search !== undefined, (query) => query.where(likeText('users.email', search ?? '')))
      .$if(workspaceId !== undefined, (query) => query.where('member.workspace_id', '=', workspaceId ?? ''))
      .orderBy('member.workspace_id')
      .orderBy('member.user_id')
      .limit(limit)
      .execute()
    return rows.map(
      (row): Found => ({
        key: [row.workspace_id, row.user_id],
        row: {
          kind: 'user',
          subjectId: row.user_id,
          name: row.email,
          workspaceId: row.workspace_id,
          workspaceName: row.workspace_name,
          role: row.role,
          isByGroups: row.source === 'groups',
          isDisabled: row.is_disabled === 1,
          lastUsedAtMs: row.last_active_at_ms,
          createdAtMs: row.created_at_ms,
        },
      }),
    )
  }

  async #keys(organisationId: string, filter: AccessFilter, [after = '']: readonly string[], limit: number) {
    const { subjectId, search, workspaceId } = filter
    const rows = await this.database
      .selectFrom('api_keys')
      .leftJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
      .leftJoin('users', 'users.id', 'api_keys.user_id')
      .leftJoin('workspace_members as member', (join) =>
        join
          .onRef('member.workspace_id', '=', 'api_keys.workspace_id')
          .onRef('member.user_id', '=', 'api_keys.user_id'),
      )
      .select([
        'api_keys.id',
        'api_keys.name',
        'api_keys.type',
        'api_keys.workspace_id',
        'api_keys.scopes',
        'api_keys.allow_inference',
        'api_keys.client_certificates',
        'api_keys.review_since_ms',
        'api_keys.expires_at_ms',
        'api_keys.last_used_at_ms',
        'api_keys.created_at_ms',
        'workspaces.name as workspace_name',
        'users.id as holder_id',
        'users.email as holder_email',
        'users.role as holder_role',
        'users.is_disabled as holder_is_disabled',
        'member.role as holder_workspace_role',
      ])
      .where('api_keys.organisation_id', '=', organisationId)
      .where('api_keys.revoked_at_ms', 'is', null)
      .where('api_keys.id', '>', after)
      .$if(subjectId !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([eb('api_keys.id', '=', subjectId ?? ''), eb('api_keys.user_id', '=', subjectId ?? '')]),
        ),
      )
      .$if(search !== undefined, (query) =>
        query.where(({ or }) => or([likeText('api_keys.name', search ?? ''), likeText('users.email', search ?? '')])),
      )
      .$if(workspaceId !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([eb('api_keys.workspace_id', 'is', null), eb('api_keys.workspace_id', '=', workspaceId ?? '')]),
        ),
      )
      .orderBy('api_keys.id')
      .limit(limit)
      .execute()
    return rows.map(
      (row): Found => ({
        key: [row.id],
        row: {
          kind: 'api_key',
          subjectId: row.id,
          name: row.name,
          type: row.type,
          workspaceId: row.workspace_id,
          workspaceName: row.workspace_name,
          scopes: JSON.parse(row.scopes) as string[],
          allowInference: row.allow_inference === 1,
          clientCertificates: readNames(row.client_certificates),
          needsReview: row.review_since_ms !== null,
          expiresAtMs: row.expires_at_ms,
          lastUsedAtMs: row.last_used_at_ms,
          createdAtMs: row.created_at_ms,
          holder:
            row.holder_id === null
              ? null
              : {
                  userId: row.holder_id,
                  email: row.holder_email ?? '',
                  isDisabled: row.holder_is_disabled === 1,
                  role: row.holder_role ?? 'member',
                  workspaceRole: row.holder_workspace_role,
                },
        },
      }),
    )
  }

  async #issuers(organisationId: string, filter: AccessFilter, [after = '']: readonly string[], limit: number) {
    const { subjectId, search, workspaceId } = filter
    const rows = await this.database
      .selectFrom('workload_issuers as issuer')
      .leftJoin('workspaces', 'workspaces.id', 'issuer.workspace_id')
      .select([
        'issuer.id',
        'issuer.name',
        'issuer.workspace_id',
        'issuer.is_enabled',
        'issuer.settings',
        'issuer.created_at_ms',
        'workspaces.name as workspace_name',
      ])
      .select(({ selectFrom }) =>
        selectFrom('workload_subjects')
          .select(({ fn }) => fn.max('last_used_at_ms').as('last_used'))
          .whereRef('workload_subjects.issuer_id', '=', 'issuer.id')
          .as('last_used_at_ms'),
      )
      .where('issuer.organisation_id', '=', organisationId)
      .where('issuer.id', '>', after)
      .$if(subjectId !== undefined, (query) => query.where('issuer.id', '=', subjectId ?? ''))
      .$if(search !== undefined, (query) => query.where(likeText('issuer.name', search ?? '')))
      .$if(workspaceId !== undefined, (query) =>
        query.where(({ eb, or }) =>
          or([eb('issuer.workspace_id', 'is', null), eb('issuer.workspace_id', '=', workspaceId ?? '')]),
        ),
      )
      .orderBy('issuer.id')
      .limit(limit)
      .execute()
    return rows.map(
      (row): Found => ({
        key: [row.id],
        row: {
          kind: 'workload_issuer',
          subjectId: row.id,
          name: row.name,
          workspaceId: row.workspace_id,
          workspaceName: row.workspace_name,
          isEnabled: row.is_enabled === 1,
          lastUsedAtMs: row.last_used_at_ms === null ? null : Number(row.last_used_at_ms),
          scopes: (JSON.parse(row.settings) as { readonly scopes: readonly string[] }).scopes,
          createdAtMs: row.created_at_ms,
        },
      }),
    )
  }
}
