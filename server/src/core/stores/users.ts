/** People who sign in. */

import type { Listed, Page } from './reach.ts'

export type OrganisationRole = 'owner' | 'admin' | 'member'

export type User = {
  readonly id: string
  readonly organisationId: string
  /** Lower case; unique. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: OrganisationRole
  readonly passwordHash: string
  readonly isDisabled: boolean
  /** When a session of the person was last used; null: not yet. Kept by the sessions, not by `update`. */
  readonly lastActiveAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface UserStore {
  find(organisationId: string, id: string): Promise<User | undefined>
  /** For a session, which knows no organisation. */
  findById(id: string): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  list(
    organisationId: string,
    filter: { readonly role?: OrganisationRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<User>>
  /** Fails with `conflict` when the address belongs to somebody. */
  insert(user: User): Promise<void>
  update(user: User): Promise<void>
  /** With memberships and sessions. */
  remove(id: string): Promise<void>
  /** Ids of the keys the person holds: in one workspace, or everywhere (null). */
  keyIds(userId: string, workspaceId: string | null): Promise<readonly string[]>
  countOwners(organisationId: string): Promise<number>
  /** What people call those who did something: persons and API keys by their ids; who is gone is not among them. */
  authors(organisationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}
