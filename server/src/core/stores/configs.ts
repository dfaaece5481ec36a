/** Port for saved configs and their versions. */

import type { Listed, Page, Reach } from './reach.ts'
import type { VirtualKeyName } from './virtual-keys.ts'

export type SavedConfig = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace. Requests refer to the config by it. */
  readonly slug: string
  readonly name: string
  /** True if it is the workspace's default. Stored on the workspace, so that there is at most one. */
  readonly isDefault: boolean
  /** Requests cannot use an archived config. */
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
  /** JSON text with encrypted secrets. */
  readonly text: string
  /** Slugs of the virtual keys it refers to. */
  readonly names: readonly string[]
  /** Custom hosts saved by a trusted principal (owner, admin or trusted Admin key). They may be private addresses. */
  readonly trustedHosts: readonly string[]
  /** The author's comment on this version. */
  readonly note: string | null
  readonly createdBy: string
  readonly createdAtMs: number
}

/** A config version with the name of its config, for display. */
export type ConfigOfVersion = Pick<SavedConfig, 'slug' | 'name'> & {
  readonly number: number
  readonly isNewest: boolean
}

export interface ConfigStore {
  /** Returns the config with its newest version. */
  find(reach: Reach, slugOrId: string): Promise<SavedConfig | undefined>
  /** Newest first. `search`: a part of the name, slug or id. */
  list(reach: Reach, page: Page, search?: string): Promise<Listed<SavedConfig>>
  insert(config: Omit<SavedConfig, 'isDefault'>): Promise<void>
  /** Updates name, status and `updatedBy`. Does not change the version. */
  update(config: Omit<SavedConfig, 'isDefault'>): Promise<void>
  /** Fails with `conflict` if its number is not the next one. */
  addVersion(configId: string, version: ConfigVersion): Promise<void>
  /** Newest first. */
  versions(configId: string, page: Page): Promise<Listed<ConfigVersion>>
  findVersion(configId: string, numberOrId: string): Promise<ConfigVersion | undefined>
  /** Maps version ids to their configs. */
  ofVersions(reach: Reach, versionIds: readonly string[]): Promise<ReadonlyMap<string, ConfigOfVersion>>
  remove(id: string): Promise<void>
  /** API keys that have it as their default config. */
  keysUsing(config: SavedConfig): Promise<readonly { readonly id: string; readonly name: string }[]>
  /** Configs whose newest version refers to this virtual key. */
  usingVirtualKey(key: VirtualKeyName): Promise<readonly SavedConfig[]>
}
