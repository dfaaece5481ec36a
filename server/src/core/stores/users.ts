/** Port for dashboard users. */

import type { Listed, Page } from './reach.ts'

/** `owner`, `admin`, `member`, or the slug of a custom role of the organisation. */
export type OrganisationRole = string

/** `scim`: the identity provider. `both`: the identity provider, and a person. */
export type DisabledBy = 'manual' | 'scim' | 'both'

export type User = {
  readonly id: string
  readonly organisationId: string
  /** Lower case; unique. */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: OrganisationRole
  /** Set while a group mapping gives `role`: the role that the user has without it. */
  readonly roleWithoutGroups?: OrganisationRole
  /** An owner that may sign in with a password although single sign-on is enforced. */
  readonly isBreakGlass?: boolean
  readonly passwordHash: string
  readonly isDisabled: boolean
  /** Who disabled the user. Absent if the user is active; if it is absent on a disabled user, a person did. */
  readonly disabledBy?: DisabledBy
  /** Last use of one of the user's sessions; null: never. Written by `SessionStore`, not by `update`. */
  readonly lastActiveAtMs: number | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface UserStore {
  find(organisationId: string, id: string): Promise<User | undefined>
  /** For sessions, which do not store an organisation. */
  findById(id: string): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  list(
    organisationId: string,
    filter: { readonly role?: OrganisationRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<User>>
  /** Fails with `conflict` if another user has this e-mail address. */
  insert(user: User): Promise<void>
  update(user: User): Promise<void>
  /** Also removes memberships and sessions. */
  remove(id: string): Promise<void>
  /** Ids of the user's personal keys in one workspace, or in all (null). */
  keyIds(userId: string, workspaceId: string | null): Promise<readonly string[]>
  /** Also those that were deleted: their logs are still there. */
  allKeyIds(userId: string): Promise<readonly string[]>
  countOwners(organisationId: string): Promise<number>
  /** Owners that are not disabled and may sign in with a password although single sign-on is enforced. */
  countBreakGlass(organisationId: string): Promise<number>
  /** Maps ids of users and API keys to display names. Deleted ones are missing. */
  authors(organisationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}
