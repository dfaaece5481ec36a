/** Port for group mappings: rules that give a role to the members of a group from an identity provider. */

import type { Listed, Page } from './reach.ts'
import type { OrganisationRole } from './users.ts'
import type { WorkspaceRole } from './workspaces.ts'

export const MAX_GROUP_MAPPINGS = 1_000

export type GroupMapping = {
  readonly id: string
  readonly organisationId: string
  /** Compared exactly, with case. */
  readonly groupName: string
  readonly organisationRole: OrganisationRole | null
  /** `workspaceId` and `workspaceRole` are either both set or both null. */
  readonly workspaceId: string | null
  readonly workspaceRole: WorkspaceRole | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface GroupMappingStore {
  find(organisationId: string, id: string): Promise<GroupMapping | undefined>
  /** Sorted by group. */
  list(organisationId: string, filter: { readonly groupName?: string }, page: Page): Promise<Listed<GroupMapping>>
  all(organisationId: string): Promise<readonly GroupMapping[]>
  insert(mapping: GroupMapping): Promise<void>
  update(mapping: GroupMapping): Promise<void>
  remove(id: string): Promise<void>
}
