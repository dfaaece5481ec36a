/** Adds names to entries that contain only ids. */

import { caller } from '../../app/session.ts'
import type { AuditEntry } from './entry.ts'

/** Rejected calls carry only the id. Workspace names are known from the session. */
export function withName(entry: AuditEntry): AuditEntry {
  if (entry.target_name !== null || entry.resource_type !== 'workspace') return entry
  const found = caller.value?.workspaces.find((one) => one.id === entry.target_id)
  return found ? { ...entry, target_name: found.name } : entry
}
