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

/** How far the stored bodies are re-encrypted with a version of the key. */
export type BodyKeyProgress = {
  readonly blocks: number
  readonly unreadable: number
  /** Null: not counted yet. */
  readonly left: number | null
  /** When no block of an earlier version was left; null: not yet, or there was none. */
  readonly finishedAtMs: number | null
}

/** The newest key of a workspace. */
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
  /** By name of the workspace. `workspaceIds`: null lists all of the organisation. */
  listNewest(organisationId: string, workspaceIds: readonly string[] | null, page: Page): Promise<Listed<NewestBodyKey>>
  /** Those with earlier versions, of all workspaces. */
  rotating(): Promise<readonly NewestBodyKey[]>
  setProgress(key: Pick<StoredBodyKey, 'workspaceId' | 'version'>, progress: BodyKeyProgress): Promise<void>
  /** Deletes the versions before this one. */
  removeEarlier(key: Pick<StoredBodyKey, 'workspaceId' | 'version'>): Promise<void>
}
