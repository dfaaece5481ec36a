/** Runs one transaction on the control store, for CLI commands. The gateway may be running. */

import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { openControlDatabase, openSharedControlDatabase } from '../../stores/sql/control-database.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { openVault } from '../../stores/vault.ts'

export async function inStore<Result>(
  { dataDirectory, databaseUrl, masterKey, previousMasterKey }: GatehouseSettings,
  work: (stores: Stores, vault: Vault) => Promise<Result>,
): Promise<Result> {
  const database =
    databaseUrl === null ? await openControlDatabase(dataDirectory) : await openSharedControlDatabase(databaseUrl)
  try {
    const vault = await openVault(database, { dataDirectory, given: masterKey, previous: previousMasterKey })
    return await controlStore(database, vault.hash).transact((stores) => work(stores, vault))
  } finally {
    await database.destroy()
  }
}
