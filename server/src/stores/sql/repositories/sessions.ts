/** Signed-in sessions in the control store. */

import type { Session, SessionStore, SignInWay } from '../../../core/stores/sessions.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { SessionTable } from '../schema.ts'

export class SqlSessions implements SessionStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(tokenHash: string): Promise<Session | undefined> {
    const row = await this.database
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row && toSession(row)
  }

  async list(userId: string): Promise<readonly Session[]> {
    const rows = await this.database
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('last_seen_at_ms', 'desc')
      .orderBy('token_hash')
      .execute()
    return rows.map(toSession)
  }

  async insert(session: Session): Promise<void> {
    await this.database
      .insertInto('sessions')
      .values({
        token_hash: session.tokenHash,
        user_id: session.userId,
        created_at_ms: session.createdAtMs,
        last_seen_at_ms: session.lastSeenAtMs,
        expires_at_ms: session.expiresAtMs,
        ip: session.ip,
        user_agent: session.userAgent,
        method: session.method,
        connection_id: session.connectionId ?? null,
        sid: session.sid ?? null,
        id_token: session.idToken ?? null,
        factor: session.factor ?? null,
      })
      .execute()
    await this.#seen(session.userId, session.lastSeenAtMs)
  }

  async touch(tokenHash: string, atMs: number): Promise<void> {
    const touched = await this.database
      .updateTable('sessions')
      .set({ last_seen_at_ms: atMs })
      .where('token_hash', '=', tokenHash)
      // Of two concurrent calls the later time wins.
      .where('last_seen_at_ms', '<', atMs)
      .returning('user_id')
      .executeTakeFirst()
    if (touched) await this.#seen(touched.user_id, atMs)
  }

  async remove(tokenHash: string): Promise<void> {
    await this.database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  }

  async removeAll(userId: string): Promise<void> {
    await this.#removeUnfinished(userId)
    await this.database.deleteFrom('sessions').where('user_id', '=', userId).execute()
  }

  async removeOthers(userId: string, keptTokenHash: string): Promise<number> {
    await this.#removeUnfinished(userId)
    const { numDeletedRows } = await this.database
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('token_hash', '!=', keptTokenHash)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async removeOfConnection(
    connectionId: string,
    { sid, userId }: { readonly sid?: string; readonly userId?: string },
  ): Promise<number> {
    await this.#removeUnfinishedOfConnection(connectionId, { sid, userId })
    const { numDeletedRows } = await this.database
      .deleteFrom('sessions')
      .where('connection_id', '=', connectionId)
      .$if(sid !== undefined, (query) => query.where('sid', '=', sid ?? ''))
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async removeWithoutSso(organisationId: string): Promise<number> {
    const { numDeletedRows } = await this.database
      .deleteFrom('sessions')
      .where('method', '!=', 'sso')
      .where('user_id', 'in', (query) =>
        query
          .selectFrom('users')
          .select('id')
          .where('organisation_id', '=', organisationId)
          .where(({ eb, or }) => or([eb('is_break_glass', '=', 0), eb('role', '!=', 'owner')])),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async removeExpired(nowMs: number, idleSinceMs: number): Promise<void> {
    await this.database
      .deleteFrom('sessions')
      .where(({ eb, or }) => or([eb('expires_at_ms', '<=', nowMs), eb('last_seen_at_ms', '<=', idleSinceMs)]))
      .execute()
  }

  async #removeUnfinished(userId: string): Promise<void> {
    await this.database.deleteFrom('factor_challenges').where('user_id', '=', userId).execute()
    // Device codes that the user approved and that were not exchanged yet.
    await this.database.deleteFrom('device_codes').where('user_id', '=', userId).execute()
  }

  /** Reads all unfinished sign-ins. There are few, because a sign-in must be finished within minutes. */
  async #removeUnfinishedOfConnection(
    connectionId: string,
    { sid, userId }: { readonly sid: string | undefined; readonly userId: string | undefined },
  ): Promise<void> {
    const rows = await this.database
      .selectFrom('factor_challenges')
      .select(['id', 'user_id', 'sign_in'])
      .where('sign_in', 'is not', null)
      .execute()
    const ended = rows.filter((row) => {
      const way = JSON.parse(row.sign_in ?? '{}') as Partial<SignInWay>
      if (way.connectionId !== connectionId) return false
      return (sid === undefined || way.sid === sid) && (userId === undefined || row.user_id === userId)
    })
    for (const { id } of ended) await this.database.deleteFrom('factor_challenges').where('id', '=', id).execute()
  }

  async #seen(userId: string, atMs: number): Promise<void> {
    await this.database
      .updateTable('users')
      .set({ last_active_at_ms: atMs })
      .where('id', '=', userId)
      .where(({ eb, or }) => or([eb('last_active_at_ms', 'is', null), eb('last_active_at_ms', '<', atMs)]))
      .execute()
  }
}

function toSession(row: SessionTable): Session {
  return {
    tokenHash: row.token_hash,
    userId: row.user_id,
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    expiresAtMs: row.expires_at_ms,
    ip: row.ip,
    userAgent: row.user_agent,
    method: row.method,
    ...(row.connection_id !== null && { connectionId: row.connection_id }),
    ...(row.sid !== null && { sid: row.sid }),
    ...(row.id_token !== null && { idToken: row.id_token }),
    ...(row.factor !== null && { factor: row.factor }),
  }
}
