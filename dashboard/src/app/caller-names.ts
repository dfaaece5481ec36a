/** Names of the callers in logs: API keys and workload issuers, by id. */

import { api } from '../api/client.ts'
import { can } from './session.ts'

type Named = { readonly id: string; readonly name: string }
type Names = { readonly data: readonly Named[] }

export async function loadCallerNames(workspaceId: string | undefined, signal: AbortSignal): Promise<Names> {
  const [keys, issuers] = await Promise.all([
    api.get<Names>('/api-keys', { query: { workspace_id: workspaceId, page_size: 100 }, signal }),
    can('workload_issuers.list')
      ? api.get<Names>('/admin/workload-issuers', { query: { page_size: 1000 }, signal })
      : { data: [] },
  ])
  return { data: [...keys.data, ...issuers.data] }
}
