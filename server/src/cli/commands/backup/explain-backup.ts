/** Functions that the backup commands share: the target, the settings, and readable errors. */

import { openTarget } from '../../../backup/open-target.ts'
import { BackupError, type BackupTarget } from '../../../backup/target.ts'
import type { GatehouseSettings } from '../../../settings.ts'
import { findKeyFile, MasterKeyError, masterKeyId } from '../../../stores/master-key.ts'
import { DataLockError } from '../../../stores/sql/data-lock.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readSettingsOf } from '../gateway/settings-of.ts'

export function targetOf(call: Call): BackupTarget {
  const [address = ''] = call.operands
  try {
    return openTarget(address)
  } catch (error) {
    return explain(error)
  }
}

/** Throws if a shared database is used, because the data folder then has only data that is not yet in the database. */
export async function embeddedSettings(call: Call): Promise<GatehouseSettings> {
  const settings = await readSettingsOf(call)
  if (settings.databaseUrl === null) return settings
  throw new CommandError({
    what: 'DATABASE_URL is set, so the store is in PostgreSQL.',
    fix: 'Back it up with pg_dump, and restore it with pg_restore: gatehouse help operations.',
  })
}

/** The master key from the settings or the data folder, if it has this fingerprint. */
export function findMasterKey({ masterKey, dataDirectory }: GatehouseSettings, id: string): Uint8Array | null {
  const found = masterKey ?? findKeyFile(dataDirectory)
  return found !== null && masterKeyId(found) === id ? found : null
}

export function explain(error: unknown): never {
  if (error instanceof BackupError) throw new CommandError({ what: error.message, fix: error.fix })
  if (error instanceof DataLockError || error instanceof MasterKeyError) throw new CommandError({ what: error.message })
  throw error
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** For example `1.5 MiB`. */
export function sizeInWords(bytes: number): string {
  let size = bytes
  let unit = 0
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}
