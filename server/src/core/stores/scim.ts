/** Port for SCIM: users and groups as the identity provider describes them, and the log of its requests. */

import type { JsonObject } from '../json.ts'
import type { Listed, Page } from './reach.ts'
import type { User } from './users.ts'

/** Attributes of a user from the identity provider that no other table stores. */
export type ScimProfile = {
  readonly userId: string
  readonly organisationId: string
  readonly userName: string
  readonly externalId: string | null
  /** displayName, name.formatted and emails. */
  readonly attributes: JsonObject
}

/** `profile` is null for users that the identity provider has not written yet. */
export type ProvisionedUser = { readonly user: User; readonly profile: ScimProfile | null }

export type ScimGroup = {
  readonly id: string
  readonly organisationId: string
  readonly displayName: string
  readonly externalId: string | null
  /** Counts the changes of the group and of its members. */
  readonly version: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type ScimMember = { readonly groupId: string; readonly userId: string; readonly name: string }

export type ScimRequest = {
  readonly id: string
  readonly organisationId: string
  readonly atMs: number
  readonly keyId: string
  readonly keyName: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** The error; null if the request succeeded. */
  readonly detail: string | null
  /** User name or group name. */
  readonly resourceName: string | null
  readonly durationMs: number
}

/** Rows by position: `offset` from 0. */
export type Slice = { readonly offset: number; readonly limit: number }

export type UserMatch = { readonly id?: string; readonly userName?: string; readonly externalId?: string }
export type GroupMatch = { readonly id?: string; readonly displayName?: string; readonly externalId?: string }

export interface ScimStore {
  findUser(organisationId: string, id: string): Promise<ProvisionedUser | undefined>
  /** Users of the organisation, oldest first. User names are compared without case. */
  users(organisationId: string, match: UserMatch, slice: Slice): Promise<Listed<ProvisionedUser>>
  /** Fails with `conflict` if another user has this user name. */
  putProfile(profile: ScimProfile): Promise<void>
  findGroup(organisationId: string, id: string): Promise<ScimGroup | undefined>
  /** Groups of the organisation, oldest first. Names are compared without case. */
  groups(organisationId: string, match: GroupMatch, slice: Slice): Promise<Listed<ScimGroup>>
  insertGroup(group: ScimGroup): Promise<void>
  updateGroup(group: ScimGroup): Promise<void>
  removeGroup(id: string): Promise<void>
  /** The members of these groups; `name` is the user name. */
  members(groupIds: readonly string[]): Promise<readonly ScimMember[]>
  /** The groups of these users; `name` is the name of the group. */
  groupsOf(userIds: readonly string[]): Promise<readonly ScimMember[]>
  /** Returns the subset of `ids` that belongs to users of the organisation. */
  knownUsers(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  addMembers(groupId: string, userIds: readonly string[]): Promise<void>
  removeMembers(groupId: string, userIds: readonly string[]): Promise<void>
  /** Call before a user is deleted: its groups get a new version. */
  touchGroupsOf(userId: string, nowMs: number): Promise<void>
  addRequest(request: ScimRequest): Promise<void>
  /** Newest first. `isFailed` true: only requests with an error; false: only those without. */
  requests(organisationId: string, filter: { readonly isFailed?: boolean }, page: Page): Promise<Listed<ScimRequest>>
  /** Deletes the requests that contain one of these texts. */
  removeRequestsWith(organisationId: string, texts: readonly string[]): Promise<void>
  removeRequests(beforeMs: number, keptPerOrganisation: number): Promise<void>
}
