/** Names of virtual keys by slug. Logs and analytics contain only the slug. */

import { useMemo } from 'preact/hooks'
import { api } from '../api/client.ts'
import { can, workspaceId } from './session.ts'
import { useResource } from './use-resource.ts'

export type VirtualKeyNames = ReadonlyMap<string, string>

type KeyList = { readonly data: readonly { readonly slug: string; readonly name: string }[] }

const MOST = 100

/** Empty for users who may not list virtual keys; the slug is shown then. */
export function useVirtualKeyNames(): VirtualKeyNames {
  const id = workspaceId.value
  const keys = useResource(can('virtual_keys.list') ? `virtual keys ${id}` : null, (signal) =>
    api.get<KeyList>('/virtual-keys', { query: { workspace_id: id, page_size: MOST }, signal }),
  )
  return useMemo(() => new Map(keys.data?.data.map(({ slug, name }) => [slug, name])), [keys.data])
}
