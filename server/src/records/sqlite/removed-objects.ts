/** Objects that must be deleted: those of deleted or changed blocks, and those of batches that were not stored. */

import type { Database } from 'bun:sqlite'
import { type ChangedBlock, OBJECTS_PER_STEP, ORPHANED_AFTER_MS, removeObjects } from '../objects/changed-objects.ts'

/**
 * Schedules the objects for deletion, in case their blocks are never stored. Call before the objects are written,
 * outside the transaction that stores their blocks.
 */
export function scheduleDeletion(database: Database, objects: readonly string[]): void {
  const insert = database.query('INSERT INTO removed_objects (object, due_at_ms) VALUES (?, ?)')
  database.transaction(() => {
    for (const object of objects) insert.run(object, Date.now() + ORPHANED_AFTER_MS)
  })()
}

/** Cancels the deletion. Call in the transaction that stores the blocks. Throws if an object was already deleted. */
export function cancelDeletion(database: Database, objects: readonly string[]): void {
  const keep = database.query('DELETE FROM removed_objects WHERE object = ?')
  for (const object of objects)
    if (keep.run(object).changes !== 1) throw new Error(`${object} was deleted before its block was stored`)
}

/** Makes a block refer to its changed data. If `changed` is null, the block stays as it is. */
export function replaceObject(database: Database, id: number, changed: ChangedBlock | null): void {
  if (changed === null) return
  const { data, keyVersion, object } = changed
  database
    .query('UPDATE blocks SET data = ?, key_version = ?, object = ? WHERE id = ?')
    .run(data, keyVersion, object, id)
  if (object !== null) cancelDeletion(database, [object])
}

export function dueObjects(database: Database, nowMs: number): readonly string[] {
  const sql = `SELECT object FROM removed_objects WHERE due_at_ms <= ? LIMIT ${OBJECTS_PER_STEP}`
  return (database.query(sql).values(nowMs) as [string][]).map(([object]) => object)
}

/** Returns why objects could not be deleted; null if they were. */
export async function removeDueObjects(database: Database, due: readonly string[]): Promise<string | null> {
  const isUsed = database.query('SELECT 1 FROM blocks INDEXED BY blocks_objects WHERE object = ?')
  const unused = due.filter((object) => isUsed.get(object) === null)
  const { removed, problem } = await removeObjects(unused)
  const gone = new Set([...removed, ...due.filter((object) => !unused.includes(object))])
  const forget = database.query('DELETE FROM removed_objects WHERE object = ?')
  for (const object of gone) forget.run(object)
  return problem
}
