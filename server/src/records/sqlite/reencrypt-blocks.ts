/** Re-encrypts blocks in SQLite with the newest key of their workspace. */

import type { Database } from 'bun:sqlite'
import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../../core/logs/body-keys.ts'
import type { BlockKind } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import { BLOCKS_PER_STEP, reencryptBlock, stepResult } from '../encryption/reencrypt-block.ts'
import { type ChangedObjects, UnreadObjects, type WantedObject } from '../objects/changed-objects.ts'
import { replaceObject } from './removed-objects.ts'

type Row = {
  readonly id: number
  readonly kind: BlockKind
  readonly key_version: number
  readonly data: Uint8Array
  readonly object: string | null
  readonly newest_at_ms: number
}

type Target = {
  readonly database: Database
  readonly storedKeys: KnownKeys | null
  /** Changed data of blocks in objects, see `withObjects`. */
  readonly changed: ChangedObjects
}

/** The worker that runs this is the only writer, so all later blocks use its newest key. */
export function reencryptStep(
  { database, storedKeys: keys, changed }: Target,
  { workspaceId, version }: ReencryptedBlocks,
  cursor: ReencryptCursor,
): ReencryptStep {
  if (keys === null) throw new Error('the log store was opened without keys of encrypted bodies')
  keys.require(workspaceId, version)
  return database
    .transaction(() => {
      const rows = database
        .query<Row, [string, number, number, number]>(
          `SELECT id, kind, key_version, data, object, newest_at_ms FROM blocks INDEXED BY blocks_keys
           WHERE workspace_id = ?1 AND key_version < ?2 AND (key_version, id) > (?3, ?4)
           ORDER BY key_version, id LIMIT ${BLOCKS_PER_STEP}`,
        )
        .all(workspaceId, version, cursor?.version ?? 0, cursor?.id ?? 0)
      const update = database.query('UPDATE blocks SET data = ?, key_version = ? WHERE id = ?')
      const unread: WantedObject[] = []
      const examined = rows.map(({ id, kind, key_version, data, object, newest_at_ms: newestAtMs }) => {
        const change = (stored: Uint8Array) => reencryptBlock({ id, kind, workspaceId, data: stored }, keys)
        if (object !== null && !changed.has(object)) unread.push({ object, id, workspaceId, newestAtMs, change })
        const made = object === null ? change(data) : (changed.get(object) ?? null)
        if (made && object === null) update.run(made.data, made.keyVersion, id)
        else if (object !== null) replaceObject(database, id, changed.get(object) ?? null)
        return { id, version: key_version, isDone: made !== null }
      })
      if (unread.length > 0) throw new UnreadObjects(unread)
      const left = database
        .query<{ n: number }, [string, number]>(
          `SELECT count(*) AS n FROM blocks INDEXED BY blocks_keys WHERE workspace_id = ? AND key_version < ?`,
        )
        .get(workspaceId, version)!.n
      return stepResult(examined, left)
    })
    .immediate()
}
