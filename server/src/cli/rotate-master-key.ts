/** `gatehouse rotate-master-key`: gives the store another master key; a running gateway is not disturbed. */

import { readSettings, SettingsError } from '../settings.ts'
import { MasterKeyError } from '../stores/master-key.ts'
import { openControlDatabase } from '../stores/sql/control-database.ts'
import { rotateMasterKey } from '../stores/vault.ts'

export async function rotateKey(overrides: Readonly<Record<string, string>>): Promise<void> {
  try {
    const settings = readSettings(overrides)
    const { dataDirectory, masterKey, previousMasterKey } = settings
    if (masterKey !== null && previousMasterKey === null) {
      throw new SettingsError(
        'GATEWAY_MASTER_KEY is the new key; give the one in use as GATEWAY_MASTER_KEY_PREVIOUS as well.',
      )
    }
    const database = await openControlDatabase(dataDirectory)
    try {
      await rotateMasterKey(database, { dataDirectory, given: masterKey, previous: previousMasterKey })
    } finally {
      await database.destroy()
    }
    console.log('The master key was replaced. Keys, sealed credentials and the audit chain stay as they are.')
  } catch (error) {
    const isExpected = error instanceof SettingsError || error instanceof MasterKeyError
    console.error(`gatehouse: ${isExpected ? error.message : String(error)}`)
    process.exitCode = 78
  }
}
