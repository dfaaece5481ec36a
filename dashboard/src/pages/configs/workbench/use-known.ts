/** Data for completion: the served schema, and the names in this workspace. */

import { api } from '../../../api/client.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { type Resource, useResource } from '../../../app/use-resource.ts'
import type { KnownNames } from '../text/complete.ts'
import { loadSchema, type Schema } from '../text/config-schema.ts'

type Named = { readonly data: readonly { readonly slug: string }[] }

const MOST = 100

export function useSchema(): Resource<Schema> {
  return useResource('config schema', loadSchema)
}

export function useKnownNames(): KnownNames {
  const id = workspaceId.value
  const request = { workspace_id: id, page_size: MOST }
  const keys = useResource(can('virtual_keys.list') ? `virtual keys ${id}` : null, (signal) =>
    api.get<Named>('/virtual-keys', { query: request, signal }),
  )
  const prompts = useResource(can('prompts.list') ? `prompts ${id}` : null, (signal) =>
    api.get<Named>('/prompts', { query: request, signal }),
  )
  return {
    virtualKeys: keys.data?.data.map((key) => key.slug) ?? [],
    prompts: prompts.data?.data.map((prompt) => prompt.slug) ?? [],
  }
}
