/** Identities of users at single sign-on connections, and pending sign-ins, in the control store. */

import { GatewayError } from '../../../core/errors.ts'
import type { SsoIdentity, SsoIdentityStore, SsoState, SsoStateStore } from '../../../core/stores/sso.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { SsoIdentityTable, SsoStateTable } from '../schema.ts'
import { containing } from './containing.ts'

const IDS_PER_QUERY = 500

export class SqlSsoIdentities implements SsoIdentityStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(connectionId: string, subject: string): Promise<SsoIdentity | undefined> {
    const row = await this.database
      .selectFrom('sso_identities')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row && toIdentity(row)
  }

  async ofUser(userId: string): Promise<SsoIdentity | undefined> {
    const row = await this.database
      .selectFrom('sso_identities')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row && toIdentity(row)
  }

  async ofUsers(userIds: readonly string[]): Promise<readonly SsoIdentity[]> {
    const found: SsoIdentity[] = []
    // Databases limit the number of parameters.
    for (let i = 0; i < userIds.length; i += IDS_PER_QUERY) {
      const rows = await this.database
        .selectFrom('sso_identities')
        .selectAll()
        .where('user_id', 'in', userIds.slice(i, i + IDS_PER_QUERY))
        .execute()
      found.push(...rows.map(toIdentity))
    }
    return found
  }

  async usersInGroup(organisationId: string, group: string): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('sso_identities')
      .innerJoin('sso_connections', 'sso_connections.id', 'sso_identities.connection_id')
      .selectAll('sso_identities')
      .where('sso_connections.organisation_id', '=', organisationId)
      .where(containing('sso_identities.group_names', group))
      .execute()
    return rows
      .map(toIdentity)
      .filter(({ groups }) => groups?.includes(group))
      .map(({ userId }) => userId)
  }

  async setGroups(connectionId: string, subject: string, groups: readonly string[] | null): Promise<void> {
    await this.database
      .updateTable('sso_identities')
      .set({ group_names: groups && JSON.stringify(groups) })
      .where('connection_id', '=', connectionId)
      .where('subject', '=', subject)
      .execute()
  }

  async insert(identity: SsoIdentity): Promise<void> {
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('sso_identities')
      .values({
        connection_id: identity.connectionId,
        subject: identity.subject,
        user_id: identity.userId,
        group_names: identity.groups && JSON.stringify(identity.groups),
        created_at_ms: identity.createdAtMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    // Happens if a person's first sign-in runs twice at the same time.
    if (numInsertedOrUpdatedRows === 0n)
      throw new GatewayError('conflict', { message: 'The account was linked a moment ago.', hint: 'Sign in again.' })
  }

  async removeAll(connectionId: string): Promise<void> {
    await this.database.deleteFrom('sso_identities').where('connection_id', '=', connectionId).execute()
  }
}

export class SqlSsoStates implements SsoStateStore {
  constructor(private readonly database: ControlDatabase) {}

  async insert(state: SsoState, nowMs: number): Promise<boolean> {
    await this.database.deleteFrom('sso_states').where('expires_at_ms', '<=', nowMs).execute()
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('sso_states')
      .values({
        hash: state.hash,
        connection_id: state.connectionId,
        kind: state.kind,
        browser_hash: state.browserHash,
        sealed: state.sealed,
        expires_at_ms: state.expiresAtMs,
      })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  async count(): Promise<number> {
    const { count } = await this.database
      .selectFrom('sso_states')
      .select(({ fn }) => fn.countAll().as('count'))
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow()
    return count
  }

  async take(hash: string): Promise<SsoState | undefined> {
    const row = await this.database
      .deleteFrom('sso_states')
      .where('hash', '=', hash)
      .where('kind', '!=', 'logout_token')
      .returningAll()
      .executeTakeFirst()
    return row && toState(row)
  }
}

function toIdentity(row: SsoIdentityTable): SsoIdentity {
  return {
    connectionId: row.connection_id,
    subject: row.subject,
    userId: row.user_id,
    groups: row.group_names === null ? null : JSON.parse(row.group_names),
    createdAtMs: row.created_at_ms,
  }
}

function toState(row: SsoStateTable): SsoState {
  return {
    hash: row.hash,
    connectionId: row.connection_id,
    kind: row.kind,
    browserHash: row.browser_hash,
    sealed: row.sealed,
    expiresAtMs: row.expires_at_ms,
  }
}
