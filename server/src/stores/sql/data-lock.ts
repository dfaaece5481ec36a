/** Allows one process per data folder. The operating system frees the lock when the process exits, even by kill -9. */

import { SQLiteError } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isDamage, openFile, withPath } from './store-file.ts'

export class DataLockError extends Error {}

export type DataLock = {
  /** Message if the folder was replaced or removed since it was locked; else null. */
  problem(): string | null
  release(): void
}

/** Uses an exclusive SQLite transaction on lock.db, because Bun has no file locks. */
export function lockData(dataDirectory: string): DataLock {
  const path = join(dataDirectory, 'lock.db')
  const file = openFile(path)
  try {
    file.run('pragma journal_mode = delete')
    file.run('begin exclusive')
  } catch (error) {
    file.close()
    if (isDamage(error)) {
      throw new DataLockError(
        `${path} is damaged (${error.message}). It contains no data: delete it and start again.`,
        {
          cause: error,
        },
      )
    }
    if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_BUSY') throw withPath(path, error)
    throw new DataLockError(
      `Another Gatehouse process uses the data folder ${dataDirectory}. Stop it, or choose another folder with GATEWAY_DATA_DIR.`,
      {
        cause: error,
      },
    )
  }
  const { ino } = statSync(path)
  return {
    problem() {
      const now = statSync(path, { throwIfNoEntry: false })
      if (now?.ino === ino) return null
      return `The data folder ${dataDirectory} was ${now ? 'replaced' : 'removed or unmounted'} while the gateway is running, so new data is lost. Restore the folder and restart the gateway.`
    },
    release() {
      file.run('rollback')
      file.close()
    },
  }
}
