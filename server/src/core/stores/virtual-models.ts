/** Port for virtual models: names that requests send as `model` and that a saved config routes. */

import type { Listed, Page, Reach } from './reach.ts'

export type VirtualModel = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace. Compared with the model of a request, byte for byte. */
  readonly name: string
  /** A config of the same workspace. */
  readonly configSlug: string
  readonly description: string | null
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Bounds the names that the gateway keeps in memory for each workspace. */
export const MAX_VIRTUAL_MODELS = 1_000

export interface VirtualModelStore {
  find(reach: Reach, idOrName: string): Promise<VirtualModel | undefined>
  /** Sorted by name. */
  list(reach: Reach, page: Page): Promise<Listed<VirtualModel>>
  insert(model: VirtualModel): Promise<void>
  update(model: VirtualModel): Promise<void>
  remove(id: string): Promise<void>
  /** The virtual models that this config routes. */
  usingConfig(workspaceId: string, configSlug: string): Promise<readonly VirtualModel[]>
}
