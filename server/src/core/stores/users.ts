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
  /** True for an owner who may sign in with a password although single sign-on is enforced. */
  readonly isBreakGlass?: boolean
  readonly passwordHash: string
  readonly isDisabled: boolean
  /** Who disabled the user. Absent on active users. If it is absent on a disabled user, a person disabled the user. */
  readonly disabledBy?: DisabledBy
  /** Last use of a session or personal key of the user; null: never. Not changed by `update`. */
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
  /** Includes deleted keys, because their logs still exist. */
  allKeyIds(userId: string): Promise<readonly string[]>
  countOwners(organisationId: string): Promise<number>
  /** Owners that are not disabled and may sign in with a password although single sign-on is enforced. */
  countBreakGlass(organisationId: string): Promise<number>
  /** Maps ids of users and API keys to display names. Deleted ones are missing. */
  authors(organisationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}
