/** Changes name, default or status of a config. */

import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { workspaceId } from '../../../app/session.ts'
import { toast } from '../../../design/states/toasts.tsx'
import type { ConfigRow, Saved } from '../config-types.ts'

type Change = { readonly name?: string; readonly is_default?: boolean; readonly status?: 'active' | 'archived' }

export function putConfig({ slug }: ConfigRow, change: Change, force = false): Promise<Saved> {
  const query = { workspace_id: workspaceId.value, ...(force && { force: 'true' }) }
  return api.put<Saved>(`/configs/${encodeURIComponent(slug)}`, change, { query })
}

export function changeConfig(config: ConfigRow, change: Change, words: string, reload: () => void): void {
  putConfig(config, change).then(
    () => {
      toast({ words })
      reload()
    },
    (thrown: unknown) => toast({ words: `The change failed: ${asApiError(thrown).message}`, tone: 'error' }),
  )
}
