/**
 * Reads a consistent copy of an SQLite file while another process writes to it.
 *
 * While a read transaction is open, a checkpoint copies into the file only changes committed before the transaction
 * started, and the WAL keeps these changes. So the file, read at any time during the transaction, and the WAL, copied
 * after the transaction started, make a whole database: SQLite applies the WAL when the copy is opened. Pages that were
 * being written while they were read are in the WAL.
 */

import type { Database } from 'bun:sqlite'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFile, withPath } from './store-file.ts'

const WAL_HEADER_BYTES = 32
const COPY_BYTES = 1024 * 1024
/** A writer can restart the WAL only once while we copy it: the next restart needs a checkpoint, which we block. */
const MAX_COPIES = 5
const MAX_LOCK_WAIT_MS = 10_000

export type FileRange = { readonly descriptor: number; readonly sizeBytes: number }

export class LiveFile {
  readonly #connection: Database
  /** Opened once and closed last: closing any descriptor of the file drops the locks that SQLite holds on it. */
  readonly #descriptor: number
  /** A copy of the file; null while the file itself is read. */
  #copy: FileRange | null = null
  /** A copy of the WAL in an unnamed file; null if there is no WAL. */
  readonly wal: FileRange | null

  constructor(readonly path: string) {
    this.#connection = openFile(path)
    try {
      this.#connection.run(`pragma busy_timeout = ${MAX_LOCK_WAIT_MS}`)
      this.#connection.run('pragma query_only = on')
      this.#connection.run('begin')
      // The transaction starts with its first read.
      this.#connection.query('select count(*) from sqlite_master').get()
      this.#descriptor = openSync(path, 'r')
    } catch (error) {
      this.#connection.close()
      throw withPath(path, error)
    }
    try {
      this.wal = copyWal(`${path}-wal`)
    } catch (error) {
      this.#connection.close()
      closeSync(this.#descriptor)
      throw error
    }
  }

  get file(): FileRange {
    return this.#copy ?? { descriptor: this.#descriptor, sizeBytes: fstatSync(this.#descriptor).size }
  }

  /** The first row of a query; null if there is none or the query fails, for example because a table does not exist. */
  first<Row>(query: string): Row | null {
    try {
      return this.#connection.query<Row, []>(query).get()
    } catch {
      return null
    }
  }

  /**
   * Copies the file and ends the transaction. While the transaction is open, no checkpoint can finish. The first
   * checkpoint after it copies all changes at once, which blocks the writer's thread.
   */
  detach(): void {
    if (this.#copy) return
    const descriptor = openUnnamed()
    this.#copy = { descriptor, sizeBytes: copyAll(this.#descriptor, descriptor) }
    this.#end()
  }

  close(): void {
    if (this.#copy) closeSync(this.#copy.descriptor)
    else this.#end()
    if (this.wal) closeSync(this.wal.descriptor)
  }

  #end(): void {
    this.#connection.run('rollback')
    this.#connection.close()
    closeSync(this.#descriptor)
  }
}

function copyWal(path: string): FileRange | null {
  if (!existsSync(path) || statSync(path).size < WAL_HEADER_BYTES) return null
  const from = openSync(path, 'r')
  const to = openUnnamed()
  try {
    for (let copies = 1; ; copies++) {
      const header = readHeader(from)
      const sizeBytes = copyAll(from, to)
      if (readHeader(from).equals(header)) return { descriptor: to, sizeBytes }
      if (copies === MAX_COPIES) throw new Error(`${path} changed while it was copied. Try again.`)
    }
  } catch (error) {
    closeSync(to)
    throw error
  } finally {
    closeSync(from)
  }
}

function readHeader(descriptor: number): Buffer {
  const header = Buffer.alloc(WAL_HEADER_BYTES)
  readSync(descriptor, header, 0, WAL_HEADER_BYTES, 0)
  return header
}

function copyAll(from: number, to: number): number {
  const bytes = Buffer.allocUnsafe(COPY_BYTES)
  for (let offset = 0; ; ) {
    const read = readSync(from, bytes, 0, bytes.length, offset)
    if (read === 0) return offset
    let written = 0
    while (written < read) written += writeSync(to, bytes, written, read - written, offset + written)
    offset += read
  }
}

/** A temporary file that disappears with its descriptor, even if the process is killed. */
function openUnnamed(): number {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-backup-'))
  const path = join(folder, 'copy')
  try {
    const descriptor = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    return descriptor
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
