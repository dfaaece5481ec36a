/** Actions of CLI commands in the control store, until the gateway adds them to the audit log. */

import type { PendingAuditEntry, PendingAuditStore } from '../../../core/stores/audit-entries.ts'
import type { ControlDatabase } from '../control-database.ts'

const MAX_TEXT = 4_096

export class SqlPendingAudit implements PendingAuditStore {
  constructor(private readonly database: ControlDatabase) {}

  async hasAny(): Promise<boolean> {
    const row = await this.database.selectFrom('pending_audit_entries').select('id').limit(1).executeTakeFirst()
    return row !== undefined
  }

  async take(most: number): Promise<readonly PendingAuditEntry[]> {
    const rows = await this.database
      .selectFrom('pending_audit_entries')
      .selectAll()
      .orderBy('at_ms')
      .orderBy('id')
      .limit(most)
      .execute()
    for (const { id } of rows) await this.database.deleteFrom('pending_audit_entries').where('id', '=', id).execute()
    return rows.map(({ id, at_ms, action, target_id, facts }) => ({
      id,
      atMs: at_ms,
      action: action === 'backup.restore' ? 'backup.restore' : 'backup.create',
      targetId: target_id.slice(0, MAX_TEXT),
      facts: factsOf(facts),
    }))
  }
}

/** Another program may have written the row. An invalid row must not block the other entries. */
function factsOf(text: string): Readonly<Record<string, unknown>> {
  if (text.length > MAX_TEXT) return {}
  try {
    return { ...(JSON.parse(text) as object) } as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
