/** Opens SQLite files, and adds their path to errors, which do not contain it. */

import { Database, SQLiteError } from 'bun:sqlite'

export class StoreFileError extends Error {
  /** SQLite's code, such as SQLITE_CANTOPEN. */
  readonly code: string

  constructor(
    readonly path: string,
    cause: SQLiteError,
  ) {
    super(`${path}: ${cause.message} (${cause.code}).`, { cause })
    this.code = cause.code ?? ''
  }
}

/** Returns other errors unchanged. */
export function withPath(path: string, error: unknown): unknown {
  return error instanceof SQLiteError ? new StoreFileError(path, error) : error
}

/** The file is not an SQLite database, or it is corrupt. */
export function isDamage(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code ?? '')
}

/** Creates the file if it does not exist. Errors contain its path. */
export function openFile(path: string): Database {
  try {
    return new Database(path, { create: true, readwrite: true })
  } catch (error) {
    throw withPath(path, error)
  }
}
