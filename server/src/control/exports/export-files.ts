/** Storage of export files: on disk for a single process, or in the shared database for several nodes. */

import type { LogExport } from '../../core/logs/log-exports.ts'

export type FileName = Pick<LogExport, 'id' | 'format'>

export interface ExportFiles {
  /** Whether all nodes share the files, and therefore the jobs. */
  readonly isShared: boolean
  /** Call it before the other methods. */
  prepare(): Promise<void>
  /** Opens the file for writing. Only the run that has claimed the job may write. */
  open(job: LogExport, runId: string): Promise<ExportFile>
  /** The file of a finished job. Null if it was deleted. */
  read(job: LogExport): Promise<Blob | ReadableStream<Uint8Array> | null>
  /** Call it when the job was deleted or reset to a draft. */
  remove(job: FileName): Promise<void>
  /** Removes orphaned and expired files. */
  sweep(): Promise<void>
}

export interface ExportFile {
  /** Number of characters to buffer before each write. */
  readonly pieceCharacters: number
  /** Truncates the file. If it is shorter than `atByte`, empties it and returns false. */
  cut(atByte: number): Promise<boolean>
  /** Appends at `atByte`, the current end. Returns false and writes nothing if another run has claimed the job. */
  write(bytes: Uint8Array, atByte: number): Promise<boolean>
  close(): Promise<void>
}
