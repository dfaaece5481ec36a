/** Stores the journals of workers that no longer exist, for example after a restart with fewer workers. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openRecords, type Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { DataLockError, lockData } from '../../stores/sql/data-lock.ts'
import { openStores } from '../open-stores.ts'
import { recordsOptions } from '../records-options.ts'

const RETRY_MS = 5_000
const FOLDER = /^worker-([1-9][0-9]*)$/

/** Stores what a worker left in its folder. False while the worker is still running. */
type Store = (folder: string) => Promise<boolean>

/**
 * Skips workers up to `ownWorkers`, which take over their journals when they start. Retries later if a worker is still
 * finishing its requests, or after a failure.
 */
export function storeOrphanedJournals(
  dataDirectory: string,
  store: Store,
  ownWorkers: number,
): { readonly firstTry: Promise<void>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null
  let isStopped = false
  const storeAll = async (): Promise<void> => {
    let isOneRunning = false
    for (const name of readdirSync(dataDirectory)) {
      const number = Number(FOLDER.exec(name)?.[1] ?? 0)
      if (number <= ownWorkers || isStopped) continue
      if (!(await store(join(dataDirectory, name)))) isOneRunning = true
    }
    if (isOneRunning) retryLater()
  }
  const retryLater = () => {
    if (isStopped) return
    timer = setTimeout(() => void storeAll().catch(retryLater), RETRY_MS)
    timer.unref()
  }
  const firstTry = storeAll()
  firstTry.catch(retryLater)
  return {
    firstTry,
    stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
    },
  }
}

/** With a shared database, a worker is a node of its own: its stores are opened in its folder, drained and closed. */
export async function storeOrphanedNode(settings: GatehouseSettings, folder: string): Promise<boolean> {
  const own = { ...settings, dataDirectory: folder }
  try {
    // Opening the stores settles the holds of the worker and reports its spending.
    const stores = await openStores(own)
    try {
      const records = openRecords(recordsOptions(own, stores))
      await records.drained()
      await records.close()
    } finally {
      await stores.close()
    }
    return true
  } catch (error) {
    if (error instanceof DataLockError) return false
    throw error
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

/** Returns false while the worker is still running. Without `records`, only checks whether it is running. */
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
