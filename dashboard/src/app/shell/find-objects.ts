/** Searches objects of the workspace by name, slug or id, for the command palette. */

import { api } from '../../api/client.ts'
import type { IconName } from '../../design/controls/icon.tsx'
import { navigate } from '../location.ts'
import { can } from '../session.ts'

export type Finding = {
  readonly key: string
  readonly title: string
  readonly kind: string
  readonly icon: IconName
  readonly run: () => void
}

type Named = { readonly id?: string; readonly slug?: string; readonly name?: string }

type Kind = {
  readonly scope: string
  readonly path: string
  readonly page: string
  readonly word: string
  readonly icon: IconName
  readonly by: 'id' | 'slug'
}

const KINDS: readonly Kind[] = [
  { scope: 'configs.list', path: '/configs', page: '/configs', word: 'config', icon: 'configs', by: 'slug' },
  {
    scope: 'guardrails.list',
    path: '/guardrails',
    page: '/guardrails',
    word: 'guardrail',
    icon: 'guardrails',
    by: 'slug',
  },
  { scope: 'prompts.list', path: '/prompts', page: '/prompts', word: 'prompt', icon: 'prompts', by: 'id' },
  {
    scope: 'virtual_keys.list',
    path: '/virtual-keys',
    page: '/virtual-keys',
    word: 'virtual key',
    icon: 'virtual-keys',
    by: 'slug',
  },
  {
    scope: 'workspace_service_api_keys.list',
    path: '/api-keys',
    page: '/api-keys',
    word: 'key',
    icon: 'api-keys',
    by: 'id',
  },
]

/** Maximum number of results per kind. */
const MAX_FOUND = 12

/** A list that fails to load does not hide the results of the others. */
export async function findObjects(
  text: string,
  workspaceId: string | undefined,
  signal: AbortSignal,
): Promise<Finding[]> {
  const lists = await Promise.all(
    KINDS.filter((kind) => can(kind.scope)).map((kind) =>
      api
        .get<{ data: Named[] }>(kind.path, {
          query: { workspace_id: workspaceId, search: text, page_size: MAX_FOUND },
          signal,
        })
        .then(({ data }) => data.map((one) => finding(one, kind)))
        .catch(() => []),
    ),
  )
  return lists.flat()
}

function finding(one: Named, kind: Kind): Finding {
  const id = (kind.by === 'slug' ? one.slug : one.id) ?? one.id ?? ''
  return {
    key: `${kind.path}/${id}`,
    title: one.name ?? id,
    kind: kind.word,
    icon: kind.icon,
    run: () => navigate(`${kind.page}/${encodeURIComponent(id)}`),
  }
}
