/** Reads CPU time of all threads and resident memory of a process from /proc. */

import { readFileSync } from 'node:fs'

// Linux reports CPU time in ticks of 10 ms.
const TICK_MS = 10
const SAMPLE_MS = 100
const IDLE_SAMPLES = 5
const SETTLE_LIMIT_MS = 60_000

export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Fields are counted after the name in parentheses, which may contain spaces. 14 and 15 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export function residentBytes(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) * 1024
}

/** The first child of a process: the server started by the launcher. */
export function childOf(pid: number): number {
  const child = Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)
  if (Number.isNaN(child)) throw new Error(`process ${pid} has no child`)
  return child
}

/** Waits until the process has used no CPU for half a second. The journal is then empty and all records are stored. */
export async function untilIdle(pid: number): Promise<void> {
  const deadlineMs = performance.now() + SETTLE_LIMIT_MS
  let last = cpuMs(pid)
  for (let idle = 0; idle < IDLE_SAMPLES; ) {
    if (performance.now() > deadlineMs)
      throw new Error(`process ${pid} did not become idle within ${SETTLE_LIMIT_MS} ms`)
    await Bun.sleep(SAMPLE_MS)
    const now = cpuMs(pid)
    idle = now === last ? idle + 1 : 0
    last = now
  }
}

/** Calls `take` with the resident memory at short intervals until `stop` is called. */
export function watchResident(pid: number, take: (bytes: number) => void): { stop(): void } {
  const timer = setInterval(() => take(residentBytes(pid)), 50)
  return { stop: () => clearInterval(timer) }
}
