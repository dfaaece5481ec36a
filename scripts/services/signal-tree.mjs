/** Sends a signal to a server and its child processes: PostgreSQL has one per connection. */

import { readdirSync, readFileSync } from 'node:fs'

/** @param {number} pid @param {string} signal */
export function signalTree(pid, signal) {
  const family = [pid, ...childrenOf(pid)]
  for (const member of family) {
    try {
      process.kill(member, signal)
    } catch {
      // It has exited in the meantime.
    }
  }
}

/** Finds child processes on Linux only. On other systems a test that needs them fails. */
function childrenOf(pid) {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
      .map(Number)
  } catch {
    return []
  }
}

function parentOf(pid) {
  try {
    // The second field is a name in parentheses, which may contain any character.
    const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return null
  }
}
