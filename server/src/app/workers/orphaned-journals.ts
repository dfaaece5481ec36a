/** Journals of workers that are gone: there may have been more of them at the last start than now. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Records } from '../../records/records.ts'
import { DataLockError, lockData } from '../../stores/sql/data-lock.ts'

const LOOK_AGAIN_MS = 5_000
const FOLDER = /^worker-([1-9][0-9]*)$/

/**
 * Workers up to `ownWorkers` will be there again and are asked for at their own start. Journals whose worker still ends its
 * calls are looked at until they are free. Returns how to stop that.
 */
export async function adoptOrphanedJournals(
  dataDirectory: string,
  records: Pick<Records, 'adopt'>,
  ownWorkers: number,
): Promise<() => void> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const look = async (): Promise<void> => {
    let isOneLeft = false
    for (const name of readdirSync(dataDirectory)) {
      const number = Number(FOLDER.exec(name)?.[1] ?? 0)
      if (number > ownWorkers) isOneLeft = !(await takeJournal(join(dataDirectory, name), records)) || isOneLeft
    }
    if (!isOneLeft) return
    timer = setTimeout(() => void look().catch(() => {}), LOOK_AGAIN_MS)
    timer.unref()
  }
  await look()
  return () => {
    if (timer) clearTimeout(timer)
  }
}

/** The folders that workers without an owner still use. Throws a DataLockError when the owner itself is running. */
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

/** False while its worker is there. Without `records` it is only looked at. */
export async function takeJournal(folder: string, records: Pick<Records, 'adopt'> | null): Promise<boolean> {
  let lock: ReturnType<typeof lockData>
  try {
    lock = lockData(folder)
  } catch (error) {
    if (error instanceof DataLockError) return false
    throw error
  }
  try {
    await records?.adopt(join(folder, 'journal'), Number.MAX_SAFE_INTEGER)
    return true
  } finally {
    lock.release()
  }
}
