/** Names people give to versions of prompts: `production` is one every workspace has. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export type Label = {
  readonly id: string
  readonly organisationId: string
  /** Null: every workspace has it. */
  readonly workspaceId: string | null
  readonly name: string
  readonly description: string | null
  readonly colorCode: string | null
  /** Made by us, and never removed. */
  readonly isUniversal: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The same in every deployment, so that a prompt's file means the same everywhere. */
export const UNIVERSAL_LABELS: readonly Pick<Label, 'id' | 'name' | 'colorCode'>[] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'production', colorCode: '#16a34a' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'staging', colorCode: '#d97706' },
  { id: '00000000-0000-4000-8000-000000000003', name: 'development', colorCode: '#2563eb' },
]

export interface LabelStore {
  /** By id or name; the universal ones are found too. */
  find(reach: Reach, idOrName: string): Promise<Label | undefined>
  /** The universal ones first. */
  list(reach: Reach, search: string | undefined, page: Page): Promise<Listed<Label>>
  /** By their ids. */
  named(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  insert(label: Label): Promise<void>
  update(label: Label): Promise<void>
  /** From every version that has it, too. */
  remove(id: string): Promise<void>
}
