/** Copies an embedded store to PostgreSQL, all or nothing. The embedded store is not modified. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moveLogs } from '../../records/postgres/move-logs.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { lockData } from '../../stores/sql/data-lock.ts'
import { type MovedTable, moveControl } from '../../stores/sql/move-control.ts'
import { openVault } from '../../stores/vault.ts'

export type MoveOptions = {
  readonly dataDirectory: string
  readonly databaseUrl: string
  /** GATEWAY_MASTER_KEY for the nodes: must be the master key of this store. */
  readonly masterKey: Uint8Array
}

export type MoveProgress = { readonly step: string; readonly done: number; readonly total: number }

export type MovedStore = {
  readonly tables: readonly MovedTable[]
  readonly logs: number
  readonly feedback: number
}

/** Throws without moving anything if the gateway is running, the key differs, or the database already has rows. */
export async function moveStore(
  { dataDirectory, databaseUrl, masterKey }: MoveOptions,
  onProgress: (progress: MoveProgress) => void,
): Promise<MovedStore> {
  const lock = lockData(dataDirectory)
  try {
    await checkMasterKey(dataDirectory, masterKey)
    const logsPath = join(dataDirectory, 'logs.db')
    const report = (done: number, total: number) => onProgress({ step: 'logs', done, total })
    // Logs are moved first: they take longest, and a failure leaves the control store untouched.
    const moved = existsSync(logsPath) ? await moveLogs(logsPath, databaseUrl, report) : { logs: 0, feedback: 0 }
    const tables = await moveControl(dataDirectory, databaseUrl, ({ name, rows }) =>
      onProgress({ step: name, done: rows, total: rows }),
    )
    return { tables, ...moved }
  } finally {
    lock.release()
  }
}

/** With another key, the nodes could not decrypt the stored credentials. */
async function checkMasterKey(dataDirectory: string, masterKey: Uint8Array): Promise<void> {
  const database = await openControlDatabase(dataDirectory)
  try {
    await openVault(database, { dataDirectory, given: masterKey, previous: null })
  } finally {
    await database.destroy()
  }
}
