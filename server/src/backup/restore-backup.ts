/**
 * Restores a backup into an empty data folder. With a time between two backups, control data comes from the earlier one,
 * spending up to that time and logs from the later one.
 */

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lockData } from '../stores/sql/data-lock.ts'
import { advanceLedger } from './advance-ledger.ts'
import { type BackupFile, listBackups, type Manifest, readManifest } from './manifest.ts'
import { BackupError, type BackupTarget } from './target.ts'
import { writeFiles } from './write-files.ts'

/** Files are complete in this folder before they move to their places. The gateway does not start while it exists. */
const STAGING = 'restoring'

export type RestoreOptions = {
  readonly target: BackupTarget
  readonly dataDirectory: string
  /** Null: the newest. */
  readonly id: string | null
  /** A point in time; null: the time of the backup. */
  readonly atMs: number | null
  readonly onProgress: (doneBytes: number, allBytes: number) => void
}

export type RestoredBackup = {
  /** The backup of control data. */
  readonly control: Manifest
  /** The backup of logs and of the spending after `control`; null without a point in time, or if no later one exists. */
  readonly later: Manifest | null
  /** Ledger entries of `later` up to the point in time that `control` does not have. */
  readonly addedEntries: number
}

export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { target, dataDirectory } = options
  const { control, later } = await chooseBackups(options)
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const found = (await readdir(dataDirectory)).filter((name) => name !== 'lock.db' && name !== STAGING)
  if (found.length > 0)
    throw new BackupError(
      `${dataDirectory} is not empty: it has ${found.slice(0, 5).join(', ')}.`,
      'Choose an empty folder with --data.',
    )
  const lock = lockData(dataDirectory)
  try {
    const staging = join(dataDirectory, STAGING)
    // Of a restore that was interrupted.
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    const files = later
      ? [...control.files.filter((file) => !isOfLogs(file)), ...later.files.filter(isOfLogs)]
      : control.files
    const allBytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    let doneBytes = 0
    await writeFiles(target, files, staging, (bytes) => {
      doneBytes += bytes
      options.onProgress(doneBytes, allBytes)
    })
    const addedEntries = later && options.atMs !== null ? await addEntries(target, later, staging, options.atMs) : 0
    await moveIntoPlace(staging, dataDirectory)
    return { control, later, addedEntries }
  } finally {
    lock.release()
  }
}

async function chooseBackups({ target, id, atMs }: RestoreOptions): Promise<Pick<RestoredBackup, 'control' | 'later'>> {
  const ids = await listBackups(target)
  if (ids.length === 0) throw new BackupError(`${target.name} has no complete backup.`)
  if (id !== null) return { control: await readManifest(target, id), later: null }
  const newest = await readManifest(target, ids.at(-1)!)
  if (atMs === null) return { control: newest, later: null }
  const manifests: Manifest[] = []
  for (const one of ids) manifests.push(await readManifest(target, one))
  const timeOf = ({ created_at }: Manifest) => Date.parse(created_at)
  const control = manifests.findLast((manifest) => timeOf(manifest) <= atMs)
  if (control === undefined)
    throw new BackupError(
      `The oldest backup in ${target.name} is of ${manifests[0]!.created_at}.`,
      'Choose a time after it with --at.',
    )
  const later = manifests.find((manifest) => timeOf(manifest) >= atMs) ?? null
  return { control, later: later === control ? null : later }
}

function isOfLogs({ path }: BackupFile): boolean {
  return /^logs\.db|(^|\/)journal\//.test(path)
}

/** Adds the spending between the two backups to the staged control.db. */
async function addEntries(target: BackupTarget, later: Manifest, staging: string, atMs: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-restore-'))
  try {
    const needed = later.files.filter(({ path }) => path.startsWith('control.db') || path.startsWith('ledger/'))
    await writeFiles(target, needed, folder)
    return await advanceLedger({ earlier: staging, later: folder, atMs })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** control.db moves last: without it the gateway refuses to start in a used folder. */
async function moveIntoPlace(staging: string, dataDirectory: string): Promise<void> {
  const names = await readdir(staging)
  // SQLite rebuilds -shm files.
  for (const name of names.filter((each) => each !== 'control.db' && !each.endsWith('-shm')))
    await rename(join(staging, name), join(dataDirectory, name))
  await syncFolder(dataDirectory)
  await rename(join(staging, 'control.db'), join(dataDirectory, 'control.db'))
  await rm(staging, { recursive: true })
  await syncFolder(dataDirectory)
  if (existsSync(dirname(dataDirectory))) await syncFolder(dirname(dataDirectory))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
