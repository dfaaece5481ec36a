/** Prompts, partials, labels and collections in the admin API; only the fields these pages read. */

export type PromptSummary = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly collection_id: string | null
  readonly model: string | null
  readonly latest_version: number
  readonly published_version: number
  readonly created_at: string
  readonly last_updated_at: string
}

/** A prompt with the content of one version. */
export type Prompt = PromptSummary & {
  /** The messages as JSON, or plain text. */
  readonly string: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly virtual_key: string | null
  readonly functions: readonly unknown[] | null
  readonly tools: readonly unknown[] | null
  readonly tool_choice: unknown
  readonly template_metadata: Readonly<Record<string, unknown>> | null
  readonly is_raw_template: 0 | 1
  readonly prompt_version: number
  readonly prompt_version_description: string | null
  readonly prompt_version_created_at: string
  readonly prompt_version_created_by: string
  /** Null: the user was deleted. */
  readonly prompt_version_created_by_name: string | null
  readonly labels: readonly string[]
}

export type VersionRow = {
  readonly id: string
  readonly prompt_version: number
  readonly prompt_description: string | null
  readonly labels: readonly string[]
  readonly status: 'active' | 'archived'
  readonly created_by: string
  readonly created_by_name: string | null
  readonly created_at: string
}

export type SavedPartial = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly latest_version: number
  readonly published_version: number
  readonly last_updated_at: string
}

export type PartialVersion = {
  readonly prompt_partial_version_id: string
  readonly version: number
  readonly string: string
  readonly description: string | null
  readonly created_at: string
}

export type Label = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly is_universal: boolean
  readonly last_updated_at: string
}

export type Collection = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly parent_collection_id: string | null
  readonly is_default: 0 | 1
  readonly collection_details: { readonly child_collections_count: number; readonly prompts_count: number }
  readonly last_updated_at: string
}

export type List<Row> = { readonly total: number; readonly data: readonly Row[] }
