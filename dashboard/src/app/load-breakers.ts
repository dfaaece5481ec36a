/** Circuit breakers the user may see: all for organisation admins, otherwise those of the current workspace. */

import { api } from '../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from './session.ts'

/** Empty if the user may not list them. */
export async function loadBreakers<Breaker>(): Promise<readonly Breaker[]> {
  if (!can('breakers.list')) return []
  const id = isOrganisationAdmin.value ? undefined : workspaceId.value
  const headers: Record<string, string> = id === undefined ? {} : { 'x-gateway-workspace-id': id }
  return (await api.get<{ data: readonly Breaker[] }>('/breakers', { headers })).data
}
