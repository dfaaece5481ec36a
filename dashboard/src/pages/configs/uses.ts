/** Where configs are used: as the default of API keys, and by requests of the last day. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import type { ConfigRow, List } from './config-types.ts'

type KeyRow = { readonly id: string; readonly name: string; readonly defaults: { readonly config_id: string | null } }
type GroupRow = { readonly config?: string; readonly requests?: number }

export type Uses = {
  /** Null: unknown because of a missing permission or a failed call. */
  readonly keys: readonly { readonly id: string; readonly name: string }[] | null
  readonly requestsPerDay: number | null
}

const DAY_MS = 86_400_000

/** Loads the uses of all configs at once and returns a lookup. */
export function useUses(): (config: Pick<ConfigRow, 'slug' | 'id'>) => Uses {
  const id = workspaceId.value
  const mayListKeys = can('workspace_service_api_keys.list') || can('workspace_user_api_keys.list')
  const keys = useResource(mayListKeys ? `keys ${id}` : null, (signal) => allKeys(id, signal))
  const groups = useResource(can('analytics.view') ? `requests ${id}` : null, (signal) => {
    const nowMs = Date.now()
    const query = {
      workspace_id: id,
      time_of_generation_min: new Date(nowMs - DAY_MS).toISOString(),
      time_of_generation_max: new Date(nowMs).toISOString(),
      page_size: 1_000,
    }
    return api.get<{ data: readonly GroupRow[] }>('/analytics/groups/config', { query, signal })
  })
  return ({ slug, id: configId }) => ({
    keys: keys.data?.filter((key) => key.defaults.config_id === slug || key.defaults.config_id === configId) ?? null,
    requestsPerDay: groups.data ? (groups.data.data.find((group) => group.config === slug)?.requests ?? 0) : null,
  })
}

/** Pages of a hundred, up to a thousand keys; further keys are not counted. */
async function allKeys(workspaceId: string | undefined, signal: AbortSignal): Promise<readonly KeyRow[]> {
  const rows: KeyRow[] = []
  for (let page = 0; page < 10; page++) {
    const query = { workspace_id: workspaceId, page_size: 100, current_page: page }
    const { data, total } = await api.get<List<KeyRow>>('/api-keys', { query, signal })
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) break
  }
  return rows
}
