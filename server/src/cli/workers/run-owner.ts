/** `gatehouse start --workers N`: the owner process, which has the stores and runs N workers on one port. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WorkerGroup } from '../../app/workers/worker-group.ts'
import { type App, type AppEvents, startApp } from '../../app.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { choosePort } from './choose-port.ts'
import { WorkerSlot } from './worker-slot.ts'

/** The operating system's limit is 108 bytes with the final NUL; on some systems 104. */
const MAX_SOCKET_PATH_BYTES = 100

export type Owner = {
  readonly app: App
  /** Replaces the workers one by one. */
  replaceWorkers(): Promise<void>
  /** Lets the workers finish their requests, then stops the app. */
  stop(drainMs: number): Promise<void>
  /** Kills all workers immediately. */
  kill(): void
}

/** Rejects if a worker cannot start. The worker has logged the reason. */
export async function runOwner(
  given: GatehouseSettings,
  overrides: Readonly<Record<string, string>>,
  events: AppEvents,
): Promise<Owner> {
  const settings = { ...given, port: await choosePort(given) }
  const { dataDirectory, port, databaseUrl } = settings
  const socketPath = socketPathIn(dataDirectory)
  const workers = new WorkerGroup({ port, socketPath, dataDirectory }, settings.workers, databaseUrl === null)
  const app = await startApp(settings, events, workers)
  const slots = Array.from({ length: settings.workers }, (_, i) => {
    const number = i + 1
    const environment = workerEnvironment(settings, overrides, number, socketPath)
    return new WorkerSlot({
      number,
      workers,
      environment,
      drainMs: settings.drainDelayMs + settings.drainMs,
      onExit: logExit,
    })
  })
  const kill = () => {
    for (const slot of slots) slot.kill()
  }
  try {
    await Promise.all(slots.map((slot) => slot.start()))
  } catch (error) {
    kill()
    await app.stop(0)
    throw error
  }
  let replacing: Promise<void> = Promise.resolve()
  return {
    app,
    kill,
    replaceWorkers() {
      replacing = replacing.then(async () => {
        for (const slot of slots) await slot.replace()
      })
      return replacing
    },
    async stop(drainMs) {
      await Promise.all(slots.map((slot) => slot.stop()))
      await app.stop(drainMs)
    },
  }
}

/** In the data folder, which only its user can access, or in a temporary folder if that path is too long. */
function socketPathIn(dataDirectory: string): string {
  const path = join(dataDirectory, 'owner.sock')
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path
  // mkdtemp creates folders that only the user can access.
  return join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'owner.sock')
}

/** Divides memory limits among the workers. All other settings apply to each worker. */
function workerEnvironment(
  settings: GatehouseSettings,
  overrides: Readonly<Record<string, string>>,
  number: number,
  ownerSocket: string,
): Record<string, string> {
  const share = (bytes: number) => String(Math.max(1024, Math.floor(bytes / settings.workers)))
  return {
    ...overrides,
    GATEWAY_PORT: String(settings.port),
    GATEWAY_DATA_DIR: settings.dataDirectory,
    GATEWAY_WORKER_NUMBER: String(number),
    GATEWAY_OWNER_SOCKET: ownerSocket,
    GATEWAY_BODY_MEMORY_BYTES: share(settings.bodyMemoryBytes),
    GATEWAY_MAX_RESIDENT_BYTES: share(settings.maxResidentBytes),
    GATEWAY_CACHE_BYTES: share(settings.cacheBytes),
    GATEWAY_SEMANTIC_CACHE_BYTES: share(settings.semanticCacheBytes),
  }
}

function logExit(number: number, exitCode: number, restartInMs: number): void {
  const error = `worker ${number} exited with code ${exitCode}; restarting in ${restartInMs} ms`
  console.error(JSON.stringify({ level: 'error', time: new Date().toISOString(), error }))
}
