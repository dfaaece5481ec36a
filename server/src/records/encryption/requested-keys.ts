/** Finds keys of encrypted blocks for reading. Keys that are not known yet are requested from the main thread. */

import type { BodyKey, BodyKeys } from '../../core/logs/body-keys.ts'

/** Null if the key was deleted with its workspace. */
export type FindKey = (workspaceId: string, version: number) => Promise<BodyKey | null>

/** For stores without encryption. */
export const NO_KEYS: FindKey = async () => null

export class RequestedKeys {
  readonly #known = new Map<string, Promise<readonly BodyKey[]>>()

  constructor(private readonly request: (workspaceId: string) => ReturnType<BodyKeys['find']>) {}

  readonly find: FindKey = async (workspaceId, version) => {
    const found = (await this.#keysOf(workspaceId)).find((key) => key.version === version)
    if (found) return found
    // A rotation may have created this version after the keys were read.
    this.forget(workspaceId)
    return (await this.#keysOf(workspaceId)).find((key) => key.version === version) ?? null
  }

  /** Null: all workspaces. */
  forget(workspaceId: string | null): void {
    if (workspaceId === null) this.#known.clear()
    else this.#known.delete(workspaceId)
  }

  #keysOf(workspaceId: string): Promise<readonly BodyKey[]> {
    let keys = this.#known.get(workspaceId)
    if (!keys) {
      keys = this.request(workspaceId)
      this.#known.set(workspaceId, keys)
      keys.catch(() => this.#known.delete(workspaceId))
    }
    return keys
  }
}
