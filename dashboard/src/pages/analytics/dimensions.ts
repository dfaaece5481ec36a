/** Dimensions for grouping requests, each with its filter word. */

import { caller, isOrganisationAdmin } from '../../app/session.ts'

export type Dimension = {
  readonly name: string
  readonly label: string
  /** The path after /analytics/groups/. */
  readonly group: string
  /** Filter parameter of the API and word of the filter language; null: logs cannot be filtered by it. */
  readonly parameter: string | null
  readonly word: string | null
}

const DIMENSIONS: readonly Dimension[] = [
  { name: 'model', label: 'Model', group: 'ai-models', parameter: 'ai_model', word: 'model' },
  { name: 'provider', label: 'Provider', group: 'provider', parameter: 'provider', word: 'provider' },
  { name: 'virtual-key', label: 'Virtual key', group: 'virtual_key', parameter: 'virtual_keys', word: 'vk' },
  { name: 'api-key', label: 'API key', group: 'api_key', parameter: 'api_key_ids', word: 'key' },
  { name: 'user', label: 'User', group: 'users', parameter: 'metadata', word: 'user' },
  { name: 'prompt', label: 'Prompt', group: 'prompt', parameter: 'prompt_slug', word: 'prompt' },
  { name: 'prompt-version', label: 'Prompt version', group: 'prompt_version', parameter: null, word: null },
  { name: 'config', label: 'Config', group: 'config', parameter: 'configs', word: 'config' },
  { name: 'status', label: 'Status', group: 'status_code', parameter: 'status_code', word: 'status' },
  { name: 'endpoint', label: 'Endpoint', group: 'endpoint', parameter: 'endpoint', word: 'endpoint' },
  { name: 'workspace', label: 'Workspace', group: 'workspace', parameter: 'workspace_id', word: null },
]

/** The workspace dimension is offered only to organisation admins. */
export function offeredDimensions(): readonly Dimension[] {
  return isOrganisationAdmin.value ? DIMENSIONS : DIMENSIONS.filter(({ name }) => name !== 'workspace')
}

/** Removes the workspace filter if the dimension is the workspace itself. */
export function reachOf(one: Dimension, filters: Readonly<Record<string, string>>): Record<string, string> {
  const { workspace_id: chosen, ...everywhere } = filters
  return one.name === 'workspace' || chosen === undefined ? everywhere : { ...everywhere, workspace_id: chosen }
}

/** `meta.region` is the metadata key `region`. */
export function dimensionOf(name: string | null): Dimension | null {
  if (name?.startsWith('meta.') && name.length > 5) {
    return {
      name,
      label: `Metadata ${name.slice(5)}`,
      group: `metadata/${name.slice(5)}`,
      parameter: 'metadata',
      word: name,
    }
  }
  return DIMENSIONS.find((one) => one.name === name) ?? null
}

export function dimension(name: string): Dimension {
  const found = dimensionOf(name)
  if (!found) throw new Error(`There is no dimension ${name}.`)
  return found
}

/** The filter for one value, merged with existing metadata filters. */
export function filterFor(
  one: Dimension,
  value: string,
  filters: Readonly<Record<string, string>>,
): Record<string, string> {
  if (one.parameter === null) return { ...filters }
  if (one.parameter !== 'metadata') return { ...filters, [one.parameter]: value }
  const key = one.name === 'user' ? '_user' : one.name.slice(5)
  const known = JSON.parse(filters['metadata'] ?? '{}') as Record<string, string>
  return { ...filters, metadata: JSON.stringify({ ...known, [key]: value }) }
}

/** Shows names of keys and workspaces if the user may see them, else ids. */
export function nameIn(one: Dimension, value: string, keyNames: ReadonlyMap<string, string>): string {
  if (value === '') return 'none'
  if (one.name === 'workspace') return caller.value?.workspaces.find(({ id }) => id === value)?.name ?? value
  return one.name === 'api-key' || one.name === 'virtual-key' ? (keyNames.get(value) ?? value) : value
}
