/**
 * Preloaded into the gateway: measures its event loop delay. On SIGUSR2 it writes the longest turn since the last
 * signal to GATEHOUSE_LOOP_DELAY_FILE, in wall-clock time and in CPU time of the main thread. CPU time excludes time in
 * which other processes had the core.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const TICK_MS = 1
const file = process.env['GATEHOUSE_LOOP_DELAY_FILE']

if (file !== undefined && isMainThread) watch(file)

function watch(path: string): void {
  let clockMs = 0
  let cpuMs = 0
  let lastMs = performance.now()
  let lastCpuMs = mainThreadMs()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const nowCpuMs = mainThreadMs()
    clockMs = Math.max(clockMs, nowMs - lastMs - TICK_MS)
    cpuMs = Math.max(cpuMs, nowCpuMs - lastCpuMs)
    lastMs = nowMs
    lastCpuMs = nowCpuMs
  }, TICK_MS)
  timer.unref()
  process.on('SIGUSR2', () => {
    writeFileSync(`${path}.new`, JSON.stringify({ clockMs, cpuMs }))
    renameSync(`${path}.new`, path)
    clockMs = 0
    cpuMs = 0
  })
}

/** The main thread's id equals its process id. */
function mainThreadMs(): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')
  return Number(nanoseconds) / 1e6
}
