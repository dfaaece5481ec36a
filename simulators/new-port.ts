/**
 * Ports for the servers of tests, each given out once per process. No other process gets them, not even after the
 * server has stopped, so a stopped server stays unreachable and can start again on its port. Servers also inherit
 * nothing from earlier ones: a gateway under test keeps caches, circuits and connections per address.
 *
 * A process owns a block of ports while it listens on the first one. The blocks are below the range from which
 * operating systems choose ports, and contain none that the gateway never connects to, such as 11211 and 27017.
 * scripts/services/server-port.mjs does the same for servers that Node starts.
 */

import PORTS from '../scripts/services/test-ports.json' with { type: 'json' }

/** Kept, so that the garbage collector does not close them. */
const owned: Bun.TCPSocketListener<undefined>[] = []
let next = 0
let end = 0

export function newPort(): number {
  for (;;) {
    if (next === end) {
      next = ownBlock() + 1
      end = next + PORTS.blockSize - 1
    }
    const port = next++
    // A program other than a test may use it.
    const probe = listen(port)
    if (probe !== null) {
      probe.stop(true)
      return port
    }
  }
}

/** The first port of a block that no process owns. */
function ownBlock(): number {
  const count = PORTS.lastBlock - PORTS.firstBlock + 1
  const start = Math.floor(Math.random() * count)
  for (let i = 0; i < count; i++) {
    const port = (PORTS.firstBlock + ((start + i) % count)) * PORTS.blockSize
    const owner = listen(port)
    if (owner !== null) {
      // The system releases the port when the process exits.
      owner.unref()
      owned.push(owner)
      return port
    }
  }
  throw new Error('All ports for tests are in use.')
}

/** Null if the port is in use. */
function listen(port: number): Bun.TCPSocketListener<undefined> | null {
  try {
    return Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  }
}
