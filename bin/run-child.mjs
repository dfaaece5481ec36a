/**
 * Runs Bun so that launcher and child behave like one process: each signal is forwarded once, and the exit code is
 * passed through.
 */

import { spawn } from 'node:child_process'

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']

// Under npm, ctrl-c reaches the launcher twice: from the terminal and from npm. A second ctrl-c by a person comes
// later.
const SAME_SIGNAL_MS = 300

const PARENT_CHECK_MS = 250

/**
 * The child gets its own process group, so that ctrl-c in a terminal reaches only the launcher, which forwards it once.
 * A SIGKILL to the launcher's group then misses the child, so `--no-orphans` makes Bun exit with its parent.
 * @param {string} bun
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} environment
 */
export function runChild(bun, args, environment) {
  const windows = process.platform === 'win32'
  const lastSeenMs = new Map()
  // Before the child starts: a signal that arrives now must not end the launcher alone. Handlers run in a later tick.
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      const nowMs = performance.now()
      const repeated = nowMs - (lastSeenMs.get(signal) ?? Number.NEGATIVE_INFINITY) < SAME_SIGNAL_MS
      lastSeenMs.set(signal, nowMs)
      // On Windows, the console signals every process itself.
      if (!repeated && !windows) child.kill(signal)
    })
  }
  const child = spawn(bun, ['--no-orphans', ...args], { stdio: 'inherit', env: environment, detached: !windows })
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    process.stderr.write(`Gatehouse: cannot run ${bun}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // Exit by the same signal, so that the shell sees 128 + n.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** A killed npm does not signal its children. Stopping `npm start` that way must still stop the gateway. */
function watchParent(onExit) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onExit()
  }, PARENT_CHECK_MS)
}
