/** `gatehouse start`: runs the gateway until it is told to stop. */

import { version } from '../../../package.json'
import { type AppEvents, startApp } from '../app.ts'
import { requestLine } from '../observe/log.ts'
import { type GatehouseSettings, readSettings, SettingsError } from '../settings.ts'
import { MasterKeyError } from '../stores/master-key.ts'
import { DataLockError } from '../stores/sql/data-lock.ts'
import { welcome } from './welcome.ts'
import type { Owner } from './workers/run-owner.ts'
import { WorkerEnded } from './workers/worker-process.ts'

/** sysexits.h: a configuration error; supervisors do not restart on it. */
const EXIT_CONFIG = 78

export async function start(overrides: Readonly<Record<string, string>>): Promise<void> {
  const settings = settingsOrExit(overrides)
  const onRecord = process.stdout.isTTY
    ? // After the answer is on its way: nobody waits for a terminal.
      (record: Parameters<typeof requestLine>[0]) => setImmediate(() => console.log(`  ${requestLine(record)}`))
    : () => {}
  const complain = (error: unknown) => fail(explain(error, settings))
  if (settings.worker) {
    const { runWorker } = await import('./workers/run-worker.ts')
    return runWorker(settings, settings.worker, onRecord).catch(complain)
  }
  const owner = settings.workers > 1 ? await startOwner(settings, overrides, { onRecord }).catch(complain) : null
  const app = owner?.app ?? (await startApp(settings, { onRecord }).catch(complain))
  let isStopping = false
  const stop = async () => {
    if (isStopping) {
      owner?.kill()
      process.exit(1)
    }
    isStopping = true
    await (owner ?? app).stop(settings.drainMs)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A terminal that is closed says the same word, and means an end.
  if (owner) process.on('SIGHUP', process.stdout.isTTY ? stop : () => void owner.replaceWorkers())

  if (settings.announce === 'json')
    console.log(JSON.stringify({ url: app.url, version, ...(app.firstKeys && { firstKeys: true }) }))
  else {
    const readyMs = performance.now()
    console.log(welcome({ ...app, claimToken: await app.claimToken }, settings, version, readyMs))
  }
}

async function startOwner(
  settings: GatehouseSettings,
  overrides: Readonly<Record<string, string>>,
  events: AppEvents,
): Promise<Owner> {
  // Loaded only where it is used: one process is the common case.
  const { runOwner } = await import('./workers/run-owner.ts')
  return runOwner(settings, overrides, events)
}

function settingsOrExit(overrides: Readonly<Record<string, string>>): GatehouseSettings {
  try {
    return readSettings(overrides)
  } catch (error) {
    return fail(error instanceof SettingsError ? error.message : String(error))
  }
}

function explain(error: unknown, settings: GatehouseSettings): string {
  // The worker has printed its reason.
  if (error instanceof WorkerEnded) return 'A worker could not start.'
  if (error instanceof DataLockError || error instanceof MasterKeyError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return `Port ${settings.port} on ${settings.host} is taken by another process. Choose another: GATEWAY_PORT=${settings.port + 1} npm start`
  }
  if (code === 'EACCES')
    return `No permission to write to ${settings.dataDirectory} or to listen on port ${settings.port}.`
  return error instanceof Error ? error.message : String(error)
}

function fail(message: string): never {
  console.error(`gatehouse: ${message}`)
  process.exit(EXIT_CONFIG)
}
