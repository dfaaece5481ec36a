/** Prompts and partials with their numbered versions. Both are kept alike; a partial is a prompt that is only text. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

/** What a version holds; it never changes once it is saved. */
export type PromptContent = {
  /** Chat prompts: the JSON text of the messages. Text prompts and partials: the text itself. */
  readonly string: string
  /** Hyperparameters, as they go to the provider. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly model: string | null
  /** Slug of the virtual key it runs with; null: as the caller says. */
  readonly virtualKey: string | null
  readonly functions: readonly unknown[] | null
  readonly tools: readonly unknown[] | null
  readonly toolChoice: unknown
  readonly templateMetadata: Readonly<Record<string, unknown>> | null
  /** True: rendered first and read as JSON afterwards. */
  readonly isRaw: boolean
}

export type PromptVersion = {
  readonly id: string
  readonly number: number
  readonly content: PromptContent
  readonly description: string | null
  /** Slugs of the partials it names. */
  readonly partials: readonly string[]
  readonly createdBy: string
  readonly createdAtMs: number
}

export type Prompt = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace; what requests name. */
  readonly slug: string
  readonly name: string
  /** Null on partials. */
  readonly collectionId: string | null
  readonly latestNumber: number
  readonly publishedNumber: number
  readonly createdBy: string
  readonly updatedBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** A list shows the model of the published version. */
export type ListedPrompt = Prompt & { readonly model: string | null }

/** A label on one version of a prompt: a prompt has each label at most once, a version may have several. */
export type PlacedLabel = { readonly labelId: string; readonly versionId: string; readonly number: number }

export type PromptFilter = { readonly collectionId?: string; readonly search?: string }

export interface PromptStore {
  find(reach: Reach, slugOrId: string): Promise<Prompt | undefined>
  /** Newest first. */
  list(reach: Reach, filter: PromptFilter, page: Page): Promise<Listed<ListedPrompt>>
  insert(prompt: Prompt, versions: readonly PromptVersion[]): Promise<void>
  /** Name, collection, published version and by whom. */
  update(prompt: Prompt): Promise<void>
  /** Fails with `conflict` when its number is not the next one. */
  addVersion(promptId: string, version: PromptVersion): Promise<void>
  /** Newest first. */
  versions(promptId: string, page: Page): Promise<Listed<PromptVersion>>
  findVersion(promptId: string, numberOrId: string): Promise<PromptVersion | undefined>
  labels(promptId: string): Promise<readonly PlacedLabel[]>
  /** Takes the label from any other version of the prompt. */
  placeLabel(promptId: string, label: PlacedLabel): Promise<void>
  /** All labels of a version. */
  clearLabels(versionId: string): Promise<void>
  remove(id: string): Promise<void>
  /** Those whose published or latest version names this partial. */
  namingPartial(workspaceId: string, slug: string): Promise<readonly Prompt[]>
  /** Those whose published or latest version runs with this virtual key. */
  namingVirtualKey(workspaceId: string, slug: string): Promise<readonly Prompt[]>
}
