/** Invitations in the control store. */

import type { Invite, InvitedKey, InviteStore } from '../../../core/stores/invites.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { InviteTable } from '../schema.ts'

export class SqlInvites implements InviteStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, id: string): Promise<Invite | undefined> {
    const row = await this.database
      .selectFrom('invites')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && toInvite(row)
  }

  async findByToken(tokenHash: string): Promise<Invite | undefined> {
    const row = await this.database
      .selectFrom('invites')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row && toInvite(row)
  }

  async list(organisationId: string, filter: Parameters<InviteStore['list']>[1], page: Page): Promise<Listed<Invite>> {
    const { role, email, status, nowMs } = filter
    const { rows, total } = await pageOf(
      this.database
        .selectFrom('invites')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'member'))
        .$if(email !== undefined, (query) => query.where('email', '=', (email ?? '').toLowerCase()))
        .$if(status === 'accepted', (query) => query.where('accepted_at_ms', 'is not', null))
        .$if(status === 'cancelled', (query) => query.where('cancelled_at_ms', 'is not', null))
        .$if(status === 'pending' || status === 'expired', (query) =>
          query
            .where('accepted_at_ms', 'is', null)
            .where('cancelled_at_ms', 'is', null)
            .where('expires_at_ms', status === 'pending' ? '>' : '<=', nowMs),
        )
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc'),
      page,
    )
    return { rows: rows.map(toInvite), total }
  }

  async insert(invite: Invite): Promise<void> {
    await this.database.insertInto('invites').values(toRow(invite)).execute()
  }

  async update(invite: Invite): Promise<void> {
    await this.database.updateTable('invites').set(toRow(invite)).where('id', '=', invite.id).execute()
  }

  async removeOf(organisationId: string, email: string): Promise<number> {
    const { numDeletedRows } = await this.database
      .deleteFrom('invites')
      .where('organisation_id', '=', organisationId)
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async cancelAllBy(inviterIds: readonly string[], nowMs: number): Promise<void> {
    if (inviterIds.length === 0) return
    await this.database
      .updateTable('invites')
      .set({ cancelled_at_ms: nowMs, updated_at_ms: nowMs })
      .where('invited_by', 'in', inviterIds)
      .where('accepted_at_ms', 'is', null)
      .where('cancelled_at_ms', 'is', null)
      .execute()
  }
}

function toInvite(row: InviteTable): Invite {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    email: row.email,
    role: row.role,
    workspaces: JSON.parse(row.workspaces) as Invite['workspaces'],
    newKey: row.key_scopes === null ? null : toNewKey(JSON.parse(row.key_scopes) as string[] | InvitedKey),
    tokenHash: row.token_hash,
    invitedBy: row.invited_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    expiresAtMs: row.expires_at_ms,
    acceptedAtMs: row.accepted_at_ms,
    cancelledAtMs: row.cancelled_at_ms,
  }
}

/** Invitations of earlier versions have only the scopes. */
function toNewKey(stored: string[] | InvitedKey): InvitedKey {
  return Array.isArray(stored) ? { scopes: stored } : stored
}

function toRow(invite: Invite): InviteTable {
  return {
    id: invite.id,
    organisation_id: invite.organisationId,
    email: invite.email.toLowerCase(),
    role: invite.role,
    workspaces: JSON.stringify(invite.workspaces),
    key_scopes: invite.newKey === null ? null : JSON.stringify(invite.newKey),
    token_hash: invite.tokenHash,
    invited_by: invite.invitedBy,
    expires_at_ms: invite.expiresAtMs,
    accepted_at_ms: invite.acceptedAtMs,
    cancelled_at_ms: invite.cancelledAtMs,
    created_at_ms: invite.createdAtMs,
    updated_at_ms: invite.updatedAtMs,
  }
}
