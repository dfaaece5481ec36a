/** The headers by which clients pace themselves, in OpenAI's names; of several limits the tightest is told. */

import type { HeaderMap } from '../../core/headers.ts'
import type { WindowView } from '../../core/money/budget-service.ts'

/** Adds to `headers` what the windows of a request say. */
export function addRateHeaders(headers: HeaderMap, windows: readonly WindowView[], nowMs: number): void {
  for (const type of ['requests', 'tokens'] as const) {
    let tightest: WindowView | null = null
    for (const window of windows) {
      if (window.terms.limit.type === type && (!tightest || isTighter(window, tightest))) tightest = window
    }
    if (!tightest) continue
    headers[`x-ratelimit-limit-${type}`] = String(tightest.terms.limit.value)
    headers[`x-ratelimit-remaining-${type}`] = String(tightest.remainingUnits)
    headers[`x-ratelimit-reset-${type}`] = inWords(Math.max(0, tightest.resetAtMs - nowMs))
  }
}

/** Fewer left; of two with as many, the one that opens later. */
function isTighter(one: WindowView, other: WindowView): boolean {
  if (one.remainingUnits !== other.remainingUnits) return one.remainingUnits < other.remainingUnits
  return one.resetAtMs > other.resetAtMs
}

/** `350ms`, `12s`, `6m0s`, `1h30m0s`: as OpenAI writes it. */
function inWords(ms: number): string {
  if (ms < 1_000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1_000)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}h` : ''}${seconds >= 60 ? `${minutes}m` : ''}${seconds % 60}s`
}
