/** The data key encrypts all secrets. The master key encrypts it, so a rotation of the master key changes one row. */

import { randomBytes } from 'node:crypto'
import { SqliteAdapter, sql } from 'kysely'
import { MasterKeyError, type MasterKeys } from '../master-key.ts'
import { openText, type SealingKey, sealedWith, sealText } from '../sealed-text.ts'
import type { ControlDatabase } from './control-database.ts'
import type { DataKeyTable } from './schema.ts'

/** Decrypts the data key, or creates it on the first start. Re-encrypts it with `master.wanted` if needed. */
export async function openDataKey(database: ControlDatabase, master: MasterKeys): Promise<SealingKey> {
  const row = (await findRow(database)) ?? (await insertRow(database, master))
  const opened = open(row, master)
  if (sealedWith(row.sealed) !== master.wanted.id) await reseal(database, row, opened, master.wanted)
  return opened
}

function findRow(database: ControlDatabase): Promise<DataKeyTable | undefined> {
  return database.selectFrom('data_keys').selectAll().orderBy('created_at_ms').limit(1).executeTakeFirst()
}

/** In a write transaction (one at a time), so that two nodes that start together use the same key. */
function insertRow(database: ControlDatabase, master: MasterKeys): Promise<DataKeyTable> {
  return database.transaction().execute(async (transaction) => {
    const found = await findRow(transaction)
    if (found) return found
    const isOldStore = await transaction.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()
    // Stores from before data keys existed derived everything from the master key, so it becomes their data key.
    const bytes = isOldStore ? Buffer.from(master.wanted.secret) : randomBytes(32)
    const id = randomBytes(8).toString('hex')
    const nowMs = Date.now()
    const sealed = sealText(bytes.toString('base64'), contextOf(id), master.wanted)
    const row: DataKeyTable = { id, sealed, created_at_ms: nowMs, updated_at_ms: nowMs }
    await transaction.insertInto('data_keys').values(row).execute()
    return row
  })
}

function open({ id, sealed }: DataKeyTable, { wanted, previous, source }: MasterKeys): SealingKey {
  const masterId = sealedWith(sealed)
  const master = [wanted, previous].find((key) => key?.id === masterId)
  if (!master) {
    throw new MasterKeyError(
      `${source} is not the master key this store was made with. Use that key or another store. To replace the master key, start once with the old one as GATEWAY_MASTER_KEY_PREVIOUS.`,
    )
  }
  return { id, bytes: Buffer.from(openText(sealed, contextOf(id), master), 'base64') }
}

async function reseal(
  database: ControlDatabase,
  row: DataKeyTable,
  key: SealingKey,
  master: SealingKey,
): Promise<void> {
  const sealed = sealText(Buffer.from(key.bytes).toString('base64'), contextOf(row.id), master)
  const isEmbedded = database.getExecutor().adapter instanceof SqliteAdapter
  // The old master key may be deleted next, so this commit must survive a power failure.
  if (isEmbedded) await sql`pragma synchronous = full`.execute(database)
  await database
    .updateTable('data_keys')
    .set({ sealed, updated_at_ms: Date.now() })
    .where('id', '=', row.id)
    .where('sealed', '=', row.sealed)
    .execute()
  if (isEmbedded) await sql`pragma synchronous = normal`.execute(database)
}

function contextOf(id: string): string {
  return `data_keys/sealed/${id}`
}
