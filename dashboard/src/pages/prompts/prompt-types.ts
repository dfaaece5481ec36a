/** Prompts, partials, labels and collections as the admin API gives them, as far as these pages read them. */

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

/** A prompt as one of its versions has it. */
export type Prompt = PromptSummary & {
  /** The list of messages as JSON, or a text. */
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
  /** Null: whoever it was is gone. */
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
