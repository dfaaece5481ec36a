/**
 * With the durability `disk`, creates and syncs the next segment of a ledger journal in the background, so that taking
 * it needs no sync on the main thread. Until then the file has no segment number: readers and backups do not see it.
 */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../core/runtime/disk.ts'

const NAME = 'next.ledger'
/** Wait after a failure, such as a full disk. */
const RETRY_MS = 1_000

/** Removes a segment that a killed process had prepared. */
export function removePrepared(directory: string): void {
  rmSync(join(directory, NAME), { force: true })
}

export class NextSegment {
  #descriptor: number | null = null
  #isReady = false
  #isClosed = false
  #retryAtMs = 0
  readonly #path: string

  constructor(directory: string) {
    this.#path = join(directory, NAME)
  }

  /** Starts to create the file with this first frame, unless it exists or is being created. */
  prepare(firstFrame: Buffer): void {
    if (this.#descriptor !== null || this.#isClosed || performance.now() < this.#retryAtMs) return
    try {
      const descriptor = disk.create(this.#path)
      this.#descriptor = descriptor
      if (disk.write(descriptor, firstFrame, firstFrame.length) < firstFrame.length) return this.#drop()
      disk.sync(descriptor).then(
        () => {
          if (this.#isClosed) this.#drop()
          else this.#isReady = true
        },
        () => this.#drop(),
      )
    } catch {
      this.#drop()
    }
  }

  /** Renames the file and returns its descriptor; null if it is not ready. The name is not durable yet. */
  take(path: string): number | null {
    if (!this.#isReady) return null
    disk.rename(this.#path, path)
    const descriptor = this.#descriptor
    this.#descriptor = null
    this.#isReady = false
    return descriptor
  }

  close(): void {
    this.#isClosed = true
    // A descriptor whose sync is running must stay open, because its number could be reused. `prepare` closes it later.
    if (this.#isReady) this.#drop()
  }

  #drop(): void {
    this.#retryAtMs = performance.now() + RETRY_MS
    this.#isReady = false
    if (this.#descriptor !== null) disk.close(this.#descriptor)
    this.#descriptor = null
    try {
      disk.remove(this.#path)
    } catch {
      // It was not created, or the folder was removed.
    }
  }
}
