/** Group commit of a journal: one fdatasync for all writes since the previous one began. */

import { GatewayError } from '../errors.ts'
import { disk } from './disk.ts'

type Waiting = ReturnType<typeof Promise.withResolvers<void>>

const DONE = Promise.resolve()

/**
 * Minimum time between the starts of two syncs under concurrent load, so that many requests share one. A single caller
 * never waits. A sync costs about 70 µs of CPU, half as much as a request, and takes under 1 ms on a fast disk.
 */
const BUSY_INTERVAL_MS = 2

type GroupSyncOptions = {
  /** The folder of the files. */
  readonly folder: string
  /**
   * Called if a sync failed. The kernel may drop unwritten pages after it has reported an error once, so a later
   * success proves nothing: never write to the current file again, and `end` it.
   */
  readonly onFailure: (error: unknown) => void
  /** Called when a sync begins, and when it has succeeded. */
  readonly onStart?: () => void
  readonly onSynced?: () => void
}

export class GroupSync {
  /** Files with writes that no sync covers yet. */
  readonly #dirty = new Set<number>()
  /** Files to close after their sync. */
  readonly #ended = new Set<number>()
  /** Files of the running sync. They stay open, because the kernel could reuse a closed descriptor during the sync. */
  #syncing: readonly number[] = []
  #isFolderDirty = false
  #writes = 0
  #syncedWrites = 0
  #running: { readonly covers: number; readonly promise: Promise<void> } | null = null
  #next: Waiting | null = null
  /** Requests that wait for `#next`. */
  #waiters = 0
  /** True if several requests waited for the last sync, or requests arrived while it ran. */
  #isBusy = false
  #beganAtMs = 0

  constructor(private readonly options: GroupSyncOptions) {}

  /** Call after each write. */
  wrote(descriptor: number): void {
    this.#dirty.add(descriptor)
    this.#writes++
  }

  /** Call after a file was created in the folder. */
  created(): void {
    this.#isFolderDirty = true
    this.#writes++
  }

  /** Closes the file once its writes are synced. */
  end(descriptor: number): void {
    if (this.#dirty.has(descriptor) || this.#syncing.includes(descriptor)) this.#ended.add(descriptor)
    else disk.close(descriptor)
  }

  /** Resolves once every write before this call is on disk; rejects if one failed. `requests`: how many wait for it. */
  synced(requests = 1): Promise<void> {
    if (this.#syncedWrites === this.#writes) return DONE
    if (this.#running?.covers === this.#writes) return this.#running.promise
    this.#waiters += requests
    if (this.#next) return this.#next.promise
    this.#next = Promise.withResolvers<void>()
    if (!this.#running) this.#schedule()
    return this.#next.promise
  }

  #schedule(): void {
    const waitMs = this.#isBusy ? this.#beganAtMs + BUSY_INTERVAL_MS - performance.now() : 0
    if (waitMs > 0) setTimeout(() => void this.#run(), waitMs)
    // All writes of this tick share the sync.
    else setImmediate(() => void this.#run())
  }

  /** Syncs the remaining writes, blocking this thread, and closes the ended files. */
  close(): void {
    const waiting = this.#next
    this.#next = null
    try {
      for (const descriptor of this.#dirty) disk.syncNow(descriptor)
      if (this.#isFolderDirty) disk.syncFolderNow(this.options.folder)
      this.#isFolderDirty = false
      waiting?.resolve()
    } catch (error) {
      this.options.onFailure(error)
      waiting?.reject(notSaved(error))
    }
    this.#dirty.clear()
    this.#closeEnded()
  }

  async #run(): Promise<void> {
    const group = this.#next
    // `close` has already synced the group.
    if (!group) return
    this.#next = null
    this.#isBusy = this.#waiters > 1
    this.#waiters = 0
    this.#beganAtMs = performance.now()
    const covers = this.#writes
    const descriptors = [...this.#dirty]
    const isFolderDirty = this.#isFolderDirty
    this.#dirty.clear()
    this.#isFolderDirty = false
    this.#syncing = descriptors
    this.#running = { covers, promise: group.promise }
    this.options.onStart?.()
    let syncedWrites = covers
    try {
      const syncs = descriptors.map((descriptor) => disk.sync(descriptor))
      if (isFolderDirty) syncs.push(disk.syncFolder(this.options.folder))
      await allEnded(syncs)
      this.options.onSynced?.()
      group.resolve()
    } catch (error) {
      this.options.onFailure(error)
      group.reject(notSaved(error))
      this.#dropNext(error)
      syncedWrites = this.#writes
    }
    this.#syncedWrites = syncedWrites
    this.#running = null
    this.#syncing = []
    this.#closeEnded()
    if (!this.#next) return
    this.#isBusy = true
    this.#schedule()
  }

  /** Rejects the writes that were made to the same file during a failed sync. */
  #dropNext(error: unknown): void {
    this.#next?.reject(notSaved(error))
    this.#next = null
    this.#dirty.clear()
  }

  #closeEnded(): void {
    for (const descriptor of this.#ended) {
      if (this.#dirty.has(descriptor) || this.#syncing.includes(descriptor)) continue
      this.#ended.delete(descriptor)
      disk.close(descriptor)
    }
  }
}

/** The error for a request whose response is withheld, because the request would not survive a power failure. */
export function notSaved(cause: unknown): GatewayError {
  return new GatewayError('store_unavailable', {
    message: 'The request could not be saved to disk, so its response is withheld.',
    cause,
  })
}

/** Rejects with the first error, but only after every sync has ended, so that no file is in use. */
async function allEnded(syncs: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(syncs)) if (result.status === 'rejected') throw result.reason
}
