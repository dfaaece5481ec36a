/** Whether a statement failed because such a row exists already. */

import { SQLiteError } from 'bun:sqlite'

const SQLITE_CODES = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])
const POSTGRES_CODE = '23505'

/**
 * Ask around a transaction, never inside it: on PostgreSQL a failed statement ends the transaction it is in. To go on
 * inside, insert with `onConflict`.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof SQLiteError) return SQLITE_CODES.has(error.code ?? '')
  return error instanceof Error && 'code' in error && error.code === POSTGRES_CODE
}
