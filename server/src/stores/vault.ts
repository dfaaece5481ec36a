/** The vault encrypts secrets stored in the database and hashes tokens for lookup. */

import type { Vault } from '../core/stores/stores.ts'
import { adoptNextKey, derive, type GivenMasterKeys, keyHasher, loadMasterKeys, makeNextKey } from './master-key.ts'
import { openText, type SealingKey, sealText } from './sealed-text.ts'
import type { ControlDatabase } from './sql/control-database.ts'
import { openDataKey } from './sql/data-key.ts'

/** Throws a MasterKeyError if the master key does not belong to the store. Completes an interrupted rotation. */
export async function openVault(database: ControlDatabase, keys: GivenMasterKeys): Promise<Vault> {
  const masterKeys = loadMasterKeys(keys)
  const dataKey = await openDataKey(database, masterKeys)
  adoptNextKey(keys.dataDirectory, masterKeys)
  return vaultOf(dataKey)
}

/**
 * Replaces the master key with GATEWAY_MASTER_KEY (`previous` is the old key) or with a new key file. Only the row of
 * the data key is re-encrypted, so running gateways are not affected. If a step is interrupted, the next start or
 * rotation completes it.
 */
export async function rotateMasterKey(database: ControlDatabase, keys: GivenMasterKeys): Promise<void> {
  if (keys.given === null) makeNextKey(keys.dataDirectory)
  await openVault(database, keys)
}

export function vaultOf(dataKey: SealingKey): Vault {
  const key: SealingKey = { id: dataKey.id, bytes: derive(dataKey.bytes, 'gatehouse seal') }
  return {
    seal: (text, context) => sealText(text, context, key),
    open: (sealed, context) => openText(sealed, context, key),
    hash: keyHasher(dataKey.bytes),
    derive: (purpose) => derive(dataKey.bytes, `gatehouse ${purpose}`),
  }
}
