/** Port for prompts and partials with numbered versions. A partial is a text prompt that other prompts include. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

/** The content of a version. Immutable once saved. */
export type PromptContent = {
  /** Chat prompts: the messages as JSON text. Text prompts and partials: the text. */
  readonly string: string
  /** Hyperparameters, sent to the provider unchanged. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly model: string | null
  /** Slug of the virtual key to use; null: the caller's choice. */
  readonly virtualKey: string | null
  readonly functions: readonly unknown[] | null
  readonly tools: readonly unknown[] | null
  readonly toolChoice: unknown
  readonly templateMetadata: Readonly<Record<string, unknown>> | null
  /** True: the template is rendered first and its result parsed as JSON. */
  readonly isRaw: boolean
}

export type PromptVersion = {
  readonly id: string
  readonly number: number
  readonly content: PromptContent
  readonly description: string | null
  /** Slugs of the partials it includes. */
  readonly partials: readonly string[]
  readonly createdBy: string
  readonly createdAtMs: number
}

export type Prompt = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace. Requests refer to the prompt by it. */
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

/** `model` is that of the published version. */
export type ListedPrompt = Prompt & { readonly model: string | null }

/** A label on a version. Within a prompt each label is on at most one version; a version can have several labels. */
export type VersionLabel = { readonly labelId: string; readonly versionId: string; readonly number: number }

export type PromptFilter = { readonly collectionId?: string; readonly search?: string }

export interface PromptStore {
  find(reach: Reach, slugOrId: string): Promise<Prompt | undefined>
  /** Newest first. */
  list(reach: Reach, filter: PromptFilter, page: Page): Promise<Listed<ListedPrompt>>
  insert(prompt: Prompt, versions: readonly PromptVersion[]): Promise<void>
  /** Updates name, collection, published version and `updatedBy`. */
  update(prompt: Prompt): Promise<void>
  /** Fails with `conflict` if its number is not the next one. */
  addVersion(promptId: string, version: PromptVersion): Promise<void>
  /** Newest first. */
  versions(promptId: string, page: Page): Promise<Listed<PromptVersion>>
  findVersion(promptId: string, numberOrId: string): Promise<PromptVersion | undefined>
  labels(promptId: string): Promise<readonly VersionLabel[]>
  /** Moves the label from any other version of the prompt. */
  setLabel(promptId: string, label: VersionLabel): Promise<void>
  clearLabels(versionId: string): Promise<void>
  remove(id: string): Promise<void>
  /** Prompts whose published or latest version includes this partial. */
  usingPartial(workspaceId: string, slug: string): Promise<readonly Prompt[]>
  /** Prompts whose published or latest version uses this virtual key. */
  usingVirtualKey(workspaceId: string, slug: string): Promise<readonly Prompt[]>
}
