/** Gateway overhead of a request: its duration minus the time spent in attempts and in waits between retries. */

import type { RequestRecord } from '../record.ts'

/** Attempts and waits never overlap, so their durations can be added. */
export function overheadMs({
  durationMs,
  attempts,
  decisions,
}: Pick<RequestRecord, 'durationMs' | 'attempts' | 'decisions'>): number {
  let others = 0
  for (const attempt of attempts) others += attempt.durationMs
  for (const { kind, durationMs: waitedMs } of decisions) if (kind === 'wait') others += waitedMs
  return Math.max(0, durationMs - others)
}
