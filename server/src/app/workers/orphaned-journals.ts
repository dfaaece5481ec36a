/** Imports the journals of workers that no longer exist, for example after a restart with fewer workers. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Records } from '../../records/records.ts'
import { DataLockError, lockData } from '../../stores/sql/data-lock.ts'

const RETRY_MS = 5_000
const FOLDER = /^worker-([1-9][0-9]*)$/

/**
 * Skips workers up to `ownWorkers`: their journals are imported when they start. Retries journals whose worker is still
 * finishing its calls. Returns a function that stops the retries.
 */
export async function adoptOrphanedJournals(
  dataDirectory: string,
  records: Pick<Records, 'adopt' | 'adoptProvisional'>,
  ownWorkers: number,
): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const adoptAll = async (): Promise<void> => {
    let isOneLocked = false
    for (const name of readdirSync(dataDirectory)) {
      const number = Number(FOLDER.exec(name)?.[1] ?? 0)
      if (number > ownWorkers) isOneLocked = !(await takeJournal(join(dataDirectory, name), records)) || isOneLocked
    }
    if (!isOneLocked) return
    timer = setTimeout(() => void adoptAll().catch(() => {}), RETRY_MS)
    timer.unref()
  }
  await adoptAll()
  return () => {
    if (timer) clearTimeout(timer)
  }
}

/** Folders that workers without an owner process still use. Throws a DataLockError if the owner is running. */
export function orphanedWorkers(dataDirectory: string): string[] {
  if (!existsSync(dataDirectory)) return []
  lockData(dataDirectory).release()
  return readdirSync(dataDirectory).filter((name) => FOLDER.test(name) && isLocked(join(dataDirectory, name)))
}

function isLocked(folder: string): boolean {
  try {
    lockData(folder).release()
    return false
  } catch (error) {
    if (error instanceof DataLockError) return true
    throw error
  }
}

/** Returns false while the worker is still running. Without `records`, only checks that. */
export async function takeJournal(
  folder: string,
  records: Pick<Records, 'adopt' | 'adoptProvisional'> | null,
): Promise<boolean> {
  let lock: ReturnType<typeof lockData>
  try {
    lock = lockData(folder)
  } catch (error) {
    if (error instanceof DataLockError) return false
    throw error
  }
  try {
    await records?.adopt(join(folder, 'journal'), Number.MAX_SAFE_INTEGER)
    await records?.adoptProvisional(join(folder, 'journal'))
    return true
  } finally {
    lock.release()
  }
}
