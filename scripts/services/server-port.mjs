/** Gives out ports as simulators/new-port.ts does, for servers that Node starts. */

import { createServer } from 'node:net'
import PORTS from './test-ports.json' with { type: 'json' }

let next = 0
let end = 0

/** @returns {Promise<number>} */
export async function newPort() {
  for (;;) {
    if (next === end) {
      next = (await ownBlock()) + 1
      end = next + PORTS.blockSize - 1
    }
    const port = next++
    // A program other than a test may use it.
    const probe = await listen(port)
    if (probe !== null) {
      await new Promise((closed) => probe.close(closed))
      return port
    }
  }
}

/** The first port of a block that no process owns. */
async function ownBlock() {
  const count = PORTS.lastBlock - PORTS.firstBlock + 1
  const start = Math.floor(Math.random() * count)
  for (let i = 0; i < count; i++) {
    const port = (PORTS.firstBlock + ((start + i) % count)) * PORTS.blockSize
    const owner = await listen(port)
    if (owner !== null) {
      // The system releases the port when the process exits.
      owner.unref()
      return port
    }
  }
  throw new Error('All ports for tests are in use.')
}

/** Resolves with null if the port is in use. */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
