/**
 * The history of settings in control.db, for `gatehouse restore --at`. Triggers write the old row of every change into
 * `row_history`, in the transaction of the change. SQLite only: PostgreSQL has point-in-time recovery of its own.
 *
 * The triggers are generated from the schema. Migrations run without the triggers, so the history starts again after a
 * migration.
 */

import type { Database } from 'bun:sqlite'

/** Tables that a restore to a point in time leaves as they are in the backup, with the reason. */
const WITHOUT_HISTORY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'the audit log is append-only': ['audit_entries', 'audit_heads', 'pending_audit_entries'],
    'undoing a rotation would need a master key that may be gone': ['data_keys'],
    'a deleted workspace takes its keys with it for good': ['body_keys'],
    'what was erased must not come back': ['erasures', 'erasure_nodes'],
    'spending is rewound with its entries': [
      'ledger_entries',
      'balances',
      'ledger_holds',
      'window_counters',
      'ledger_progress',
      'budget_leases',
      'ledger_nodes',
    ],
    'a log that is deleted after a week': ['scim_requests'],
    'a restore deletes them': [
      'sessions',
      'session_confirmations',
      'factor_challenges',
      'idempotency_replies',
      'sso_states',
      'device_codes',
    ],
    'a used code must not become valid again': ['recovery_codes'],
    'state of background tasks, which changes all the time': [
      'alert_statuses',
      'alert_slots',
      'alert_events',
      'alert_deliveries',
      'budget_alerts',
      'changes',
      'log_exports',
      'log_export_chunks',
      'sink_progress',
      'workload_subjects',
    ],
  }).flatMap(([reason, tables]) => tables.map((table) => [table, reason] as const)),
)

/** Columns that every use changes. The history ignores changes of these alone, and undoing an update leaves them. */
const ACTIVITY: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at_ms', 'last_used_ip'],
  passkeys: ['counter', 'last_used_at_ms'],
  totp_secrets: ['last_step', 'last_used_at_ms'],
  users: ['last_active_at_ms'],
}

const TRIGGER = 'history_of_'
const NOW_MS = `cast(round(unixepoch('subsec') * 1000) as integer)`

/**
 * When the history starts, and why not earlier. `off`: there is none, because GATEWAY_SETTINGS_HISTORY_DAYS is 0.
 * `erased`: an account was erased.
 */
export type HistoryStart = {
  readonly at_ms: number
  readonly reason: 'created' | 'migrated' | 'expired' | 'erased' | 'off'
}

export type Column = {
  readonly name: string
  readonly type: string
  /** 0: not in the primary key. */
  readonly pk: number
}

/** Installs the triggers, and gives all changes of a transaction the time of its last change. */
export class RowHistory {
  #isInstalled = false
  #last = 0

  constructor(private readonly file: Database) {}

  /** Drops the triggers if a migration is pending: they name columns that the migration may remove. */
  prepareMigration(applied: readonly string[], known: readonly string[]): void {
    if (applied.length === 0) return
    const isNewer = applied.some((name) => !known.includes(name))
    if (!isNewer && applied.length < known.length) this.file.transaction(() => dropTriggers(this.file)).immediate()
  }

  /** `isWanted`: null does not change whether the history is on. In a new store it is on. */
  install(isWanted: boolean | null): void {
    const { file } = this
    const start = historyStart(file)
    const isOn = isWanted ?? start?.reason !== 'off'
    const wanted = isOn ? triggersOf(file) : []
    const isSame = start !== null && (start.reason !== 'off') === isOn
    if (!isSame || wanted.join('\n') !== existingTriggers(file).join('\n')) {
      const reason = !isOn ? 'off' : isSame ? 'migrated' : 'created'
      file.transaction(() => reinstall(file, wanted, reason)).immediate()
    }
    this.#isInstalled = true
  }

  /** Call after a write transaction has begun. */
  began(): void {
    if (this.#isInstalled) this.#last = lastSequence(this.file)
  }

  /** Call before the transaction is committed. A restore must not separate the changes of one transaction. */
  committing(): void {
    if (!this.#isInstalled || lastSequence(this.file) === this.#last) return
    this.file
      .query(
        `update row_history set at_ms = (select at_ms from row_history order by sequence desc limit 1)
         where sequence > ?`,
      )
      .run(this.#last)
  }
}

/** Null if a version of Gatehouse without this history wrote the store. */
export function historyStart(file: Database): HistoryStart | null {
  if (!hasTable(file, 'row_history_start')) return null
  return file.query<HistoryStart, []>('select at_ms, reason from row_history_start').get()
}

export function existingTriggers(file: Database): readonly string[] {
  const query = `select sql from sqlite_master where type = 'trigger' and name glob '${TRIGGER}*' order by name`
  return file
    .query<{ sql: string }, []>(query)
    .all()
    .map(({ sql }) => sql)
}

export function dropTriggers(file: Database): void {
  const query = `select name from sqlite_master where type = 'trigger' and name glob '${TRIGGER}*'`
  for (const { name } of file.query<{ name: string }, []>(query).all()) file.run(`drop trigger ${quoted(name)}`)
}

export function columnsOf(file: Database, table: string): readonly Column[] {
  return file.query<Column, [string]>('select name, type, pk from pragma_table_info(?)').all(table)
}

export function keyOf(columns: readonly Column[]): readonly string[] {
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name)
}

export function hasHistory(table: string): boolean {
  return !WITHOUT_HISTORY.has(table)
}

export function isActivity(table: string, column: string): boolean {
  return ACTIVITY[table]?.includes(column) ?? false
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function reinstall(file: Database, triggers: readonly string[], reason: HistoryStart['reason']): void {
  file.run(`create table if not exists row_history (
    sequence integer primary key, at_ms bigint not null, table_name text not null, kind text not null,
    key text not null, old_row text)`)
  file.run(`create table if not exists row_history_start (
    id integer primary key check (id = 1), at_ms bigint not null, reason text not null)`)
  dropTriggers(file)
  for (const trigger of triggers) file.run(trigger)
  file.run('delete from row_history')
  file.run(
    `insert into row_history_start (id, at_ms, reason) values (1, ${NOW_MS}, ?)
     on conflict (id) do update set at_ms = excluded.at_ms, reason = excluded.reason`,
    [reason],
  )
}

/** In the order of their names. */
function triggersOf(file: Database): readonly string[] {
  const query = `select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'
    and name not glob 'kysely_*' and name not glob 'row_history*' order by name`
  return file
    .query<{ name: string }, []>(query)
    .all()
    .filter(({ name }) => hasHistory(name))
    .flatMap(({ name }) => triggersOn(name, columnsOf(file, name)))
}

/** No triggers for a table without a primary key. All our tables have one; another program's file is rejected later. */
function triggersOn(table: string, columns: readonly Column[]): readonly string[] {
  const key = keyOf(columns)
  if (key.length === 0) return []
  const keyIn = (row: string) => `json_array(${key.map((name) => `${row}.${quoted(name)}`).join(', ')})`
  const oldRow = `json_object(${columns.map((column) => `'${column.name}', ${oldValue(column)}`).join(', ')})`
  const settings = columns.filter(({ name }) => !isActivity(table, name)).map(({ name }) => quoted(name))
  const trigger = (kind: string, event: string, keyText: string, row: string) =>
    `CREATE TRIGGER ${TRIGGER}${table}_${kind} after ${event} on ${quoted(table)} begin
  insert into row_history (at_ms, table_name, kind, key, old_row)
  values (${NOW_MS}, '${table}', '${kind}', ${keyText}, ${row}); end`
  return [
    trigger('delete', 'delete', keyIn('old'), oldRow),
    trigger('insert', 'insert', keyIn('new'), 'null'),
    trigger('update', `update of ${settings.join(', ')}`, keyIn('new'), oldRow),
  ]
}

/**
 * SQLite writes JSON numbers with 15 digits, too few for a double. So doubles are written as text with 17 digits, which
 * SQLite converts back when it stores them in a numeric column.
 */
function oldValue({ name, type }: Column): string {
  const value = `old.${quoted(name)}`
  if (/^(text|bigint|integer)$/i.test(type)) return value
  if (!/^double precision$/i.test(type)) throw new Error(`A column of the type ${type} cannot have a history.`)
  return `case when ${value} is null then null else printf('%!.17g', ${value}) end`
}

function lastSequence(file: Database): number {
  return file.query<{ last: number | null }, []>('select max(sequence) as last from row_history').get()?.last ?? 0
}

export function hasTable(file: Database, name: string): boolean {
  return file.query(`select 1 from sqlite_master where type = 'table' and name = ?`).get(name) !== null
}
