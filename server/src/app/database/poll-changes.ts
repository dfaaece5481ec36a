/** Polls the shared store every second for changes by other nodes and tracks whether the store is reachable. */

import type { Change, ChangeFeed, ChangeStore } from '../../core/stores/changes.ts'

const POLL_INTERVAL_MS = 1_000
const BATCH_SIZE = 500

export type PolledChanges = ChangeFeed & {
  /** How long the store has been unreachable; 0 while it responds. */
  outOfReachMs(): number
  /** Polls immediately because something may have changed. */
  pollNow(): void
}

/** Starts after `sequence`, which the caller read before any other data. */
export function pollChanges(store: ChangeStore, sequence: number, everyMs = POLL_INTERVAL_MS): PolledChanges {
  const listeners: ((change: Change | null) => void)[] = []
  let last = sequence
  let reachedAtMs = performance.now()
  let isFailing = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let polling: Promise<void> = Promise.resolve()

  const notify = (change: Change | null) => {
    for (const listener of listeners) listener(change)
  }

  const poll = async () => {
    try {
      const { changes, isComplete } = await store.after(last, BATCH_SIZE)
      reachedAtMs = performance.now()
      isFailing = false
      if (!isComplete) notify(null)
      for (const { change } of changes) if (isComplete) notify(change)
      last = changes.at(-1)?.sequence ?? last
      schedule(changes.length === BATCH_SIZE ? 0 : everyMs)
    } catch {
      isFailing = true
      schedule(everyMs)
    }
  }

  const schedule = (delayMs: number) => {
    if (isClosed) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      polling = pollOnce()
    }, delayMs)
    timer.unref()
  }

  let isPolling = false
  let isPollPending = false
  const pollOnce = async () => {
    isPolling = true
    await poll()
    isPolling = false
    if (!isPollPending || isClosed) return
    isPollPending = false
    schedule(0)
  }

  schedule(everyMs)
  return {
    pollNow: () => {
      // The poll in progress may have read before the change.
      if (isPolling) isPollPending = true
      else schedule(0)
    },
    // No-op: the change is stored in the same transaction as the data, and every node polls.
    publish() {},
    onChange: (listener) => void listeners.push(listener),
    outOfReachMs: () => {
      const silentMs = performance.now() - reachedAtMs
      // A poll that hangs counts as unreachable too.
      return isFailing || silentMs > 5 * everyMs ? silentMs : 0
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await polling
    },
  }
}
