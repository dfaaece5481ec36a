/** Circuit breakers the person may see: all of them for an organisation admin, else those of the chosen workspace. */

import { api } from '../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from './session.ts'

/** Empty without the right to list them. */
export async function loadBreakers<Breaker>(signal?: AbortSignal): Promise<readonly Breaker[]> {
  if (!can('breakers.list')) return []
  const id = isOrganisationAdmin.value ? undefined : workspaceId.value
  const answer = await api.get<{ data: readonly Breaker[] }>('/breakers', {
    ...(signal && { signal }),
    ...(id && { headers: { 'x-gateway-workspace-id': id } }),
  })
  return answer.data
}
