/** Options of the log store for a process that stores its own logs. */

import { logWarning } from '../observe/log.ts'
import type { RecordsOptions } from '../records/records.ts'
import type { GatehouseSettings } from '../settings.ts'
import { bodyEncryption } from './body-keys.ts'
import type { OpenStores } from './open-stores.ts'

export function recordsOptions(
  settings: GatehouseSettings,
  { control, vault }: Pick<OpenStores, 'control' | 'vault'>,
): RecordsOptions {
  const { dataDirectory, databaseUrl, retentionDays, durability, encryptsBodies, bodyStorage } = settings
  return {
    dataDirectory,
    databaseUrl,
    retentionDays,
    durability,
    bodyStorage,
    encryption: bodyEncryption(control.stores, vault, encryptsBodies),
    onProblem: (message) => logWarning('storage', message),
  }
}
