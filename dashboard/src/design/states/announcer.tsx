/** The polite ARIA live region: announces background changes at most every ten seconds. */

import { signal } from '@preact/signals'

const spoken = signal('')
const QUIET_MS = 10_000

let lastAtMs = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | null = null

/** For results of a user action: announced immediately. */
export function announce(words: string): void {
  // Screen readers skip a repeated text, so add a non-breaking space.
  spoken.value = spoken.value === words ? `${words}\u00a0` : words
  lastAtMs = performance.now()
}

/** For background updates such as live rows: only the latest within ten seconds is announced. */
export function announceCalmly(words: string): void {
  if (waiting !== null) clearTimeout(waiting)
  const waitMs = Math.max(0, lastAtMs + QUIET_MS - performance.now())
  waiting = setTimeout(() => announce(words), waitMs)
}

export function Announcer() {
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {spoken.value}
    </div>
  )
}
