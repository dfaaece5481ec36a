/** The state of a sink in words: whether it delivers, and how far it is behind. */

import type { Tone } from '../../design/data/badge.tsx'
import type { Sink } from './sink.ts'

/** A sink is behind if its oldest log waits longer than this. Shorter waits are normal, because it sends batches. */
const BEHIND_AFTER_MS = 5 * 60_000

export function stateOf({ enabled, progress }: Pick<Sink, 'enabled' | 'progress'>, nowMs = Date.now()) {
  const state = (tone: Tone, words: string) => ({ tone, words })
  if (!enabled) return state('neutral', 'Disabled')
  if (progress === null) return state('neutral', 'No report yet')
  const { last_error: error, last_delivered_at: delivered, oldest_waiting_at: oldest } = progress
  if (error !== null && (delivered === null || Date.parse(error.at) > Date.parse(delivered)))
    return state('error', 'Failing')
  if (oldest !== null && nowMs - Date.parse(oldest) > BEHIND_AFTER_MS) return state('warning', 'Behind')
  return state('ok', 'Delivering')
}

/** How long the oldest log has been waiting: `12 s`, `3 min`, `2.5 h`. */
export function lagWords(oldest: string | null, nowMs = Date.now()): string {
  if (oldest === null) return 'None'
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(oldest)) / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  return `${Number((seconds / 3_600).toFixed(1))} h`
}
