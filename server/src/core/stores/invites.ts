/** Port for invitations. An invitation link lets its recipient create a user account. */

import type { Listed, Page } from './reach.ts'
import type { OrganisationRole } from './users.ts'
import type { WorkspaceRole } from './workspaces.ts'

export type InviteStatus = 'pending' | 'accepted' | 'cancelled' | 'expired'

export type InvitedKey = {
  readonly scopes: readonly string[]
  readonly name?: string
  readonly expiresAtMs?: number
  /** Default metadata of its requests. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type Invite = {
  readonly id: string
  readonly organisationId: string
  readonly email: string
  readonly role: OrganisationRole
  readonly workspaces: readonly { readonly id: string; readonly role: WorkspaceRole }[]
  /** The workspace key to create for the new user in each workspace; null: no key. */
  readonly newKey: InvitedKey | null
  readonly tokenHash: string
  readonly invitedBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly expiresAtMs: number
  readonly acceptedAtMs: number | null
  readonly cancelledAtMs: number | null
}

export interface InviteStore {
  find(organisationId: string, id: string): Promise<Invite | undefined>
  findByToken(tokenHash: string): Promise<Invite | undefined>
  list(
    organisationId: string,
    filter: {
      readonly role?: OrganisationRole
      readonly email?: string
      readonly status?: InviteStatus
      readonly nowMs: number
    },
    page: Page,
  ): Promise<Listed<Invite>>
  insert(invite: Invite): Promise<void>
  update(invite: Invite): Promise<void>
  /** Deletes all invitations of this address; resolves with their number. */
  removeOf(organisationId: string, email: string): Promise<number>
  /** Cancels all pending invitations that these users made. */
  cancelAllBy(inviterIds: readonly string[], nowMs: number): Promise<void>
}
