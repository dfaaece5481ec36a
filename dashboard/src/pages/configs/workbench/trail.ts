/** The dry-run result per target, as a label on its box in the map. */

import type { Explanation } from '../explain/scenario.ts'
import type { NodeOutcome } from '../map/node-list.tsx'

export function trailOf(result: Explanation | null): ReadonlyMap<string, NodeOutcome> {
  const trail = new Map<string, NodeOutcome>()
  if (!result) return trail
  for (const { kind, target, reason } of result.decisions) {
    if (kind === 'breaker' && target !== null && reason.startsWith('skipped'))
      trail.set(target, { words: 'skipped', tone: 'error' })
  }
  const counts = new Map<string, number>()
  for (const { target, status_code: status, error_code: error } of result.attempts) {
    const calls = (counts.get(target) ?? 0) + 1
    counts.set(target, calls)
    const times = calls > 1 ? ` ×${calls}` : ''
    const words = status === null ? shortError(error) : String(status)
    trail.set(target, { words: words + times, tone: toneOf(status) })
  }
  return trail
}

function shortError(code: string | null): string {
  if (code === 'request_timeout' || code === 'upstream_idle') return 'timeout'
  return code === 'upstream_unreachable' ? 'no connection' : 'cut off'
}

/** Errors that a retry or another target can recover from are warnings. */
function toneOf(status: number | null): NodeOutcome['tone'] {
  if (status === null) return 'error'
  if (status < 400) return 'ok'
  return status === 429 || status === 408 ? 'warning' : 'error'
}
