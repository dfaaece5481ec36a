/** Port for the data keys that encrypt the logged bodies of workspaces. Deleting a workspace deletes its keys. */

import type { Listed, Page } from './reach.ts'

export type StoredBodyKey = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly version: number
  /** Encrypted by the vault. */
  readonly sealed: string
  readonly createdAtMs: number
}

/** Progress of re-encrypting the stored bodies with a version of the key. */
export type BodyKeyProgress = {
  readonly blocks: number
  readonly unreadable: number
  /** Null: not counted yet. */
  readonly left: number | null
  /** When no block with an earlier version of the key was left; null: not yet, or there never was one. */
  readonly finishedAtMs: number | null
}

export type NewestBodyKey = Omit<StoredBodyKey, 'sealed'> & {
  readonly workspaceName: string
  /** Earlier versions that still exist: stored bodies may be encrypted with them. */
  readonly earlierVersions: number
  readonly progress: BodyKeyProgress
}

export interface BodyKeyStore {
  /** Newest version first. */
  list(workspaceId: string): Promise<readonly StoredBodyKey[]>
  /** False if the workspace has this version already, or was deleted. */
  insert(key: StoredBodyKey): Promise<boolean>
  /** Sorted by the name of the workspace. `workspaceIds`: null lists all workspaces of the organisation. */
  listNewest(organisationId: string, workspaceIds: readonly string[] | null, page: Page): Promise<Listed<NewestBodyKey>>
  /** The newest keys of all workspaces that still have earlier versions. */
  rotating(): Promise<readonly NewestBodyKey[]>
  setProgress(key: Pick<StoredBodyKey, 'workspaceId' | 'version'>, progress: BodyKeyProgress): Promise<void>
  removeEarlier(key: Pick<StoredBodyKey, 'workspaceId' | 'version'>): Promise<void>
}
