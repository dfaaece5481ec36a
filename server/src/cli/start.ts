/** `gatehouse start`: runs the gateway until it receives a stop signal. */

import { version } from '../../../package.json'
import { resolveSettings, SecretStoreUnreachable } from '../app/resolve-settings.ts'
import { type AppEvents, startApp } from '../app.ts'
import type { User } from '../core/stores/users.ts'
import { logDefect, requestLine } from '../observe/log.ts'
import { type GatehouseSettings, SettingsError } from '../settings.ts'
import { MasterKeyError } from '../stores/master-key.ts'
import { DataLockError } from '../stores/sql/data-lock.ts'
import { isDesktop, openInBrowser, surroundings } from './open-browser.ts'
import { welcome } from './welcome.ts'
import type { Owner } from './workers/run-owner.ts'
import { WorkerExited } from './workers/worker-process.ts'

/** EX_CONFIG of sysexits.h: a setting or the master key is wrong. Supervisors must not restart the gateway. */
const EXIT_CONFIG = 78
/** EX_TEMPFAIL of sysexits.h: the failure may be temporary. Supervisors restart the gateway. */
const EXIT_RETRY = 75

/** `opens`: true with --open, false with --no-open; null opens a browser on a desktop. Needs a terminal. */
export async function start(overrides: Readonly<Record<string, string>>, opens: boolean | null): Promise<void> {
  const settings = await settingsOrExit(overrides)
  const onRecord = process.stdout.isTTY
    ? // Deferred until the response is on its way: no request waits for the terminal.
      (record: Parameters<typeof requestLine>[0]) => setImmediate(() => console.log(`  ${requestLine(record)}`))
    : () => {}
  logUncaught()
  const onError = (error: unknown) => fail(explain(error, settings), exitCodeFor(error))
  if (settings.worker) {
    const { runWorker } = await import('./workers/run-worker.ts')
    return runWorker(settings, settings.worker, onRecord).catch(onError)
  }
  const owner = settings.workers > 1 ? await startOwner(settings, overrides, { onRecord }).catch(onError) : null
  const app = owner?.app ?? (await startApp(settings, { onRecord }).catch(onError))
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
  // A closing terminal sends SIGHUP too. Then the gateway stops instead of replacing the workers.
  if (owner) process.on('SIGHUP', process.stdout.isTTY ? stop : () => void owner.replaceWorkers())

  if (settings.announce === 'json')
    console.log(JSON.stringify({ url: app.url, version, ...(app.firstKeys && { firstKeys: true }) }))
  else {
    const readyMs = performance.now()
    const claimToken = await app.claimToken
    const around = surroundings()
    const mayOpen = around.hasTerminal && (opens ?? isDesktop(around))
    const isOpen = mayOpen && (await openPage(settings.publicUrl ?? app.url, claimToken, settings))
    console.log(welcome({ ...app, claimToken }, settings, { version, readyMs, isOpen, command: commandName() }))
  }
}

/** Opens the dashboard with a one-time link that signs in: at the first start the local owner, else the only owner. */
async function openPage(url: string, claimToken: string | null, settings: GatehouseSettings): Promise<boolean> {
  if (claimToken !== null) return openInBrowser(`${url}/#/setup/${claimToken}`)
  try {
    const { dashboardLink } = await import('../app/commands/dashboard-link.ts')
    const onlyOwner = (owners: readonly User[]) => {
      const enabled = owners.filter(({ isDisabled }) => !isDisabled)
      return enabled.length === 1 ? (enabled[0] ?? null) : null
    }
    const link = await dashboardLink(settings, onlyOwner, Date.now())
    // With several owners, no link is created, and a signed-in browser stays signed in.
    return openInBrowser(url + (link?.path.replace('/#/enter/', '/#/start/') ?? '/'))
  } catch (error) {
    logDefect(error, 'none')
    return false
  }
}

const isInstalled = /\/\$bunfs\/|\/node_modules\//.test(import.meta.url)

/** `gatehouse` is not on the PATH in a clone of the repository. */
function commandName(): string {
  return isInstalled ? 'gatehouse' : 'node bin/gatehouse.mjs'
}

function startCommand(): string {
  return isInstalled ? 'gatehouse start' : 'npm start'
}

/** An uncaught error in a timer or event handler affects one task only. It is logged, and the process keeps serving. */
function logUncaught(): void {
  process.on('uncaughtException', (error) => logDefect(error, 'none'))
  process.on('unhandledRejection', (reason) => logDefect(reason, 'none'))
}

async function startOwner(
  settings: GatehouseSettings,
  overrides: Readonly<Record<string, string>>,
  events: AppEvents,
): Promise<Owner> {
  // Loaded on demand: most installations run one process.
  const { runOwner } = await import('./workers/run-owner.ts')
  return runOwner(settings, overrides, events)
}

async function settingsOrExit(overrides: Readonly<Record<string, string>>): Promise<GatehouseSettings> {
  try {
    return await resolveSettings(overrides)
  } catch (error) {
    if (error instanceof SecretStoreUnreachable) return fail(error.message, EXIT_RETRY)
    return fail(error instanceof SettingsError ? error.message : String(error), EXIT_CONFIG)
  }
}

function exitCodeFor(error: unknown): number {
  if (error instanceof WorkerExited) return error.exitCode === EXIT_CONFIG ? EXIT_CONFIG : EXIT_RETRY
  return error instanceof SettingsError || error instanceof MasterKeyError ? EXIT_CONFIG : EXIT_RETRY
}

function explain(error: unknown, settings: GatehouseSettings): string {
  const { dataDirectory, host, port } = settings
  // The worker has already printed the reason.
  if (error instanceof WorkerExited) return 'A worker could not start.'
  if (error instanceof DataLockError || error instanceof MasterKeyError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const path = error instanceof Error && 'path' in error ? String(error.path) : null
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another process. Choose another: GATEWAY_PORT=${port + 1} ${startCommand()}`
    case 'EACCES':
    case 'EPERM':
      return path === null
        ? `No permission to write to ${dataDirectory} or to listen on port ${port}.`
        : `No permission for ${path}. Let this user read and write the data folder, or set GATEWAY_DATA_DIR.`
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return `No space is left on the disk of the data folder ${dataDirectory}${named(path)}. Free some and start again.`
    case 'EROFS':
    case 'SQLITE_READONLY':
      return `The file system of the data folder ${dataDirectory} is read-only${named(path)}. Mount it writable, or set GATEWAY_DATA_DIR.`
    default:
      if (code.startsWith('SQLITE_CANTOPEN'))
        return `Cannot open ${path ?? `the database in ${dataDirectory}`} (${code}). Check that the folder exists and that this user may read and write it.`
      if (code.startsWith('SQLITE_IOERR'))
        return `Cannot read or write ${path ?? `the database in ${dataDirectory}`} (${code}). Check the disk, then start again.`
      return error instanceof Error ? error.message : String(error)
  }
}

function named(path: string | null): string {
  return path === null ? '' : ` (${path})`
}

function fail(message: string, exitCode: number): never {
  console.error(`gatehouse: ${message}`)
  process.exit(exitCode)
}
