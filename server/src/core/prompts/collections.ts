/** Port for prompt collections (folders). Every workspace has a default one. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export type Collection = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly slug: string
  readonly name: string
  readonly parentId: string | null
  readonly isDefault: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type CollectionCounts = { readonly children: number; readonly prompts: number }

export interface CollectionStore {
  find(reach: Reach, slugOrId: string): Promise<Collection | undefined>
  findDefault(workspaceId: string): Promise<Collection>
  /** Default collections first. */
  list(reach: Reach, search: string | undefined, page: Page): Promise<Listed<Collection>>
  counts(ids: readonly string[]): Promise<ReadonlyMap<string, CollectionCounts>>
  insert(collection: Collection): Promise<void>
  update(collection: Collection): Promise<void>
  remove(id: string): Promise<void>
}
