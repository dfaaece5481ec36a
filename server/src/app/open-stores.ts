/** The embedded stores: lock, control database, vault, and the first keys of a first start. */

import { mkdirSync } from 'node:fs'
import { ALL_SCOPES } from '../control/access/scopes.ts'
import type { ControlStore, Vault } from '../core/stores/stores.ts'
import type { GatehouseSettings } from '../settings.ts'
import { type ControlDatabase, openControlDatabase } from '../stores/sql/control-database.ts'
import { controlStore } from '../stores/sql/control-store.ts'
import { lockData } from '../stores/sql/data-lock.ts'
import { type FirstKeys, makeFirstKeys } from '../stores/sql/first-keys.ts'
import { openVault } from '../stores/vault.ts'

export type OpenStores = {
  readonly database: ControlDatabase
  readonly control: ControlStore
  readonly vault: Vault
  /** Shown once; null when this was not the first start. */
  readonly firstKeys: FirstKeys | null
  close(): Promise<void>
}

export async function openStores(settings: GatehouseSettings): Promise<OpenStores> {
  const { dataDirectory } = settings
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const lock = lockData(dataDirectory)
  const database = await openControlDatabase(dataDirectory)
  const vault = await openVault(database, {
    dataDirectory,
    given: settings.masterKey,
    previous: settings.previousMasterKey,
  })
  const given = { admin: settings.adminApiKey, workspace: settings.workspaceApiKey }
  const firstKeys = await makeFirstKeys(database, {
    given,
    hash: vault.hash,
    scopes: [ALL_SCOPES],
    nowMs: Date.now(),
  })
  return {
    database,
    control: controlStore(database, vault.hash),
    vault,
    firstKeys,
    async close() {
      await database.destroy()
      lock.release()
    },
  }
}
