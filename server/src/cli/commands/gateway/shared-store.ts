/** `gatehouse move`, and `gatehouse migrate` without a source: prepare a database that several nodes will share. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrateStore } from '../../../app/database/migrate-store.ts'
import { moveStore } from '../../../app/database/move-store.ts'
import type { GatehouseSettings } from '../../../settings.ts'
import { MasterKeyError } from '../../../stores/master-key.ts'
import { DataLockError } from '../../../stores/sql/data-lock.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readSettingsOf } from './settings-of.ts'

const BAR_WIDTH = 24

export async function moveToDatabase(call: Call): Promise<void> {
  const { dataDirectory, databaseUrl, masterKey } = await settingsWithDatabase(call)
  if (!existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `No store found in ${dataDirectory}.`,
      fix: 'Set the folder of the embedded store with --data or GATEWAY_DATA_DIR.',
    })
  if (masterKey === null)
    throw new CommandError({
      what: 'GATEWAY_MASTER_KEY is not set.',
      why: 'Stored credentials can only be decrypted with the master key of this store.',
      fix: `Set it to the content of ${join(dataDirectory, 'master.key')}, here and on every node.`,
    })
  const moved = await moveStore({ dataDirectory, databaseUrl, masterKey }, ({ step, done, total }) =>
    call.output.progress(
      `${bar(done, total)} ${step} ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
    ),
  ).catch(explain)
  const rows = moved.tables.reduce((sum, table) => sum + table.rows, 0)
  call.output.data({ rows, logs: moved.logs, feedback: moved.feedback }, () =>
    [
      `Moved ${rows} rows, ${moved.logs} logs and ${moved.feedback} pieces of feedback; the counts agree on both sides.`,
      `${dataDirectory} was not changed.`,
      'Next: start nodes with the same DATABASE_URL and GATEWAY_MASTER_KEY, each with a data folder of its own.',
    ].join('\n'),
  )
}

export async function migrateDatabase(call: Call): Promise<void> {
  const { databaseUrl } = await settingsWithDatabase(call)
  await migrateStore(databaseUrl).catch(explain)
  call.output.data({ migrated: true }, () => 'The database is up to date. Running nodes are not affected.')
}

async function settingsWithDatabase(call: Call): Promise<GatehouseSettings & { readonly databaseUrl: string }> {
  const settings = await readSettingsOf(call)
  const { databaseUrl } = settings
  if (databaseUrl !== null) return { ...settings, databaseUrl }
  throw new CommandError({
    what: 'DATABASE_URL is not set.',
    why: 'This command needs a PostgreSQL store. The embedded store migrates itself at every start.',
    fix: 'Set it: DATABASE_URL=postgres://user:password@host:5432/gatehouse',
  })
}

function explain(error: unknown): never {
  if (error instanceof DataLockError)
    throw new CommandError({
      what: error.message,
      fix: 'Stop the gateway first; writes during the move would be lost.',
    })
  if (error instanceof MasterKeyError) throw new CommandError({ what: error.message })
  throw new CommandError({
    what: error instanceof Error ? error.message : 'The database cannot be used.',
    why: 'Nothing was changed in the data folder.',
    fix: 'Check that the database of DATABASE_URL can be reached and, for a move, that it is empty.',
  })
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * done) / total)
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]`
}
