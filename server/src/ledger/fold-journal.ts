/** Folds the journal into the store in small transactions, and verifies that balances match their entries. */

import type { JournalPosition, LedgerState, LedgerStore } from '../core/money/ledger-store.ts'
import { FoldedState, type Mismatch } from './fold-batch.ts'
import type { LedgerJournal } from './ledger-journal.ts'

/** Frames per transaction, which then takes about a millisecond. */
const FRAMES_AT_ONCE = 256
const FOLD_AFTER_MS = 250
const RETRY_AFTER_MS = 2_000
const ACCOUNTS_AT_ONCE = 16

export type FoldHealth = {
  readonly mismatches: number
  readonly lastProblem: string | null
}

export type FoldEvents = {
  readonly onMismatch: (mismatch: Mismatch) => void
}

export class JournalFold {
  readonly #folded: FoldedState
  #position: JournalPosition
  #timer: ReturnType<typeof setTimeout> | null = null
  #running: Promise<void> = Promise.resolve()
  #isClosed = false
  #hasMore = false
  #mismatches = 0
  #lastProblem: string | null = null
  /** Why the last fold failed; null after a successful one. */
  #failure: string | null = null

  constructor(
    private readonly journal: LedgerJournal,
    private readonly store: LedgerStore,
    state: LedgerState,
    private readonly events: FoldEvents,
    /** With the durability `disk`: makes all folds so far durable. */
    private readonly syncStore: (() => Promise<void>) | null = null,
  ) {
    this.#folded = new FoldedState(state.balances)
    this.#position = state.position ?? { segment: 0, offsetBytes: 0 }
  }

  /** Call after appending to the journal. */
  wake(): void {
    this.#hasMore = true
    if (this.#timer === null && !this.#isClosed) this.#schedule(FOLD_AFTER_MS)
  }

  health(): FoldHealth {
    return { mismatches: this.#mismatches, lastProblem: this.#lastProblem ?? this.#failure }
  }

  /** Compares every balance with the sum of its entries, after the folds already queued. */
  verify(): Promise<void> {
    this.#running = this.#running.then(() => this.#verifyAll()).catch((error: unknown) => this.#fail(error))
    return this.#running
  }

  /** Folds to the end of the journal; rejects if that fails. */
  flush(): Promise<void> {
    const flushing = this.#running.then(() => this.#foldAll(true))
    this.#running = flushing.catch((error: unknown) => this.#fail(error))
    return flushing
  }

  /** Folds the rest of the journal. */
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

  /** Unless `toTheEnd`, returns after a partial batch, so that later frames collect for one transaction. */
  async #foldAll(toTheEnd = false): Promise<void> {
    for (;;) {
      this.#hasMore = false
      const { frames, next } = this.journal.read(this.#position, FRAMES_AT_ONCE)
      if (frames.length === 0) return
      if (this.syncStore) await onDisk(this.journal)
      const summary = this.#folded.summarise(frames, next)
      const batch = summary.batch()
      const known = await this.store.fold(batch)
      this.#failure = null
      if (known > 0) this.#note(`${known} ledger entries were already in the store`)
      for (const mismatch of summary.mismatches) this.#report(mismatch)
      this.#folded.commit(batch)
      if (next.segment !== this.#position.segment) {
        await this.syncStore?.()
        this.journal.forget(next)
      }
      this.#position = next
      const unread = this.journal.unreadBytes(next)
      if (!toTheEnd && frames.length < FRAMES_AT_ONCE && unread !== null) {
        if (unread > 0) this.#hasMore = true
        return
      }
      // Let pending requests run between transactions.
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
    const { account, addedUnits, counterUnits } = mismatch
    this.#note(`the entries of ${account} add up to ${addedUnits}, but its balance is ${counterUnits}`)
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

/**
 * Waits until the journal is synced: the stored position must not be ahead of the part of the journal that survives a
 * power failure. Ignores a failed sync, because the entries are then safer in the store.
 */
export function onDisk(journal: Pick<LedgerJournal, 'synced'>): Promise<void> {
  return journal.synced().catch(() => {})
}
