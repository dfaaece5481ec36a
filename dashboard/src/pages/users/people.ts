/** Users, invitations and workspaces in the admin API, and role names. */

import { caller } from '../../app/session.ts'

/** `owner`, `admin`, `member` or the slug of a custom role. */
export type OrganisationRole = string
/** `manager`, `member` or the slug of a custom role. `admin`: set by other clients; the same rights as `manager`. */
export type WorkspaceRole = string

export type Person = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly role: OrganisationRole
  readonly status: 'active' | 'disabled'
  readonly disabled_by: 'manual' | 'scim' | 'both' | null
  /** An owner who may use a password while single sign-on is required. */
  readonly is_break_glass: boolean
  readonly created_at: string
  /** Null: never signed in. */
  readonly last_active: string | null
  readonly workspace_ids: readonly string[]
}

/** Who has a second factor: GET /v1/admin/second-factors. */
export type FactorStatus = {
  readonly user_id: string
  readonly passkeys: number
  readonly totp: boolean
  readonly is_required: boolean
}

export type Invite = {
  readonly id: string
  readonly email: string
  readonly role: OrganisationRole
  readonly status: 'pending' | 'accepted' | 'cancelled' | 'expired'
  readonly workspaces: readonly { readonly id: string; readonly role: WorkspaceRole }[]
  readonly created_at: string
  readonly expires_at: string
  readonly accepted_at: string | null
}

export type WorkspaceName = { readonly id: string; readonly slug: string; readonly name: string }

/** A workspace and the role in it. */
export type GivenRole = { readonly id: string; readonly role: WorkspaceRole }

export type List<Row> = { readonly total: number; readonly data: readonly Row[] }

export const ORGANISATION_ROLES: readonly {
  readonly value: OrganisationRole
  readonly label: string
  readonly about: string
}[] = [
  { value: 'member', label: 'Member', about: 'No access to the organisation, only to workspaces.' },
  { value: 'admin', label: 'Admin', about: 'Full access, except to owners.' },
  { value: 'owner', label: 'Owner', about: 'Full access. The organisation needs at least one.' },
]

export const WORKSPACE_ROLES: readonly { readonly value: WorkspaceRole; readonly label: string }[] = [
  { value: 'member', label: 'Member: read access and playground' },
  { value: 'manager', label: 'Manager: full access to the workspace' },
]

/** Only owners may grant the owner role. */
export function grantableRoles() {
  return ORGANISATION_ROLES.filter((role) => role.value !== 'owner' || caller.value?.user?.role === 'owner')
}

/** Admins may not change owners. */
export function mayChange(person: { readonly role: OrganisationRole }): boolean {
  return person.role !== 'owner' || caller.value?.user?.role === 'owner'
}

export function nameOf(person: Pick<Person, 'first_name' | 'last_name' | 'email'>): string {
  return `${person.first_name} ${person.last_name}`.trim() || person.email
}

export function isSelf(person: { readonly id: string }): boolean {
  return caller.value?.user?.id === person.id
}
