/** Gateway overhead of a request: its duration minus the time spent in attempts and in waits between retries. */

import type { AttemptRecord, RequestRecord } from '../record.ts'

export function overheadMs({
  durationMs,
  attempts,
  decisions,
}: Pick<RequestRecord, 'durationMs' | 'attempts' | 'decisions'>): number {
  let others = 0
  for (const attempt of attempts) if (!attempt.isBeside) others += attempt.durationMs
  for (const { kind, durationMs: waitedMs } of decisions) if (kind === 'wait') others += waitedMs
  if (attempts.some((attempt) => attempt.isBeside)) others += besideMs(attempts)
  return Math.max(0, durationMs - others)
}

/** The time in which at least one extra call was running. Only extra calls run in parallel. */
function besideMs(attempts: readonly AttemptRecord[]): number {
  const calls = attempts.filter((attempt) => attempt.isBeside).sort((a, b) => a.startMs - b.startMs)
  let totalMs = 0
  let endMs = 0
  for (const { startMs, durationMs } of calls) {
    totalMs += Math.max(0, startMs + durationMs - Math.max(startMs, endMs))
    endMs = Math.max(endMs, startMs + durationMs)
  }
  return totalMs
}
