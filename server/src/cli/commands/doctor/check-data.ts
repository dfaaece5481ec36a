/** Checks the data folder: permissions, lock, master key, free disk space and clock. */

import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GatehouseSettings } from '../../../settings.ts'
import { openEntries, openFolderMode } from '../../../stores/data-folder.ts'
import { DataLockError, lockData } from '../../../stores/sql/data-lock.ts'
import { type Finding, fine, problem, warning } from './finding.ts'

const GIB = 1024 ** 3
const WARNING_BYTES = GIB
const MIN_FREE_BYTES = 100 * 1024 ** 2
const FUTURE_MS = 5 * 60_000

export function checkData(settings: GatehouseSettings, isRunning: boolean, nowMs: number): readonly Finding[] {
  const folder = settings.dataDirectory
  if (!existsSync(folder)) return [...checkParent(folder), checkDisk(existingParent(folder)), checkClock(null, nowMs)]
  const permissions = checkPermissions(folder)
  if (permissions.verdict === 'problem') return [permissions]
  return [
    permissions,
    checkLock(folder, isRunning),
    checkMasterKey(settings),
    checkDisk(folder),
    checkClock(folder, nowMs),
  ]
}

function checkParent(folder: string): readonly Finding[] {
  const parent = existingParent(folder)
  if (isWritable(parent)) return [fine('data folder', `${folder} will be created at the first start`)]
  const why = `This user may not write to ${parent}.`
  return [
    problem(
      'data folder',
      `${folder} cannot be created.`,
      why,
      'Choose another folder with GATEWAY_DATA_DIR, or grant write permission.',
    ),
  ]
}

function checkPermissions(folder: string): Finding {
  if (!statSync(folder).isDirectory())
    return problem(
      'data folder',
      `${folder} is not a folder.`,
      'A file has this name.',
      'Choose another folder with GATEWAY_DATA_DIR.',
    )
  const denied = [folder, join(folder, 'control.db'), join(folder, 'logs.db')].find(
    (path) => existsSync(path) && !isWritable(path),
  )
  if (denied !== undefined)
    return problem(
      'data folder',
      `${denied} is not writable.`,
      'It belongs to another user, or is read-only.',
      'Change its owner to the user who starts the gateway (chown -R).',
    )
  const [open, ...more] = openEntries(folder).filter(({ path }) => !path.endsWith('master.key'))
  if (open)
    return warning(
      'data folder',
      `${open.path}${more.length > 0 ? ` and ${more.length} more` : ''} can be read by other users of this machine`,
      `chmod -R go-rwx ${folder}`,
    )
  if (openFolderMode(folder) !== null)
    return warning('data folder', `${folder} can be listed by other users of this machine`, `chmod 700 ${folder}`)
  return fine('data folder', `${folder} is writable`)
}

function checkLock(folder: string, isRunning: boolean): Finding {
  // Locking would create the file. A folder without lock.db was never used.
  if (!existsSync(join(folder, 'lock.db'))) return fine('lock', 'not in use yet')
  try {
    lockData(folder).release()
    return fine('lock', 'free: no gateway runs on this folder')
  } catch (error) {
    if (!(error instanceof DataLockError))
      return problem(
        'lock',
        'The lock cannot be read.',
        String(error),
        `Remove ${join(folder, 'lock.db')} while no gateway runs.`,
      )
    if (isRunning) return fine('lock', 'held by the running gateway')
    return warning(
      'lock',
      'a gateway uses this folder but does not respond at this address',
      'Set its address with --url, or stop it before the next start.',
    )
  }
}

function checkMasterKey({ dataDirectory, masterKey }: GatehouseSettings): Finding {
  if (masterKey !== null) return fine('master key', 'given by GATEWAY_MASTER_KEY')
  const path = join(dataDirectory, 'master.key')
  const hasStore = existsSync(join(dataDirectory, 'control.db'))
  if (!existsSync(path)) {
    if (!hasStore) return fine('master key', 'will be created at the first start')
    return problem(
      'master key',
      `${path} is missing.`,
      'The store in this folder is encrypted with it.',
      'Restore it from a backup, or set GATEWAY_MASTER_KEY.',
    )
  }
  if ((statSync(path).mode & 0o077) !== 0)
    return problem(
      'master key',
      `${path} can be read by other users.`,
      'Anyone who reads it can decrypt all stored credentials.',
      `chmod 600 ${path}`,
    )
  if (!/^[0-9a-fA-F]{64}\s*$/.test(readFileSync(path, 'utf8')))
    return problem(
      'master key',
      `${path} is damaged.`,
      'It must contain 64 hexadecimal digits.',
      'Restore it from a backup.',
    )
  return fine('master key', 'valid, readable only by its owner')
}

function checkDisk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / GIB).toFixed(1)} GiB free`
  if (freeBytes < MIN_FREE_BYTES)
    return problem(
      'disk',
      `Only ${free}.`,
      'The gateway will soon be unable to write logs and settings.',
      'Free disk space, or reduce GATEWAY_RETENTION_DAYS.',
    )
  return freeBytes < WARNING_BYTES
    ? warning('disk', free, 'Free disk space, or reduce GATEWAY_RETENTION_DAYS.')
    : fine('disk', free)
}

/** If the clock was set back, keys expire late and logs are sorted wrongly. */
function checkClock(folder: string | null, nowMs: number): Finding {
  const newest =
    folder === null
      ? 0
      : Math.max(0, ...['control.db', 'control.db-wal', 'logs.db'].map((name) => modifiedMs(join(folder, name))))
  if (newest > nowMs + FUTURE_MS)
    return problem(
      'clock',
      'The clock of this machine was set back.',
      `The store was written at ${new Date(newest).toISOString()}, which is in the future.`,
      'Set the clock, preferably with NTP.',
    )
  return fine('clock', new Date(nowMs).toISOString())
}

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function existingParent(folder: string): string {
  return existsSync(folder) ? folder : existingParent(dirname(folder))
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.R_OK)
    return true
  } catch {
    return false
  }
}
