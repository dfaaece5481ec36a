/** Options of the columns, and the saved prompts they refer to. */

import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import type { Choice } from '../../design/controls/field.tsx'
import type { List, Prompt, PromptSummary } from '../prompts/prompt-types.ts'
import { type PlaygroundColumn, promptReference } from './playground-column.ts'

type VirtualKey = { readonly slug: string; readonly name: string; readonly ai_provider_name: string }
type Config = { readonly slug: string; readonly name: string }

const PAGE = 100

export function usePlaygroundData(columns: readonly PlaygroundColumn[]) {
  const id = workspaceId.value
  const query = { workspace_id: id, page_size: PAGE }
  const prompts = useResource(can('prompts.list') ? `prompts ${id}` : null, (signal) =>
    api.get<List<PromptSummary>>('/prompts', { query, signal }),
  )
  const keys = useResource(can('virtual_keys.list') ? `keys ${id}` : null, (signal) =>
    api.get<List<VirtualKey>>('/virtual-keys', { query, signal }),
  )
  const configs = useResource(can('configs.list') ? `configs ${id}` : null, (signal) =>
    api.get<List<Config>>('/configs', { query, signal }),
  )
  const guardrails = useResource(can('guardrails.list') ? `guardrails ${id}` : null, (signal) =>
    api.get<List<Config>>('/guardrails', { query, signal }),
  )
  const references = [...new Set(columns.filter((one) => one.source === 'prompt' && one.prompt).map(promptReference))]
  const saved = useResource(references.length > 0 ? `${id} ${references.join()}` : null, (signal) =>
    Promise.all(references.map((reference) => readPrompt(reference, id, signal))),
  )
  const byReference = new Map(saved.data ?? [])
  const targets: Choice[] = [
    { value: 'mock', label: 'Mock (built in)' },
    ...(keys.data?.data ?? []).map((key) => ({
      value: `key:${key.slug}`,
      label: `Virtual key: ${key.name} (${key.ai_provider_name})`,
    })),
    ...(configs.data?.data ?? []).map((config) => ({
      value: `config:${config.slug}`,
      label: `Config: ${config.name}`,
    })),
  ]
  return {
    prompts: prompts.data?.data ?? [],
    targets,
    guardrails: (guardrails.data?.data ?? []).map(({ slug, name }): Choice => ({ value: slug, label: name })),
    /** The variables of a saved prompt are not known yet. */
    isLoading: references.length > 0 && saved.isLoading,
    savedOf: (column: PlaygroundColumn): Prompt | null =>
      column.source === 'prompt' ? (byReference.get(promptReference(column)) ?? null) : null,
  }
}

async function readPrompt(reference: string, id: string | undefined, signal: AbortSignal) {
  try {
    const path = `/prompts/${encodeURIComponent(reference)}`
    return [reference, await api.get<Prompt>(path, { query: { workspace_id: id }, signal })] as const
  } catch (error) {
    if (signal.aborted) throw error
    return [reference, null] as const
  }
}
