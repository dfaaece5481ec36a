/** Undoes the changes of settings in a copy of control.db that were made after a point in time. */

import type { Database } from 'bun:sqlite'
import { openFile, withPath } from '../store-file.ts'
import {
  columnsOf,
  dropTriggers,
  existingTriggers,
  hasHistory,
  hasTable,
  historyStart,
  isActivity,
  keyOf,
  quoted,
} from './row-history.ts'

const ROWS_AT_ONCE = 500

/** The history does not reach back to the time. */
export class NoHistoryError extends Error {}

type HistoryRow = {
  readonly sequence: number
  readonly table_name: string
  readonly kind: 'insert' | 'update' | 'delete'
  readonly key: string
  readonly old_row: string | null
}
type Value = string | number | null

/**
 * Returns how many changes were undone. Also ends all sessions and sign-ins in progress. In tables without history,
 * deletes rows that refer to rows that no longer exist. Does not migrate the file: the history fits the schema it was
 * written with.
 */
export function undoChanges(path: string, atMs: number): number {
  const file = openFile(path)
  try {
    // Rows are undone one by one, so references are checked at the end.
    file.run('pragma foreign_keys = off')
    checkReach(file, atMs)
    return file.transaction(() => undo(file, atMs)).immediate()
  } catch (error) {
    throw withPath(path, error)
  } finally {
    file.close()
  }
}

function checkReach(file: Database, atMs: number): void {
  const start = historyStart(file)
  if (start === null) throw new NoHistoryError('It was made by a version of Gatehouse without a history of settings.')
  if (start.reason === 'off')
    throw new NoHistoryError('The history of settings was off: GATEWAY_SETTINGS_HISTORY_DAYS=0.')
  if (start.at_ms <= atMs) return
  const since = new Date(start.at_ms).toISOString()
  const reasons = {
    created: `Its history of settings starts at ${since}.`,
    migrated: `An upgrade migrated the store at ${since}, and changes before that cannot be undone in the new schema.`,
    expired: `Its history of settings starts at ${since}: older changes have expired (GATEWAY_SETTINGS_HISTORY_DAYS).`,
    erased: `An account was erased at ${since}. That deleted the history of settings until then, because it contained the account. Choose a later time, or restore an older backup and erase the account again.`,
  }
  throw new NoHistoryError(reasons[start.reason])
}

function undo(file: Database, atMs: number): number {
  const triggers = existingTriggers(file)
  dropTriggers(file)
  // If the clock was set back, later changes have earlier times. Keeps all changes up to the last one not after `atMs`.
  const { kept } = file
    .query<{ kept: number }, [number]>('select coalesce(max(sequence), 0) as kept from row_history where at_ms <= ?')
    .get(atMs)!
  const page = file.query<HistoryRow, [number, number]>(
    `select sequence, table_name, kind, key, old_row from row_history
     where sequence > ? and sequence < ? order by sequence desc limit ${ROWS_AT_ONCE}`,
  )
  let undone = 0
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = page.all(kept, before)
    for (const row of rows) undoRow(file, row)
    undone += rows.length
    const last = rows.at(-1)
    if (last === undefined) break
    before = last.sequence
  }
  file.run('delete from row_history where sequence > ?', [kept])
  // A backup of an older version may lack some of these tables.
  for (const table of ['session_confirmations', 'sessions', 'factor_challenges', 'sso_states', 'device_codes'])
    if (hasTable(file, table)) file.run(`delete from ${table}`)
  file.run('delete from idempotency_replies where created_at_ms > ?', [atMs])
  deleteOrphans(file)
  for (const trigger of triggers) file.run(trigger)
  return undone
}

function undoRow(file: Database, { table_name: table, kind, key, old_row }: HistoryRow): void {
  const keyValues = JSON.parse(key) as Value[]
  const oldRow = Object.entries(JSON.parse(old_row ?? '{}') as Record<string, Value>)
  const where = keyOf(columnsOf(file, table))
    .map((name) => `${quoted(name)} = ?`)
    .join(' and ')
  const { changes } = write()
  if (changes !== 1) throw new Error(`The history of ${table} does not match its rows (${kind} ${key}).`)

  function write(): { changes: number } {
    if (kind === 'insert') return file.run(`delete from ${quoted(table)} where ${where}`, keyValues)
    const columns = kind === 'delete' ? oldRow : oldRow.filter(([name]) => !isActivity(table, name))
    const names = columns.map(([name]) => quoted(name))
    const values = columns.map(([, value]) => value)
    if (kind === 'update')
      return file.run(`update ${quoted(table)} set ${names.map((name) => `${name} = ?`).join(', ')} where ${where}`, [
        ...values,
        ...keyValues,
      ])
    return file.run(
      `insert into ${quoted(table)} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      values,
    )
  }
}

function deleteOrphans(file: Database): void {
  const check = file.query<{ table: string; rowid: number }, []>('select "table", rowid from pragma_foreign_key_check')
  for (let orphans = check.all(); orphans.length > 0; orphans = check.all()) {
    for (const { table, rowid } of orphans) {
      if (hasHistory(table)) throw new Error(`A row of ${table} refers to a row that does not exist at that time.`)
      file.run(`delete from ${quoted(table)} where rowid = ?`, [rowid])
    }
  }
}
