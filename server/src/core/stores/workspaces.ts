/** Workspaces and who belongs to them. */

import type { Limits } from './limits.ts'
import type { Listed, Page } from './reach.ts'
import type { User } from './users.ts'

/** `admin` is accepted on the wire and kept as `manager`. */
export type WorkspaceRole = 'manager' | 'member'

export type Workspace = {
  readonly id: string
  readonly slug: string
  readonly organisationId: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly isDefault: boolean
  readonly defaultMetadata: Readonly<Record<string, string>>
  /** Slug of the config used by keys that have none of their own. */
  readonly defaultConfigSlug: string | null
  readonly retentionDays: number | null
  readonly logBodies: boolean | null
  readonly limits: Limits
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type Member = {
  readonly userId: string
  readonly workspaceId: string
  readonly role: WorkspaceRole
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A member and the person it is. */
export type Membership = { readonly member: Member; readonly user: User }

/** What a workspace holds, by id and name; each list is cut at 100. */
export type WorkspaceContents = Readonly<
  Record<'apiKeys' | 'virtualKeys' | 'configs' | 'prompts', readonly { readonly id: string; readonly name: string }[]>
>

export interface WorkspaceStore {
  /** By id or slug. */
  find(organisationId: string, idOrSlug: string): Promise<Workspace | undefined>
  findDefault(organisationId: string): Promise<Workspace>
  list(
    organisationId: string,
    filter: { readonly name?: string; readonly exactName?: string; readonly ids?: readonly string[] },
    page: Page,
  ): Promise<Listed<Workspace>>
  insert(workspace: Workspace): Promise<void>
  update(workspace: Workspace): Promise<void>
  /** What would go with it; deleted keys are not counted. */
  contents(id: string): Promise<WorkspaceContents>
  /** With everything in it. */
  remove(id: string): Promise<void>
  members(
    workspaceId: string,
    filter: { readonly role?: WorkspaceRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<Membership>>
  findMember(workspaceId: string, userId: string): Promise<Membership | undefined>
  /** Of all these people. */
  memberships(userIds: readonly string[]): Promise<readonly Member[]>
  /** Adds the member, or changes the role of the one there is. */
  putMember(member: Member): Promise<void>
  removeMember(workspaceId: string, userId: string): Promise<boolean>
}
