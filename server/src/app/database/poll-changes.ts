/** Follows what other nodes change by asking the shared store every second, and notices when it cannot be asked. */

import type { Change, ChangeFeed, ChangeStore } from '../../core/stores/changes.ts'

const ASK_EVERY_MS = 1_000
const MOST_AT_ONCE = 500

export type PolledChanges = ChangeFeed & {
  /** How long the store has been out of reach; 0 while it answers. */
  outOfReachMs(): number
  /** Something may have changed: the store is asked at once. */
  askNow(): void
}

/** Begins behind `sequence`, which was read before anything else was. */
export function pollChanges(store: ChangeStore, sequence: number, everyMs = ASK_EVERY_MS): PolledChanges {
  const listeners: ((change: Change | null) => void)[] = []
  let last = sequence
  let answeredAtMs = performance.now()
  let isFailing = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | null = null
  let asking: Promise<void> = Promise.resolve()

  const tell = (change: Change | null) => {
    for (const listener of listeners) listener(change)
  }

  const ask = async () => {
    try {
      const { changes, isComplete } = await store.after(last, MOST_AT_ONCE)
      answeredAtMs = performance.now()
      isFailing = false
      if (!isComplete) tell(null)
      for (const { change } of changes) if (isComplete) tell(change)
      last = changes.at(-1)?.sequence ?? last
      schedule(changes.length === MOST_AT_ONCE ? 0 : everyMs)
    } catch {
      isFailing = true
      schedule(everyMs)
    }
  }

  const schedule = (delayMs: number) => {
    if (isClosed) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      asking = askOnce()
    }, delayMs)
    timer.unref()
  }

  let isAsking = false
  let isToAskAgain = false
  const askOnce = async () => {
    isAsking = true
    await ask()
    isAsking = false
    if (!isToAskAgain || isClosed) return
    isToAskAgain = false
    schedule(0)
  }

  schedule(everyMs)
  return {
    askNow: () => {
      // A question under way may have been too early.
      if (isAsking) isToAskAgain = true
      else schedule(0)
    },
    // It was written down with the change itself, and every node asks.
    publish() {},
    onChange: (listener) => void listeners.push(listener),
    outOfReachMs: () => {
      const silentMs = performance.now() - answeredAtMs
      // A question that hangs is no answer either.
      return isFailing || silentMs > 5 * everyMs ? silentMs : 0
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await asking
    },
  }
}
