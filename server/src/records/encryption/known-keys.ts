/** Body keys that the ingest worker knows. It requests missing keys from the main thread between batches. */

import type { BodyKey } from '../../core/logs/body-keys.ts'

/** After this time keys are requested again: a node that missed the deletion of a workspace must stop using them. */
const MAX_AGE_MS = 30_000

/** Thrown if the keys of a workspace must be requested first. The caller repeats the work when it has them. */
export class MissingBodyKeys extends Error {}

/** Thrown if a rotation has replaced keys that were used. They are forgotten; the work is repeated with new keys. */
export class ReplacedBodyKeys extends Error {}

type Known = { readonly keys: readonly BodyKey[]; readonly sinceMs: number }

export class KnownKeys {
  readonly #known = new Map<string, Known>()
  #wanted: readonly string[] = []

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  /** `keys` newest first; empty: the workspace was deleted. */
  put(workspaceId: string, keys: readonly BodyKey[]): void {
    this.#known.set(workspaceId, { keys, sinceMs: this.monotonicMs() })
  }

  /** False if keys have to be requested first; `wanted` names their workspaces. */
  has(workspaceIds: Iterable<string>): boolean {
    const oldestMs = this.monotonicMs() - MAX_AGE_MS
    const isKnown = (id: string) => (this.#known.get(id)?.sinceMs ?? Number.NEGATIVE_INFINITY) >= oldestMs
    this.#wanted = [...new Set(workspaceIds)].filter((id) => !isKnown(id))
    return this.#wanted.length === 0
  }

  /** Workspaces whose keys the last call of `has` did not find. */
  get wanted(): readonly string[] {
    return this.#wanted
  }

  /** Throws if the newest key has to be requested first, or if it is older than `version`. */
  require(workspaceId: string, version = 0): void {
    const current = this.current(workspaceId)
    if (current !== null && current.version < version) this.forget(workspaceId)
    if (!this.has([workspaceId]))
      throw new MissingBodyKeys(`the keys of encrypted bodies of workspace ${workspaceId} are missing`)
  }

  /** The key for new blocks; null if the workspace was deleted. */
  current(workspaceId: string): BodyKey | null {
    return this.#known.get(workspaceId)?.keys[0] ?? null
  }

  /** Null if the workspace or this version was deleted. */
  version(workspaceId: string, version: number): BodyKey | null {
    return this.#known.get(workspaceId)?.keys.find((key) => key.version === version) ?? null
  }

  /** Null: all workspaces. */
  forget(workspaceId: string | null): void {
    if (workspaceId === null) this.#known.clear()
    else this.#known.delete(workspaceId)
  }
}
