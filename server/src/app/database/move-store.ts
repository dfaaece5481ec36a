/** Copies an embedded store to PostgreSQL: first logs, then the control store. The embedded store is not modified. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type MovedLogs, moveLogs } from '../../records/postgres/move-logs.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { lockData } from '../../stores/sql/data-lock.ts'
import { type MovedTable, moveControl } from '../../stores/sql/move-control.ts'
import { openVault } from '../../stores/vault.ts'
import { VaultBodyKeys } from '../body-keys.ts'

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

/**
 * Throws if the gateway is running, the key differs, or the database already has rows. Logs and control store have a
 * transaction each: if only the control store fails, the logs stay, and a repeated call does not copy them again.
 */
export async function moveStore(
  { dataDirectory, databaseUrl, masterKey }: MoveOptions,
  onProgress: (progress: MoveProgress) => void,
): Promise<MovedStore> {
  const lock = lockData(dataDirectory)
  try {
    const report = (done: number, total: number) => onProgress({ step: 'logs', done, total })
    // Logs are moved first: they take longest, and a failure leaves the control store untouched.
    const moved = await moveLogsOf({ dataDirectory, databaseUrl, masterKey }, report)
    const tables = await moveControl(dataDirectory, databaseUrl, ({ name, rows }) =>
      onProgress({ step: name, done: rows, total: rows }),
    )
    return { tables, ...moved }
  } finally {
    lock.release()
  }
}

async function moveLogsOf(
  { dataDirectory, databaseUrl, masterKey }: MoveOptions,
  report: (done: number, total: number) => void,
): Promise<MovedLogs> {
  const database = await openControlDatabase(dataDirectory)
  try {
    // Throws for another key: the nodes could not decrypt the stored credentials.
    const vault = await openVault(database, { dataDirectory, given: masterKey, previous: null })
    const logsPath = join(dataDirectory, 'logs.db')
    if (!existsSync(logsPath)) return { logs: 0, feedback: 0 }
    const keys = new VaultBodyKeys(controlStore(database, vault.hash).stores, vault)
    return await moveLogs(logsPath, databaseUrl, report, keys)
  } finally {
    await database.destroy()
  }
}
