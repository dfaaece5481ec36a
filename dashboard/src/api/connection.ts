/** Tracks whether the gateway is reachable: calls and the live stream report it, the offline banner shows it. */

import { signal } from '@preact/signals'

export type Connection =
  | { readonly state: 'online' }
  | { readonly state: 'offline'; readonly sinceMs: number; readonly nextTryAtMs: number }

export const connection = signal<Connection>({ state: 'online' })

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000
const ANSWER_WITHIN_MS = 5_000

let waitMs = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | null = null
const onReturn = new Set<() => void>()

/** Calls `listener` each time the gateway responds again after an outage. Returns the unsubscribe function. */
export function whenBackOnline(listener: () => void): () => void {
  onReturn.add(listener)
  return () => onReturn.delete(listener)
}

export function noteAnswer(): void {
  if (connection.value.state === 'online') return
  if (timer !== null) clearTimeout(timer)
  timer = null
  waitMs = FIRST_WAIT_MS
  connection.value = { state: 'online' }
  for (const listener of [...onReturn]) listener()
}

export function noteSilence(): void {
  if (timer !== null) return
  const sinceMs = connection.value.state === 'offline' ? connection.value.sinceMs : Date.now()
  connection.value = { state: 'offline', sinceMs, nextTryAtMs: Date.now() + waitMs }
  timer = setTimeout(tryAgain, waitMs)
  waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
}

/** Also called by the "Try now" button of the offline banner. */
export async function tryAgain(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    if (answer.ok) noteAnswer()
    else noteSilence()
  } catch {
    noteSilence()
  }
}
