/** The gateway's own time of a request: what neither a provider nor a wait between two calls took. */

import type { RequestRecord } from '../record.ts'

/** Attempts and waits follow one another: what is left of the time is ours. */
export function ownMs({
  durationMs,
  attempts,
  decisions,
}: Pick<RequestRecord, 'durationMs' | 'attempts' | 'decisions'>): number {
  let others = 0
  for (const attempt of attempts) others += attempt.durationMs
  for (const { kind, durationMs: waitedMs } of decisions) if (kind === 'wait') others += waitedMs
  return Math.max(0, durationMs - others)
}
