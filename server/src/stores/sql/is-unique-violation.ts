/** Detects that a statement failed because the row already exists. */

import { SQLiteError } from 'bun:sqlite'

const SQLITE_CODES = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const POSTGRES_CODE = '23505'

/**
 * Catch the error outside the transaction, because a failed statement aborts a PostgreSQL transaction. To continue in
 * the transaction, insert with `onConflict`.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof SQLiteError) return SQLITE_CODES.has(error.code ?? '')
  return error instanceof Error && 'code' in error && error.code === POSTGRES_CODE
}
