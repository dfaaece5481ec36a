/** Chooses the port that the workers share. Throws if another process uses it, as a single process would. */

import { orphanedWorkers } from '../../app/workers/orphaned-journals.ts'
import { logWarning } from '../../observe/log.ts'
import type { GatehouseSettings } from '../../settings.ts'

const RETRY_MS = 100
const MAX_WAIT_MS = 60_000

/** Waits while orphaned workers of a killed owner finish their requests on the port. */
export async function choosePort({
  host,
  port,
  dataDirectory,
}: Pick<GatehouseSettings, 'host' | 'port' | 'dataDirectory'>): Promise<number> {
  const untilMs = performance.now() + MAX_WAIT_MS
  for (let tries = 0; ; tries++) {
    // Read before the attempt, because the last orphan may exit and free the port right after it.
    const orphans = orphanedWorkers(dataDirectory)
    try {
      if (port === 0) return await reservePort(host)
      checkPort(host, port)
      return port
    } catch (error) {
      if (!isPortInUse(error)) throw error
      if (orphans.length === 0 || performance.now() > untilMs) throw error
      if (tries === 0) {
        logWarning(
          'port_in_use',
          `Port ${port} is still used by ${orphans.join(', ')} of a killed gateway. Waiting for them to exit.`,
        )
      }
      await Bun.sleep(RETRY_MS)
    }
  }
}

/** Binds without SO_REUSEPORT, which the workers use, so that another gateway on the port is detected. */
function checkPort(hostname: string, port: number): void {
  Bun.listen({ hostname, port, socket: { data() {} } }).stop(true)
}

/**
 * A free port that the system gives to no other process before the workers listen on it: Linux does not choose a port
 * with a connection in the state TIME_WAIT (60 s), but a process may still listen on it.
 */
async function reservePort(hostname: string): Promise<number> {
  const closed = Promise.withResolvers<void>()
  // The side that closes first enters TIME_WAIT.
  const listener = Bun.listen({ hostname, port: 0, socket: { open: (socket) => void socket.end(), data() {} } })
  const { port } = listener
  try {
    await Bun.connect({ hostname, port, socket: { data() {}, close: () => closed.resolve() } })
    await closed.promise
  } catch {
    // The port is free, but another process may get it.
  }
  listener.stop(true)
  return port
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
