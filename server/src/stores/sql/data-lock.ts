/** One process per data folder: a lock the operating system releases by itself, also after kill -9. */

import { Database, SQLiteError } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isDamage, withPath } from './store-file.ts'

export class DataLockError extends Error {}

export type DataLock = {
  /** Why the folder is no longer the one that was locked; null when it is. */
  problem(): string | null
  release(): void
}

function openFile(path: string): Database {
  try {
    return new Database(path, { create: true, readwrite: true })
  } catch (error) {
    throw withPath(path, error)
  }
}

/** Held by an exclusive SQLite transaction on a file of its own: the runtime has no file locks, SQLite has. */
export function lockData(dataDirectory: string): DataLock {
  const path = join(dataDirectory, 'lock.db')
  const file = openFile(path)
  try {
    file.run('pragma journal_mode = delete')
    file.run('begin exclusive')
  } catch (error) {
    file.close()
    if (isDamage(error)) {
      throw new DataLockError(`${path} is damaged (${error.message}). It holds no data: delete it and start again.`, {
        cause: error,
      })
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
      return `The data folder ${dataDirectory} was ${now ? 'replaced' : 'removed or unmounted'} while the gateway runs: what is written now is lost. Bring it back and restart the gateway.`
    },
    release() {
      file.run('rollback')
      file.close()
    },
  }
}
