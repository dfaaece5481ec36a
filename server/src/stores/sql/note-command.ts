/**
 * Notes the action of a CLI command in control.db, for the audit log. Does not migrate the store and needs no master
 * key: a running gateway of another version may be using the store.
 */

import { join } from 'node:path'
import type { PendingAuditEntry } from '../../core/stores/audit-entries.ts'
import { openFile, withPath } from './store-file.ts'

const MAX_LOCK_WAIT_MS = 10_000

/** False if the store is too old to have the table for these notes. */
export function noteCommand(dataDirectory: string, { id, atMs, action, targetId, facts }: PendingAuditEntry): boolean {
  const path = join(dataDirectory, 'control.db')
  const file = openFile(path)
  try {
    file.run(`pragma busy_timeout = ${MAX_LOCK_WAIT_MS}`)
    const table = `select 1 from sqlite_master where type = 'table' and name = 'pending_audit_entries'`
    if (file.query(table).get() === null) return false
    file.run('insert into pending_audit_entries (id, at_ms, action, target_id, facts) values (?, ?, ?, ?, ?)', [
      id,
      atMs,
      action,
      targetId,
      JSON.stringify(facts),
    ])
    return true
  } catch (error) {
    throw withPath(path, error)
  } finally {
    file.close()
  }
}
