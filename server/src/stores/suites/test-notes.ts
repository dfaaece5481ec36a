/** A table that exists only in tests, to test engines independently of our schema. */

import type { Kysely } from 'kysely'
import type { ControlDatabase } from '../sql/control-database.ts'
import type { ControlTables } from '../sql/schema.ts'

export type NotesDatabase = Kysely<ControlTables & { notes: { id: string; text: string; amount: number } }>

export async function withNotes(database: ControlDatabase): Promise<NotesDatabase> {
  await database.schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .execute()
  return database.withTables<{ notes: { id: string; text: string; amount: number } }>()
}

export function note(id: string, amount = 1) {
  return { id, text: `text of ${id}`, amount }
}

export async function noteIds(database: NotesDatabase): Promise<string[]> {
  return (await database.selectFrom('notes').select('id').orderBy('id').execute()).map((row) => row.id)
}
