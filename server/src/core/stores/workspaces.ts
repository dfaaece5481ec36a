/** Port for workspaces and their members. */

import type { GuardrailNames } from './guardrails.ts'
import type { Limits } from './limits.ts'
import type { Listed, Page } from './reach.ts'
import type { User } from './users.ts'

/**
 * `manager`, `member`, or the slug of a custom role. `admin` is another word for `manager`; it is stored as given,
 * because clients compare what they read with what they sent.
 */
export type WorkspaceRole = string

/** Roles with the same rights as the given one. */
export function equalRoles(role: WorkspaceRole): readonly WorkspaceRole[] {
  return role === 'admin' || role === 'manager' ? ['admin', 'manager'] : [role]
}

export type Workspace = {
  readonly id: string
  readonly slug: string
  readonly organisationId: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly isDefault: boolean
  readonly defaultMetadata: Readonly<Record<string, string>>
  /** Slug of the config for keys without their own default config. */
  readonly defaultConfigSlug: string | null
  /** Applied to every request; callers cannot remove them. */
  readonly defaultGuardrails: GuardrailNames
  readonly retentionDays: number | null
  /** Null: the organisation's setting; if that is null too, bodies are kept as long as their log. */
  readonly bodyRetentionDays: number | null
  readonly logBodies: boolean | null
  readonly limits: Limits
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type Member = {
  readonly userId: string
  readonly workspaceId: string
  readonly role: WorkspaceRole
  /** `groups`: a group mapping created the membership and can remove it. */
  readonly source: 'manual' | 'groups'
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type Membership = { readonly member: Member; readonly user: User }

/** The objects in a workspace; at most 100 of each kind. */
export type WorkspaceContents = Readonly<
  Record<
    'apiKeys' | 'virtualKeys' | 'integrations' | 'configs' | 'guardrails' | 'prompts',
    readonly { readonly id: string; readonly name: string }[]
  >
>

export interface WorkspaceStore {
  find(organisationId: string, idOrSlug: string): Promise<Workspace | undefined>
  findDefault(organisationId: string): Promise<Workspace>
  list(
    organisationId: string,
    filter: { readonly name?: string; readonly exactName?: string; readonly ids?: readonly string[] },
    page: Page,
  ): Promise<Listed<Workspace>>
  insert(workspace: Workspace): Promise<void>
  update(workspace: Workspace): Promise<void>
  /** The named objects that `remove` would delete. */
  contents(id: string): Promise<WorkspaceContents>
  /** Deletes the workspace and everything in it. */
  remove(id: string): Promise<void>
  members(
    workspaceId: string,
    filter: { readonly role?: WorkspaceRole; readonly email?: string },
    page: Page,
  ): Promise<Listed<Membership>>
  findMember(workspaceId: string, userId: string): Promise<Membership | undefined>
  memberships(userIds: readonly string[]): Promise<readonly Member[]>
  /** Adds a member or changes the role and source of an existing one. */
  putMember(member: Member): Promise<void>
  removeMember(workspaceId: string, userId: string): Promise<boolean>
}
