/**
 * Preloaded into the gateway: measures its event loop delay. On SIGUSR2 it writes the longest turn since the last
 * signal to GATEHOUSE_LOOP_DELAY_FILE: in wall-clock time (`clockMs`), in CPU time of the main thread (`cpuMs`), and in
 * wall-clock time without waiting for a core (`stallMs`). `stallMs` includes waiting for a lock or a disk.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 1
const NONE = { clockMs: 0, cpuMs: 0, stallMs: 0 }
const file = process.env['GATEHOUSE_LOOP_DELAY_FILE']

if (file !== undefined && isMainThread) watch(file)

function watch(path: string): void {
  let longest = NONE
  let lastMs = performance.now()
  let last = mainThread()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const now = mainThread()
    const turnMs = nowMs - lastMs - TICK_MS
    longest = {
      clockMs: Math.max(longest.clockMs, turnMs),
      cpuMs: Math.max(longest.cpuMs, now.cpuMs - last.cpuMs),
      stallMs: Math.max(longest.stallMs, turnMs - (now.queuedMs - last.queuedMs)),
    }
    lastMs = nowMs
    last = now
  }, TICK_MS)
  timer.unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${path}.new`, JSON.stringify(longest))
    renameSync(`${path}.new`, path)
    longest = NONE
  })
}

/** The id of the main thread equals the process id. `queuedMs`: how long the thread has waited for a core. */
function mainThread(): { readonly cpuMs: number; readonly queuedMs: number } {
  const [cpu, queued] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
  return { cpuMs: Number(cpu) / 1e6, queuedMs: Number(queued) / 1e6 }
}
