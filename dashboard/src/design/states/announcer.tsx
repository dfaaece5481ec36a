/** The one polite live region: what changed without being asked for, at most once every ten seconds. */

import { signal } from '@preact/signals'

const spoken = signal('')
const QUIET_MS = 10_000

let lastAtMs = Number.NEGATIVE_INFINITY
let waiting: ReturnType<typeof setTimeout> | null = null

/** For answers to what a person just did: said at once. */
export function announce(words: string): void {
  // The same words twice in a row would not be read again.
  spoken.value = spoken.value === words ? `${words}\u00a0` : words
  lastAtMs = performance.now()
}

/** For news that come by themselves, such as live rows: only the latest of ten seconds is said. */
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
