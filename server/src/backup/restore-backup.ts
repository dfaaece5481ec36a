/**
 * Restores a backup into an empty data folder. For a point in time, it restores the first backup after that time, then
 * undoes later changes of settings and deletes later spending.
 */

import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockData } from '../stores/sql/data-lock.ts'
import { NoHistoryError, undoChanges } from '../stores/sql/history/undo-changes.ts'
import { noteCommand } from '../stores/sql/note-command.ts'
import { LedgerHistory } from '../stores/sql/repositories/money/ledger-history.ts'
import { type BackupFile, backupId, listBackups, type Manifest, readManifest } from './manifest.ts'
import { openRestored } from './open-restored.ts'
import { BackupError, type BackupTarget } from './target.ts'
import { writeFiles } from './write-files.ts'

/** The files are written to this folder and moved when all are complete. The gateway does not start while it exists. */
const STAGING = 'restoring'

export type RestoreOptions = {
  readonly target: BackupTarget
  readonly dataDirectory: string
  /** Null: the newest backup. Ignored with a point in time. */
  readonly id: string | null
  /** A point in time; null: the time of the backup. */
  readonly atMs: number | null
  readonly onProgress: (doneBytes: number, allBytes: number) => void
}

export type RestoredBackup = {
  readonly manifest: Manifest
  /** Changes of settings that were undone; null without a point in time. */
  readonly undoneChanges: number | null
  /** Ledger entries that were deleted; null without a point in time. */
  readonly removedEntries: number | null
}

export async function restoreBackup(options: RestoreOptions): Promise<RestoredBackup> {
  const { target, dataDirectory } = options
  const manifest = await chooseBackup(options)
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
    // Remains of an interrupted restore.
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
    const undoneChanges = await writeAll(options, manifest, staging)
    const removedEntries = options.atMs === null ? null : await rewindLedger(staging, options.atMs)
    const restored = { manifest, undoneChanges, removedEntries }
    noteRestore(staging, target, options.atMs, restored)
    await moveIntoPlace(staging, dataDirectory)
    return restored
  } finally {
    lock.release()
  }
}

/** Writes control.db first: if its history does not reach back to `atMs`, the other files need not be written. */
async function writeAll(
  { target, atMs, onProgress }: RestoreOptions,
  { id, files }: Manifest,
  staging: string,
): Promise<number | null> {
  const allBytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  let doneBytes = 0
  const write = (some: readonly BackupFile[]) =>
    writeFiles(target, some, staging, (bytes) => {
      doneBytes += bytes
      onProgress(doneBytes, allBytes)
    })
  const isControl = ({ path }: BackupFile) => path.startsWith('control.db')
  await write(files.filter(isControl))
  const undone = atMs === null ? null : await undoSettings(target, id, staging, atMs)
  await write(files.filter((file) => !isControl(file)))
  return undone
}

/** With a point in time, the first backup after it. Otherwise the backup with the given id, or the newest. */
async function chooseBackup({ target, id, atMs }: RestoreOptions): Promise<Manifest> {
  const ids = await listBackups(target)
  const newest = ids.at(-1)
  if (newest === undefined) throw new BackupError(`${target.name} has no complete backup.`)
  if (atMs === null) return readManifest(target, id ?? newest)
  const first = ids.find((each) => each >= backupId(atMs))
  if (first !== undefined) return readManifest(target, first)
  const { created_at } = await readManifest(target, newest)
  throw new BackupError(
    `The last backup in ${target.name} is of ${created_at}: a restore is possible up to that time.`,
    'Choose an earlier time with --at. If the data folder still exists, back it up first.',
  )
}

async function undoSettings(target: BackupTarget, id: string, staging: string, atMs: number): Promise<number> {
  try {
    return undoChanges(join(staging, 'control.db'), atMs)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!(error instanceof NoHistoryError)) throw error
    const earlier = (await listBackups(target)).findLast((each) => each <= backupId(atMs))
    throw new BackupError(
      `The settings of backup ${id} cannot be returned to ${new Date(atMs).toISOString()}. ${error.message}`,
      earlier === undefined
        ? 'Choose a later time with --at.'
        : `Choose a later time with --at, or restore the last backup before it: --backup ${earlier}.`,
    )
  }
}

/** Folds the ledger journal into control.db and deletes spending after `atMs`. */
async function rewindLedger(staging: string, atMs: number): Promise<number> {
  const { database } = await openRestored(staging)
  try {
    return await new LedgerHistory(database).rewind(atMs)
  } finally {
    await database.destroy()
  }
}

/** Leaves a note in the folder. The first gateway that starts there adds it to the audit log. */
function noteRestore(staging: string, target: BackupTarget, atMs: number | null, restored: RestoredBackup): void {
  const { manifest, undoneChanges, removedEntries } = restored
  noteCommand(staging, {
    id: Bun.randomUUIDv7(),
    atMs: Date.now(),
    action: 'backup.restore',
    targetId: manifest.id,
    facts: {
      target: target.name,
      created_at: manifest.created_at,
      point_in_time: atMs === null ? null : new Date(atMs).toISOString(),
      undone_changes: undoneChanges,
      removed_ledger_entries: removedEntries,
    },
  })
}

/** control.db moves last: a gateway refuses to start in a non-empty folder without it. */
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
