/** The content of the control store, as one text per table. A refused call must not change it. */

import { Database } from 'bun:sqlite'
import { afterAll } from 'bun:test'
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
const IGNORED = [MAY_GROW, FOLDED, EVALUATED]
/** Columns that authentication updates, even if the call is then refused. */
const LAST_USE: ReadonlySet<string> = new Set([
  'last_used_at_ms',
  'last_used_ip',
  'last_seen_at_ms',
  'last_active_at_ms',
])

/** Returns a function that reads the content. One connection serves all tests of a file. */
export function shareChecksum(dataDirectory: string): () => Record<string, string> {
  const database = new Database(join(dataDirectory, 'control.db'), { readonly: true })
  afterAll(() => database.close())
  const columns = database
    .query<{ table: string; column: string }, []>(
      `select tables.name as "table", columns.name as "column"
       from sqlite_master tables join pragma_table_info(tables.name) columns
       where tables.type = 'table' and tables.name not like 'sqlite_%'`,
    )
    .all()
    .filter(({ table, column }) => !IGNORED.some((tables) => tables.has(table)) && !LAST_USE.has(column))
  const queries = Object.entries(Object.groupBy(columns, ({ table }) => table)).map(([table, ofTable = []]) => {
    const names = ofTable.map(({ column }) => `"${column}"`)
    return [table, database.query(`select ${names.join()} from "${table}"`)] as const
  })
  // SQLite changes this number with each commit of another connection.
  const version = database.query<{ data_version: number }, []>('pragma data_version')
  let last = { version: -1, content: {} as Record<string, string> }
  return () => {
    const now = version.get()!.data_version
    if (now !== last.version)
      last = {
        version: now,
        content: Object.fromEntries(queries.map(([table, query]) => [table, sumOf(query.values())])),
      }
    return last.content
  }
}

function sumOf(rows: readonly unknown[]): string {
  const texts = rows.map((row) => JSON.stringify(row))
  return `${rows.length} rows, ${Bun.hash(texts.sort().join('\n')).toString(16)}`
}
