/** Built-in and custom roles, as choices and by name. */

import { api } from '../api/client.ts'
import { can } from './session.ts'
import { type Resource, useResource } from './use-resource.ts'

export type RoleLevel = 'organisation' | 'workspace'

export type Role = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly level: RoleLevel
  readonly permissions: readonly string[]
  readonly is_built_in: boolean
  readonly user_count: number | null
}

export const ROLES_PATH = '/admin/roles'

export async function loadRoles(signal: AbortSignal): Promise<readonly Role[]> {
  return (await api.get<{ readonly data: readonly Role[] }>(ROLES_PATH, { signal })).data
}

/** Custom roles of one level. Empty until they are loaded, and for users who may not list them. */
export function useCustomRoles(level: RoleLevel): readonly Role[] {
  const roles: Resource<readonly Role[]> = useResource(can('roles.list') ? 'roles' : null, loadRoles)
  return (roles.data ?? []).filter((role) => !role.is_built_in && role.level === level)
}

export function roleChoices(roles: readonly Role[]): readonly { readonly value: string; readonly label: string }[] {
  return roles.map((role) => ({ value: role.slug, label: role.name }))
}
