/** Chooses the port that the workers share. Fails if another process uses it, as a single process would. */

import { orphanedWorkers } from '../../app/workers/orphaned-journals.ts'
import { logWarning } from '../../observe/log.ts'
import type { GatehouseSettings } from '../../settings.ts'

const RETRY_MS = 100
const MAX_WAIT_MS = 60_000

/** Waits while orphaned workers of a killed owner still finish their requests on the port. */
export async function choosePort({
  host,
  port,
  dataDirectory,
}: Pick<GatehouseSettings, 'host' | 'port' | 'dataDirectory'>): Promise<number> {
  const untilMs = performance.now() + MAX_WAIT_MS
  for (let tries = 0; ; tries++) {
    // Read before the attempt: the last orphan may exit, and free the port, right after it.
    const orphans = orphanedWorkers(dataDirectory)
    try {
      return freePort(host, port)
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

/** Binds without SO_REUSEPORT: workers share the port, and another gateway must not join them unnoticed. */
function freePort(hostname: string, port: number): number {
  const listener = Bun.listen({ hostname, port, socket: { data() {} } })
  const chosen = listener.port
  listener.stop(true)
  return chosen
}

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
