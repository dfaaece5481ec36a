/** Port for prompt labels, which name a version of a prompt, such as `production`. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export type Label = {
  readonly id: string
  readonly organisationId: string
  /** Null on universal labels, which are available in every workspace. */
  readonly workspaceId: string | null
  readonly name: string
  readonly description: string | null
  readonly colorCode: string | null
  /** Built in; cannot be removed. */
  readonly isUniversal: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The ids are the same in every deployment, so that exported prompts can be imported elsewhere. */
export const UNIVERSAL_LABELS: readonly Pick<Label, 'id' | 'name' | 'colorCode'>[] = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'production', colorCode: '#16a34a' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'staging', colorCode: '#d97706' },
  { id: '00000000-0000-4000-8000-000000000003', name: 'development', colorCode: '#2563eb' },
]

export interface LabelStore {
  /** Also finds universal labels. */
  find(reach: Reach, idOrName: string): Promise<Label | undefined>
  /** Universal labels first. */
  list(reach: Reach, search: string | undefined, page: Page): Promise<Listed<Label>>
  /** Maps label ids to names. */
  named(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  insert(label: Label): Promise<void>
  update(label: Label): Promise<void>
  /** Also removes the label from every prompt version. */
  remove(id: string): Promise<void>
}
