/** `gatehouse rotate-master-key`: re-encrypts the store with a new master key. A running gateway is not affected. */

import { resolveSettings, SecretStoreUnreachable } from '../../../app/resolve-settings.ts'
import { SettingsError } from '../../../settings.ts'
import { MasterKeyError } from '../../../stores/master-key.ts'
import { openControlDatabase } from '../../../stores/sql/control-database.ts'
import { rotateMasterKey } from '../../../stores/vault.ts'
import type { Call } from '../../command.ts'
import { settingsOf } from './settings-of.ts'

export async function rotateMasterKeyCommand(call: Call): Promise<void> {
  try {
    const settings = await resolveSettings(settingsOf(call), { waitMs: 0 })
    const { dataDirectory, masterKey, previousMasterKey } = settings
    if (masterKey !== null && previousMasterKey === null) {
      throw new SettingsError('GATEWAY_MASTER_KEY is the new key. Set GATEWAY_MASTER_KEY_PREVIOUS to the current key.')
    }
    const database = await openControlDatabase(dataDirectory)
    try {
      await rotateMasterKey(database, { dataDirectory, given: masterKey, previous: previousMasterKey })
    } finally {
      await database.destroy()
    }
    console.log('The master key was replaced. Gateway keys, stored credentials and the audit chain are unchanged.')
  } catch (error) {
    const isExpected = [SettingsError, MasterKeyError, SecretStoreUnreachable].some((kind) => error instanceof kind)
    console.error(`gatehouse: ${isExpected ? (error as Error).message : String(error)}`)
    process.exitCode = 78
  }
}
