/** Re-encrypts blocks in PostgreSQL with the newest key of their workspace. */

import type { Client } from 'pg'
import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../../core/logs/body-keys.ts'
import type { BlockKind } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import { BLOCKS_PER_STEP, reencryptBlock, stepResult } from '../encryption/reencrypt-block.ts'
import { type ChangedObjects, UnreadObjects, type WantedObject } from '../objects/changed-objects.ts'
import { inTransaction, rowsOf } from './connection.ts'
import { replaceObject } from './removed-objects.ts'
import type { SharedRollups } from './shared-rollups.ts'

type Target = {
  readonly client: Client
  readonly rollups: SharedRollups
  readonly storedKeys: KnownKeys | null
  /** Changed data of blocks in objects, see `withObjects`. */
  readonly changed: ChangedObjects
}

type Row = [
  id: number,
  dayMs: number,
  kind: BlockKind,
  version: number,
  data: Uint8Array,
  object: string | null,
  newestAtMs: number,
]

export async function reencryptStep(
  { client, rollups, storedKeys: keys, changed }: Target,
  blocks: ReencryptedBlocks,
  cursor: ReencryptCursor,
): Promise<ReencryptStep> {
  if (keys === null) throw new Error('the log store was opened without keys of encrypted bodies')
  const { workspaceId, version } = blocks
  keys.require(workspaceId, version)
  if (cursor === null) await refuseEarlierKeys(client, rollups, blocks)
  return inTransaction(client, async () => {
    // Skips locked blocks: another node may work on the same rotation, or erase parts of a block.
    const rows = (await rowsOf(
      client,
      `SELECT id, day_ms, kind, key_version, data, object, newest_at_ms FROM blocks
       WHERE workspace_id = $1 AND key_version < $2 AND (key_version, id) > ($3, $4)
       ORDER BY key_version, id LIMIT ${BLOCKS_PER_STEP} FOR UPDATE SKIP LOCKED`,
      [workspaceId, version, cursor?.version ?? 0, cursor?.id ?? 0],
    )) as Row[]
    const examined: { readonly id: number; readonly version: number; readonly isDone: boolean }[] = []
    const unread: WantedObject[] = []
    for (const [id, dayMs, kind, before, data, object, newestAtMs] of rows) {
      const change = (stored: Uint8Array) => reencryptBlock({ id, kind, workspaceId, data: stored }, keys)
      if (object !== null && !changed.has(object)) unread.push({ object, id, workspaceId, newestAtMs, change })
      const made = object === null ? change(data) : (changed.get(object) ?? null)
      examined.push({ id, version: before, isDone: made !== null })
      if (object !== null) await replaceObject(client, { id, dayMs, object }, changed.get(object) ?? null)
      else if (made) {
        const sql = 'UPDATE blocks SET data = $3, key_version = $4 WHERE id = $1 AND day_ms = $2'
        await rowsOf(client, sql, [id, dayMs, Buffer.from(made.data), made.keyVersion])
      }
    }
    if (unread.length > 0) throw new UnreadObjects(unread)
    const count = 'SELECT count(*) FROM blocks WHERE workspace_id = $1 AND key_version < $2'
    const [row] = await rowsOf(client, count, [workspaceId, version])
    return stepResult(examined, Number(row![0]))
  })
}

/** After this, no batch stores a block with an earlier key: batches check the version under the shared lock. */
async function refuseEarlierKeys(
  client: Client,
  rollups: SharedRollups,
  { organisationId, workspaceId, version }: ReencryptedBlocks,
): Promise<void> {
  const key = [organisationId, workspaceId, version]
  const found = 'SELECT 1 FROM scopes WHERE organisation_id = $1 AND workspace_id = $2 AND body_key_version >= $3'
  if ((await rowsOf(client, found, key)).length > 0) return
  await inTransaction(client, async () => {
    await rollups.lock(client, 'exclusive')
    await rowsOf(
      client,
      `INSERT INTO scopes (organisation_id, workspace_id, body_key_version) VALUES ($1, $2, $3)
       ON CONFLICT (organisation_id, workspace_id) DO UPDATE SET body_key_version = excluded.body_key_version
       WHERE scopes.body_key_version IS NULL OR scopes.body_key_version < excluded.body_key_version`,
      key,
    )
  })
}
