/** A signal for a server and the processes it has started: PostgreSQL has one for each connection. */

import { readdirSync, readFileSync } from 'node:fs'

/** @param {number} pid @param {string} signal */
export function signalTree(pid, signal) {
  const family = [pid, ...childrenOf(pid)]
  for (const member of family) {
    try {
      process.kill(member, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Elsewhere than on Linux nobody is found: a test that needs them fails and says so. */
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
    // The second field is a name in parentheses, which may hold anything.
    const [, parent] = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return null
  }
}
