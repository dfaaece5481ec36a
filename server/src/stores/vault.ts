/** The vault: seals what a copy of the database must not show, and hashes tokens for their look-up. */

import type { Vault } from '../core/stores/stores.ts'
import { adoptNextKey, derive, type GivenMasterKeys, keyHasher, loadMasterKeys, makeNextKey } from './master-key.ts'
import { openText, type SealingKey, sealText } from './sealed-text.ts'
import type { ControlDatabase } from './sql/control-database.ts'
import { openDataKey } from './sql/data-key.ts'

/** Throws a MasterKeyError when the master key is not the store's. A rotation that was cut off is brought to its end. */
export async function openVault(database: ControlDatabase, keys: GivenMasterKeys): Promise<Vault> {
  const masterKeys = loadMasterKeys(keys)
  const dataKey = await openDataKey(database, masterKeys)
  adoptNextKey(keys.dataDirectory, masterKeys)
  return vaultOf(dataKey)
}

/**
 * Gives the store another master key: the one in GATEWAY_MASTER_KEY (the old one is `previous`), or a new key file. Only the
 * data key's row is sealed anew, so a running gateway goes on undisturbed; each step may be cut off and the next start or
 * rotation goes on from there.
 */
export async function rotateMasterKey(database: ControlDatabase, keys: GivenMasterKeys): Promise<void> {
  if (keys.given === null) makeNextKey(keys.dataDirectory)
  await openVault(database, keys)
}

export function vaultOf(dataKey: SealingKey): Vault {
  const key: SealingKey = { id: dataKey.id, bytes: derive(dataKey.bytes, 'gatehouse seal') }
  return {
    seal: (text, place) => sealText(text, place, key),
    open: (sealed, place) => openText(sealed, place, key),
    hash: keyHasher(dataKey.bytes),
  }
}
