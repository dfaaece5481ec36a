/** Runs Bun so that it and its launcher behave as one process: one signal in, one signal on, one exit code. */

import { spawn } from 'node:child_process'

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

// Ctrl-c under npm reaches the launcher twice, from the terminal and from npm; a person's second ctrl-c comes later.
const SAME_SIGNAL_MS = 300

const PARENT_CHECK_MS = 250

/**
 * The child gets a process group of its own: a terminal's ctrl-c then reaches only the launcher, which hands it on
 * once. The price is that killing the launcher's group with SIGKILL misses the child, so Bun is told to end with its
 * parent.
 * @param {string} bun
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
export function runChild(bun, args, environment) {
  const windows = process.platform === 'win32'
  const child = spawn(bun, ['--no-orphans', ...args], { stdio: 'inherit', env: environment, detached: !windows })
  const lastSeenMs = new Map()
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      const nowMs = performance.now()
      const repeated = nowMs - (lastSeenMs.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_SIGNAL_MS
      lastSeenMs.set(signal, nowMs)
      // On Windows the console tells every process itself.
      if (!repeated && !windows) child.kill(signal)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    process.stderr.write(`Gatehouse: cannot run ${bun}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // Dying of the same signal shows the shell the truth (128 + n).
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** An npm that was killed tells nobody: whoever stopped `npm start` that way still meant the gateway to stop. */
function watchParent(onGone) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, PARENT_CHECK_MS)
}
