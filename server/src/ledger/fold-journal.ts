/** Carries the journal into the store, a little at a time, and follows whether the books add up. */

import type { JournalPosition, LedgerState, LedgerStore } from '../core/money/ledger-store.ts'
import { FoldedState, type Mismatch } from './fold-batch.ts'
import type { LedgerJournal } from './ledger-journal.ts'

/** In one transaction: about a millisecond. */
const FRAMES_AT_ONCE = 256
const FOLD_AFTER_MS = 250
const RETRY_AFTER_MS = 2_000
const ACCOUNTS_AT_ONCE = 16

export type FolderHealth = {
  readonly mismatches: number
  readonly lastProblem: string | null
}

export type FolderEvents = {
  readonly onMismatch: (mismatch: Mismatch) => void
}

export class Folder {
  readonly #books: FoldedState
  #position: JournalPosition
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false
  #hasMore = false
  #mismatches = 0
  #lastProblem: string | null = null
  /** Why the last fold failed; null once one has succeeded. */
  #failure: string | null = null

  constructor(
    private readonly journal: LedgerJournal,
    private readonly store: LedgerStore,
    state: LedgerState,
    private readonly events: FolderEvents,
  ) {
    this.#books = new FoldedState(state.balances)
    this.#position = state.position ?? { segment: 0, offsetBytes: 0 }
  }

  /** Something was appended. */
  wake(): void {
    this.#hasMore = true
    if (this.#timer === null && !this.#isClosed) this.#schedule(FOLD_AFTER_MS)
  }

  health(): FolderHealth {
    return { mismatches: this.#mismatches, lastProblem: this.#lastProblem ?? this.#failure }
  }

  /** Adds up the entries of every account and compares; in small steps, behind what is being folded. */
  verify(): Promise<void> {
    this.#running = this.#running.then(() => this.#verifyAll()).catch((error: unknown) => this.#fail(error))
    return this.#running
  }

  /** Rejects when the journal could not be folded to its end. */
  flush(): Promise<void> {
    const flushing = this.#running.then(() => this.#foldAll(true))
    this.#running = flushing.catch((error: unknown) => this.#fail(error))
    return flushing
  }

  /** Writes down what is left. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
    await this.#foldAll(true).catch((error: unknown) => this.#fail(error))
  }

  #schedule(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#running
        .then(() => this.#foldAll())
        .then(
          () => {
            this.#timer = null
            if (this.#hasMore) this.wake()
          },
          (error: unknown) => {
            this.#fail(error)
            this.#timer = null
            if (!this.#isClosed) this.#schedule(RETRY_AFTER_MS)
          },
        )
    }, afterMs)
    this.#timer.unref()
  }

  /** Few frames wait for more, unless `toTheEnd`: a transaction for each would cost more than what is in it. */
  async #foldAll(toTheEnd = false): Promise<void> {
    for (;;) {
      this.#hasMore = false
      const { frames, next } = this.journal.read(this.#position, FRAMES_AT_ONCE)
      if (frames.length === 0) return
      const summary = this.#books.summarise(frames, next)
      const batch = summary.batch()
      const known = await this.store.fold(batch)
      this.#failure = null
      if (known > 0) this.#note(`${known} ledger entries were in the store already`)
      for (const mismatch of summary.mismatches) this.#report(mismatch)
      this.#books.commit(batch)
      if (next.segment !== this.#position.segment) this.journal.forget(next)
      this.#position = next
      const unread = this.journal.unreadBytes(next)
      if (!toTheEnd && frames.length < FRAMES_AT_ONCE && unread !== null) {
        if (unread > 0) this.#hasMore = true
        return
      }
      // Requests that wait go first.
      await Bun.sleep(0)
    }
  }

  async #verifyAll(): Promise<void> {
    let account: string | null = ''
    while (account !== null && !this.#isClosed) {
      const { checks, last } = await this.store.check(account, ACCOUNTS_AT_ONCE)
      for (const { account: checked, usedUnits, entryUnits } of checks) {
        if (usedUnits === entryUnits) continue
        this.#report({ account: checked, addedUnits: entryUnits, counterUnits: usedUnits })
      }
      account = last
      await Bun.sleep(0)
    }
  }

  #report(mismatch: Mismatch): void {
    this.#note(`the entries of ${mismatch.account} add up to ${mismatch.addedUnits}, not ${mismatch.counterUnits}`)
    this.events.onMismatch(mismatch)
  }

  #note(problem: string): void {
    this.#mismatches++
    this.#lastProblem = problem
  }

  #fail(error: unknown): void {
    this.#failure = String(error)
  }
}
