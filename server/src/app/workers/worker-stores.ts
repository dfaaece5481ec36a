/** The stores of a worker beside an embedded store: it reads control.db itself, and the owner keeps the books. */

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
import type { OwnerCalls } from './questions.ts'
import { remoteLedger } from './remote-ledger.ts'

/** `folder` is the worker's own, inside the data folder. */
export async function openWorkerStores(
  settings: GatehouseSettings,
  folder: string,
  owner: OwnerCalls,
  bus: Bus,
): Promise<OpenStores> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Its journal has one writer, also when an earlier owner left a worker behind that still ends its calls.
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
  bus.listen('changes', () => changes.askNow())
  const apiKeys = withOwnersUses(control.stores.apiKeys, owner)
  return {
    database,
    control: { ...control, stores: { ...control.stores, apiKeys } },
    vault,
    ledger: remoteLedger(owner),
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

/** Reads for itself; what there is to write the owner writes. */
function withOwnersUses(keys: ApiKeyStore, owner: OwnerCalls): ApiKeyStore {
  const recordUses: ApiKeyStore['recordUses'] = async (uses) => {
    await owner.ask('keyUses', uses)
  }
  return new Proxy(keys, {
    get(target, name) {
      if (name === 'recordUses') return recordUses
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
