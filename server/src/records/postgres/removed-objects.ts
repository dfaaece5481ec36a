/** Objects that must be deleted: those of deleted or changed blocks, and those of batches that were not stored. */

import type { Client } from 'pg'
import { type ChangedBlock, OBJECTS_PER_STEP, ORPHANED_AFTER_MS, removeObjects } from '../objects/changed-objects.ts'
import { inTransaction, rowsOf } from './connection.ts'

/**
 * Schedules the objects for deletion, in case their blocks are never stored. Call before the objects are written,
 * outside the transaction that stores their blocks.
 */
export async function scheduleDeletion(client: Client, objects: readonly string[]): Promise<void> {
  const sql = 'INSERT INTO removed_objects (object, due_at_ms) SELECT *, $2::bigint FROM unnest($1::text[])'
  await rowsOf(client, sql, [objects, Date.now() + ORPHANED_AFTER_MS])
}

/** Cancels the deletion. Call in the transaction that stores the blocks. Throws if an object was already deleted. */
export async function cancelDeletion(client: Client, objects: readonly string[]): Promise<void> {
  if (objects.length === 0) return
  const kept = await rowsOf(client, 'DELETE FROM removed_objects WHERE object = ANY($1) RETURNING 1', [objects])
  if (kept.length !== objects.length) throw new Error('an object was deleted before its block was stored')
}

type BlockKey = { readonly id: number; readonly dayMs: number; readonly object: string }

/** Makes a block refer to its changed data. If `changed` is null, the block stays as it is. */
export async function replaceObject(client: Client, key: BlockKey, changed: ChangedBlock | null): Promise<void> {
  if (changed === null) return
  const { data, keyVersion, object } = changed
  const sql = `UPDATE blocks SET data = $3, key_version = $4, object = $5
    WHERE id = $1 AND day_ms = $2 AND object = $6 RETURNING 1`
  const values = [key.id, key.dayMs, Buffer.from(data), keyVersion, object, key.object]
  if ((await rowsOf(client, sql, values)).length === 0) throw new Error(`block ${key.id} was changed by another node`)
  if (object !== null) await cancelDeletion(client, [object])
}

/** Deletes some due objects. Returns whether more may be due, and why objects could not be deleted. */
export async function removeDueObjects(
  client: Client,
  nowMs: number,
): Promise<{ readonly hasMore: boolean; readonly problem: string | null }> {
  return inTransaction(client, async () => {
    // The rows stay locked, so that a late batch waits and then finds its objects deleted.
    const due = (await rowsOf(
      client,
      `SELECT object, EXISTS (SELECT 1 FROM blocks WHERE blocks.object = removed_objects.object) FROM removed_objects
       WHERE due_at_ms <= $1 LIMIT ${OBJECTS_PER_STEP} FOR UPDATE SKIP LOCKED`,
      [nowMs],
    )) as [object: string, isUsed: boolean][]
    if (due.length === 0) return { hasMore: false, problem: null }
    const { removed, problem } = await removeObjects(due.flatMap(([object, isUsed]) => (isUsed ? [] : object)))
    const gone = [...removed, ...due.flatMap(([object, isUsed]) => (isUsed ? object : []))]
    await rowsOf(client, 'DELETE FROM removed_objects WHERE object = ANY($1)', [gone])
    return { hasMore: problem === null, problem }
  })
}
