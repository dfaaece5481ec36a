/** Resident memory of a fresh process: idle, with stalled readers, and with many open streams. */

import { startLoad } from '../load/run-load.ts'
import type { LoadSpec } from '../load/spec.ts'
import { residentBytes, untilIdle } from '../process-meter.ts'
import type { StartSubject } from '../subjects.ts'

export type MemoryResult = { readonly idleBytes: number; readonly heldBytes: number }

const SAMPLE_MS = 250
const STEADY_SAMPLES = 8
const WATCH_LIMIT_MS = 60_000
// Without back-pressure, a thousand stalled readers would exhaust the machine's memory before the time limit.
const GIVE_UP_BYTES = 1.5 * 1024 ** 3

export async function measureMemory(
  start: StartSubject,
  upstream: string,
  held: { readonly model: 'bench-flood' | 'bench-open'; readonly count: number },
): Promise<MemoryResult> {
  const subject = await start(upstream)
  try {
    await untilIdle(subject.pid)
    const idleBytes = residentBytes(subject.pid)
    const spec: LoadSpec = { kind: 'hold', target: { url: subject.url, headers: subject.headers }, ...held }
    const { load } = await startLoad(spec)
    const heldBytes = await steadyPeak(subject.pid)
    await load.stop()
    return { idleBytes, heldBytes }
  } finally {
    await subject.stop()
  }
}

/** Resolves with the peak as soon as it has risen by less than one percent for two seconds. */
async function steadyPeak(pid: number): Promise<number> {
  const deadlineMs = performance.now() + WATCH_LIMIT_MS
  let peak = residentBytes(pid)
  for (let steady = 0; steady < STEADY_SAMPLES && performance.now() < deadlineMs; ) {
    await Bun.sleep(SAMPLE_MS)
    const now = residentBytes(pid)
    steady = now > peak * 1.01 ? 0 : steady + 1
    peak = Math.max(peak, now)
    if (peak > GIVE_UP_BYTES) break
  }
  return peak
}
