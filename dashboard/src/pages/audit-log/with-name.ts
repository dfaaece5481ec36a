/** Names where the log has only ids. */

import { caller } from '../../app/session.ts'
import type { AuditEntry } from './entry.ts'

/** A refused call names what it was about only by id; workspaces are known by name here. */
export function withName(entry: AuditEntry): AuditEntry {
  if (entry.target_name !== null || entry.resource_type !== 'workspace') return entry
  const found = caller.value?.workspaces.find((one) => one.id === entry.target_id)
  return found ? { ...entry, target_name: found.name } : entry
}
