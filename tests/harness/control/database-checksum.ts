/** The content of the control store, as one text per table. A refused call must not change it. */

import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Tables that record refusals. */
const MAY_GROW: ReadonlySet<string> = new Set(['audit_entries', 'audit_heads'])
/** Tables that are updated some time after the requests. */
const FOLDED: ReadonlySet<string> = new Set([
  'balances',
  'ledger_entries',
  'ledger_holds',
  'ledger_progress',
  'window_counters',
  'workload_subjects',
])
/** Tables that background tasks update by themselves: alert rules, erasures, sinks. */
const EVALUATED: ReadonlySet<string> = new Set([
  'alert_slots',
  'alert_statuses',
  'alert_events',
  'alert_deliveries',
  'erasures',
  'erasure_nodes',
  'sink_progress',
])
/** Columns that authentication updates, even if the call is then refused. */
const LAST_USE: ReadonlySet<string> = new Set([
  'last_used_at_ms',
  'last_used_ip',
  'last_seen_at_ms',
  'last_active_at_ms',
])

export function databaseChecksum(dataDirectory: string): Record<string, string> {
  const database = new Database(join(dataDirectory, 'control.db'), { readonly: true })
  try {
    const tables = database
      .query<{ name: string }, []>(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
      .all()
      .filter(({ name }) => !MAY_GROW.has(name) && !FOLDED.has(name) && !EVALUATED.has(name))
    return Object.fromEntries(tables.map(({ name }) => [name, sumOf(database, name)]))
  } finally {
    database.close()
  }
}

function sumOf(database: Database, table: string): string {
  const rows = database.query<Record<string, unknown>, []>(`select * from "${table}"`).all()
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !LAST_USE.has(name))))
  return `${rows.length} rows, ${Bun.hash(texts.sort().join('\n')).toString(16)}`
}
