/** Copies the control store from the data folder to PostgreSQL in one transaction. */

import { type Kysely, sql } from 'kysely'
import { type ControlDatabase, openControlDatabase, openSharedControlDatabase } from './control-database.ts'

const ROWS_PER_STATEMENT = 100

type Row = Readonly<Record<string, unknown>>
type AnyTables = Record<string, Record<string, unknown>>
type Link = { readonly table: string; readonly from: string }

export type MovedTable = { readonly name: string; readonly rows: number }

class MoveError extends Error {}

/** Returns the copied tables and row counts. Calls `onTable` before each table. Throws a MoveError if a copy fails. */
export async function moveControl(
  dataDirectory: string,
  databaseUrl: string,
  onTable: (table: MovedTable) => void,
): Promise<readonly MovedTable[]> {
  const source = await openControlDatabase(dataDirectory)
  const target = await openSharedControlDatabase(databaseUrl).catch(async (error: unknown) => {
    await source.destroy()
    throw error
  })
  try {
    return await target.transaction().execute((transaction) => copyAll(source, transaction, onTable))
  } finally {
    await source.destroy()
    await target.destroy()
  }
}

async function copyAll(
  source: ControlDatabase,
  target: ControlDatabase,
  onTable: (table: MovedTable) => void,
): Promise<readonly MovedTable[]> {
  const from = source as unknown as Kysely<AnyTables>
  const to = target as unknown as Kysely<AnyTables>
  const moved: MovedTable[] = []
  for (const { table, links } of await tablesInOrder(from)) {
    if ((await countOf(to, table)) > 0)
      throw new MoveError(`The database already has rows in ${table}. Move the store into an empty database.`)
    const rows = await countOf(from, table)
    onTable({ name: table, rows })
    await copyTable(from, to, table, links.find((link) => link.table === table)?.from ?? null)
    const arrived = await countOf(to, table)
    if (arrived !== rows)
      throw new MoveError(`Only ${arrived} of ${rows} rows of ${table} were copied, so nothing was moved.`)
    moved.push({ name: table, rows })
  }
  return moved
}

/** Referenced tables first. */
async function tablesInOrder(database: Kysely<AnyTables>): Promise<{ table: string; links: readonly Link[] }[]> {
  // The history of settings is for control.db only.
  const found = (await database.introspection.getTables()).filter(({ name }) => !name.startsWith('row_history'))
  const left = new Map<string, readonly Link[]>()
  for (const { name } of found) {
    const { rows } = await sql<Link>`select "table", "from" from pragma_foreign_key_list(${name})`.execute(database)
    left.set(name, rows)
  }
  const ordered: { table: string; links: readonly Link[] }[] = []
  while (left.size > 0) {
    const free = [...left].filter(([name, links]) => links.every(({ table }) => table === name || !left.has(table)))
    if (free.length === 0) throw new MoveError(`The tables ${[...left.keys()].join(', ')} have circular foreign keys.`)
    for (const [table, links] of free) {
      ordered.push({ table, links })
      left.delete(table)
    }
  }
  return ordered
}

async function copyTable(
  from: Kysely<AnyTables>,
  to: Kysely<AnyTables>,
  table: string,
  parentColumn: string | null,
): Promise<void> {
  const rows = (await from.selectFrom(table).selectAll().execute()) as Row[]
  const ordered = parentColumn === null ? rows : parentsFirst(rows, parentColumn)
  for (let start = 0; start < ordered.length; start += ROWS_PER_STATEMENT) {
    await to
      .insertInto(table)
      .values(ordered.slice(start, start + ROWS_PER_STATEMENT).map(storable))
      .execute()
  }
}

/** Orders rows that refer to rows of the same table. */
function parentsFirst(rows: readonly Row[], parentColumn: string): Row[] {
  const placed = new Set<unknown>([null])
  const ordered: Row[] = []
  let waiting = [...rows]
  while (waiting.length > 0) {
    const ready = waiting.filter((row) => placed.has(row[parentColumn]))
    if (ready.length === 0) throw new MoveError(`Rows refer to each other in a cycle through ${parentColumn}.`)
    for (const row of ready) placed.add(row['id'])
    ordered.push(...ready)
    waiting = waiting.filter((row) => !placed.has(row['id']))
  }
  return ordered
}

/** Replaces NUL characters, which PostgreSQL text cannot contain. */
function storable(row: Row): Record<string, unknown> {
  const clean = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, clean(value)]))
}

async function countOf(database: Kysely<AnyTables>, table: string): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
