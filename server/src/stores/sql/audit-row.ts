/** Audit entries as rows: the complete entry as JSON, plus columns for filters. */

import type { AuditEntry, NewAuditEntry } from '../../core/stores/audit-entries.ts'
import type { AuditTable } from './schema.ts'

export function columnsOf(entry: NewAuditEntry): Omit<AuditTable, 'sequence' | 'entry' | 'hash' | 'redaction'> {
  return {
    organisation_id: entry.organisationId,
    id: entry.id,
    workspace_id: entry.workspaceId,
    at_ms: entry.atMs,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    action: entry.action,
    resource: entry.resource,
    target_id: entry.targetId,
    status: entry.status,
    ip: entry.ip,
    request_id: entry.requestId,
    method: entry.method,
    uri: entry.uri,
  }
}

export function entryOf(row: Pick<AuditTable, 'entry' | 'hash'>): AuditEntry {
  const written = JSON.parse(row.entry) as NewAuditEntry & { readonly sequence: number }
  return { ...written, hash: row.hash }
}
