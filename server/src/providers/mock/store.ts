/**
 * In-memory storage of the mock (files, batches, responses), separate per workspace and limited in count, bytes and
 * age.
 */

export const MAX_ENTRY_BYTES = 4 * 1024 * 1024
export const MAX_WORKSPACE_BYTES = 8 * 1024 * 1024
export const MAX_WORKSPACE_ENTRIES = 100
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 1_000
const MAX_AGE_MS = 60 * 60_000
/** Counted for every entry, so that empty files are limited too. */
const ENTRY_OVERHEAD_BYTES = 256

type Entry = { readonly workspaceId: string; readonly value: unknown; readonly bytes: number; readonly atMs: number }

/** One workspace's view. Ids are unique in the whole store, but ids of other workspaces are not found. */
export type WorkspaceStore = {
  /** False if the value is too large to store. */
  put(id: string, value: unknown, bytes: number): boolean
  get(id: string): unknown
  /** Values whose id starts with the prefix, oldest first. */
  list(prefix: string): unknown[]
  delete(id: string): void
}

export class MockStore {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>()

  constructor(private readonly nowMs: () => number = Date.now) {}

  get size(): { readonly entries: number; readonly bytes: number } {
    return sizeOf([...this.#entries.values()])
  }

  of(workspaceId: string): WorkspaceStore {
    return {
      put: (id, value, bytes) => this.#put(workspaceId, id, value, bytes),
      get: (id) => this.#find(workspaceId, id)?.value,
      list: (prefix) => this.#list(workspaceId, prefix),
      delete: (id) => {
        if (this.#find(workspaceId, id)) this.#entries.delete(id)
      },
    }
  }

  #put(workspaceId: string, id: string, value: unknown, bytes: number): boolean {
    if (bytes > MAX_ENTRY_BYTES) return false
    this.#dropExpired()
    this.#entries.set(id, { workspaceId, value, bytes: bytes + ENTRY_OVERHEAD_BYTES, atMs: this.nowMs() })
    const own = [...this.#entries].filter(([, entry]) => entry.workspaceId === workspaceId)
    this.#dropOldest(own, MAX_WORKSPACE_ENTRIES, MAX_WORKSPACE_BYTES)
    this.#dropOldest([...this.#entries], MAX_ENTRIES, MAX_BYTES)
    return true
  }

  #dropOldest(entries: readonly (readonly [string, Entry])[], maxEntries: number, maxBytes: number): void {
    let left = sizeOf(entries.map(([, entry]) => entry))
    for (const [id, entry] of entries) {
      if (left.entries <= maxEntries && left.bytes <= maxBytes) return
      this.#entries.delete(id)
      left = { entries: left.entries - 1, bytes: left.bytes - entry.bytes }
    }
  }

  #find(workspaceId: string, id: string): Entry | undefined {
    this.#dropExpired()
    const entry = this.#entries.get(id)
    return entry?.workspaceId === workspaceId ? entry : undefined
  }

  #list(workspaceId: string, prefix: string): unknown[] {
    this.#dropExpired()
    return [...this.#entries]
      .filter(([id, entry]) => entry.workspaceId === workspaceId && id.startsWith(prefix))
      .map(([, entry]) => entry.value)
  }

  #dropExpired(): void {
    const beforeMs = this.nowMs() - MAX_AGE_MS
    for (const [id, { atMs }] of this.#entries) {
      if (atMs > beforeMs) return
      this.#entries.delete(id)
    }
  }
}

function sizeOf(entries: readonly Entry[]) {
  return { entries: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0) }
}
