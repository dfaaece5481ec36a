/** Kysely types of the prompt tables. */

type Owned = { id: string; organisation_id: string; created_at_ms: number; updated_at_ms: number }

export type PromptTable = Owned & {
  workspace_id: string
  kind: 'prompt' | 'partial'
  slug: string
  name: string
  collection_id: string | null
  latest_number: number
  published_number: number
  created_by: string
  updated_by: string
}

export type PromptVersionTable = {
  id: string
  prompt_id: string
  number: number
  /** JSON. */
  content: string
  model: string | null
  virtual_key: string | null
  /** JSON array: slugs of the partials that the version uses. */
  partials: string
  description: string | null
  created_by: string
  created_at_ms: number
}

export type PlacedLabelTable = { prompt_id: string; label_id: string; version_id: string; number: number }

export type LabelTable = Owned & {
  workspace_id: string
  name: string
  description: string | null
  color_code: string | null
}

export type CollectionTable = Owned & {
  workspace_id: string
  slug: string
  name: string
  parent_id: string | null
  is_default: number
}

export type PromptTables = {
  prompt_collections: CollectionTable
  prompt_labels: LabelTable
  prompts: PromptTable
  prompt_versions: PromptVersionTable
  prompt_version_labels: PlacedLabelTable
}
