/**
 * Copies changes from the WAL into control.db about a second later, so that a lost WAL loses about a second of changes.
 * One checkpoint per change would block the thread for 5 to 100 ms each.
 */

import type { ControlStore } from '../../core/stores/stores.ts'
import type { ChangeCount } from './change-count.ts'
import { type ControlDatabase, checkpoint } from './control-database.ts'

/** Changes within this time share one checkpoint. */
const CHECKPOINT_AFTER_MS = 1_000

export class Checkpoints {
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(
    private readonly database: ControlDatabase,
    /** A failure loses nothing: the changes stay in the WAL until the next checkpoint. */
    private readonly onFailure: (error: unknown) => void,
    private readonly changes: Pick<ChangeCount, 'update'> | null,
    /** With the durability `disk`: makes all commits so far durable. The caller of a transaction waits for it. */
    private readonly sync: (() => Promise<void>) | null = null,
    private readonly afterMs = CHECKPOINT_AFTER_MS,
  ) {}

  /** Wraps the store so that each transaction schedules a checkpoint. The caller does not wait for it. */
  follow(store: ControlStore): ControlStore {
    return {
      ...store,
      transact: async (work) => {
        const result = await store.transact(work)
        // Sync before the count is written: the count must not include a change that a power failure undoes.
        if (this.sync) await this.sync()
        // The transaction is committed; a failed count must not fail the call.
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
