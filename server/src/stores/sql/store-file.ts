/** Failures of SQLite with the file they are about: SQLite itself names none. */

import { SQLiteError } from 'bun:sqlite'

export class StoreFileError extends Error {
  /** SQLite's own, such as SQLITE_CANTOPEN. */
  readonly code: string

  constructor(
    readonly path: string,
    cause: SQLiteError,
  ) {
    super(`${path}: ${cause.message} (${cause.code}).`, { cause })
    this.code = cause.code ?? ''
  }
}

/** The same error when it is not SQLite's. */
export function withPath(path: string, error: unknown): unknown {
  return error instanceof SQLiteError ? new StoreFileError(path, error) : error
}

/** The file is no SQLite database, or its pages do not fit together. */
export function isDamage(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code ?? '')
}
