/** Re-encrypts blocks in SQLite with the newest key of their workspace. */

import type { Database } from 'bun:sqlite'
import type { ReencryptCursor, ReencryptedBlocks, ReencryptStep } from '../../core/logs/body-keys.ts'
import type { BlockKind } from '../encryption/block-cipher.ts'
import type { KnownKeys } from '../encryption/known-keys.ts'
import { BLOCKS_PER_STEP, reencryptBlock, stepResult } from '../encryption/reencrypt-block.ts'

type Row = {
  readonly id: number
  readonly kind: BlockKind
  readonly key_version: number
  readonly data: Uint8Array
}

/** The worker that runs this is the only writer, so its newest key is that of all later blocks. */
export function reencryptStep(
  { database, storedKeys: keys }: { readonly database: Database; readonly storedKeys: KnownKeys | null },
  { workspaceId, version }: ReencryptedBlocks,
  cursor: ReencryptCursor,
): ReencryptStep {
  if (keys === null) throw new Error('the log store was opened without keys of encrypted bodies')
  keys.require(workspaceId, version)
  return database
    .transaction(() => {
      const rows = database
        .query<Row, [string, number, number, number]>(
          `SELECT id, kind, key_version, data FROM blocks INDEXED BY blocks_keys
           WHERE workspace_id = ?1 AND key_version < ?2 AND (key_version, id) > (?3, ?4)
           ORDER BY key_version, id LIMIT ${BLOCKS_PER_STEP}`,
        )
        .all(workspaceId, version, cursor?.version ?? 0, cursor?.id ?? 0)
      const update = database.query('UPDATE blocks SET data = ?, key_version = ? WHERE id = ?')
      const examined = rows.map(({ id, kind, key_version, data }) => {
        const changed = reencryptBlock({ id, kind, workspaceId, data }, keys)
        if (changed) update.run(changed.data, changed.version, id)
        return { id, version: key_version, isDone: changed !== null }
      })
      const left = database
        .query<{ n: number }, [string, number]>(
          `SELECT count(*) AS n FROM blocks INDEXED BY blocks_keys WHERE workspace_id = ? AND key_version < ?`,
        )
        .get(workspaceId, version)!.n
      return stepResult(examined, left)
    })
    .immediate()
}
