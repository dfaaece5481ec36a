/** Saved configs and their versions. */

import type { Listed, Page, Reach } from './reach.ts'

export type SavedConfig = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace; what requests name. */
  readonly slug: string
  readonly name: string
  /** Whether it is its workspace's default. Kept on the workspace, so that there is never more than one. */
  readonly isDefault: boolean
  /** An archived config is kept but answers no request. */
  readonly status: 'active' | 'archived'
  readonly ownerId: string
  readonly updatedBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly version: ConfigVersion
}

export type ConfigVersion = {
  readonly id: string
  readonly number: number
  /** JSON text; secret values are sealed. */
  readonly text: string
  /** Slugs of the virtual keys it names. */
  readonly names: readonly string[]
  /** Its custom hosts that an Admin key saved: private addresses are allowed to them. */
  readonly trustedHosts: readonly string[]
  /** Why it was saved, in the author's words. */
  readonly note: string | null
  readonly createdBy: string
  readonly createdAtMs: number
}

/** A config as something else refers to it. */
export type ConfigOfVersion = Pick<SavedConfig, 'slug' | 'name'> & {
  readonly number: number
  readonly isNewest: boolean
}

export interface ConfigStore {
  /** With its newest version. */
  find(reach: Reach, slugOrId: string): Promise<SavedConfig | undefined>
  list(reach: Reach, page: Page): Promise<Listed<SavedConfig>>
  insert(config: Omit<SavedConfig, 'isDefault'>): Promise<void>
  /** Name, status and by whom; the version is left alone. */
  update(config: Omit<SavedConfig, 'isDefault'>): Promise<void>
  /** Fails with `conflict` when another version was added meanwhile. */
  addVersion(configId: string, version: ConfigVersion): Promise<void>
  /** Newest first. */
  versions(configId: string, page: Page): Promise<Listed<ConfigVersion>>
  findVersion(configId: string, numberOrId: string): Promise<ConfigVersion | undefined>
  /** The configs these versions are of, by the version's id. */
  ofVersions(reach: Reach, versionIds: readonly string[]): Promise<ReadonlyMap<string, ConfigOfVersion>>
  remove(id: string): Promise<void>
  /** Keys that have it as their default. */
  keysUsing(config: SavedConfig): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** Configs of a workspace whose newest version names this virtual key. */
  naming(workspaceId: string, slug: string): Promise<readonly SavedConfig[]>
}
