/** Copies control changes from the WAL into control.db soon after they were made, so that a lost WAL loses at most a second. A checkpoint for each would hold up the thread for 5 to 100 ms. */

import type { ControlStore } from '../../core/stores/stores.ts'
import type { ChangeCount } from './change-count.ts'
import { type ControlDatabase, checkpoint } from './control-database.ts'

/** Changes that follow each other share one checkpoint. */
const CHECKPOINT_AFTER_MS = 1_000

export class Checkpoints {
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(
    private readonly database: ControlDatabase,
    /** Nothing is lost then: the changes stay in the WAL until the next checkpoint. */
    private readonly onFailure: (error: unknown) => void,
    private readonly changes: Pick<ChangeCount, 'update'> | null,
    private readonly afterMs = CHECKPOINT_AFTER_MS,
  ) {}

  /** The same store; each of its transactions is followed by a checkpoint, which the caller does not wait for. */
  follow(store: ControlStore): ControlStore {
    return {
      ...store,
      transact: async (work) => {
        const result = await store.transact(work)
        // It is committed: that it could not be counted does not undo it.
        await this.changes?.update().catch(this.onFailure)
        this.#schedule()
        return result
      },
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#running = checkpoint(this.database).catch(this.onFailure)
    }, this.afterMs)
    this.#timer.unref()
  }
}
