/**
 * Stores of a worker with the embedded database: reads control.db itself and calls the owner process for the ledger.
 */

import { mkdirSync } from 'node:fs'
import type { Bus } from '../../core/runtime/bus.ts'
import type { ApiKeyStore } from '../../core/stores/api-keys.ts'
import { logDefect } from '../../observe/log.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { Checkpoints } from '../../stores/sql/checkpoints.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { lockData } from '../../stores/sql/data-lock.ts'
import { openVault } from '../../stores/vault.ts'
import { pollChanges } from '../database/poll-changes.ts'
import type { OpenStores } from '../open-stores.ts'
import { remoteLedger } from './remote-ledger.ts'
import type { OwnerChannel } from './rpc-methods.ts'

/** `folder` is the worker's own, inside the data folder. */
export async function openWorkerStores(
  settings: GatehouseSettings,
  folder: string,
  owner: OwnerChannel,
  bus: Bus,
): Promise<OpenStores> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The journal allows one writer, and an orphaned worker of an earlier owner may still be finishing its calls.
  const lock = lockData(folder)
  const { dataDirectory } = settings
  const database = await openControlDatabase(dataDirectory)
  const vault = await openVault(database, {
    dataDirectory,
    given: settings.masterKey,
    previous: settings.previousMasterKey,
  })
  const checkpoints = new Checkpoints(database, (error) => logDefect(error, 'none'), null)
  const control = checkpoints.follow(controlStore(database, vault.hash))
  const changes = pollChanges(control.stores.changes, await control.stores.changes.last())
  bus.listen('changes', () => changes.pollNow())
  const apiKeys = withUsesRecordedByOwner(control.stores.apiKeys, owner)
  return {
    database,
    control: { ...control, stores: { ...control.stores, apiKeys } },
    vault,
    ledger: remoteLedger(owner, settings.durability),
    changes,
    redis: null,
    bus,
    firstKeys: null,
    problem: () => lock.problem(),
    async close() {
      await changes.close()
      await checkpoints.close()
      await database.destroy()
      lock.release()
    },
  }
}

/** Reads from the store directly; the owner process writes. */
function withUsesRecordedByOwner(keys: ApiKeyStore, owner: OwnerChannel): ApiKeyStore {
  const recordUses: ApiKeyStore['recordUses'] = async (uses) => {
    await owner.call('keyUses', uses)
  }
  return new Proxy(keys, {
    get(target, name) {
      if (name === 'recordUses') return recordUses
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
