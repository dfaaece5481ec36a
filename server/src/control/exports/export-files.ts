/** Where the files of exports are kept: in a folder of the one process, or where every node can read them. */

import type { LogExport } from '../../core/logs/log-exports.ts'

export type FileName = Pick<LogExport, 'id' | 'format'>

export interface ExportFiles {
  /** Whether other nodes reach the same files: then they run the same jobs. */
  readonly isShared: boolean
  /** Before anything else. */
  prepare(): Promise<void>
  /** For writing, by the run that has claimed the job. */
  open(job: LogExport, runId: string): Promise<ExportFile>
  /** The file of a finished job; null when it is gone. */
  read(job: LogExport): Promise<Blob | ReadableStream<Uint8Array> | null>
  /** To be called when the job was removed or is a draft again. */
  remove(job: FileName): Promise<void>
  /** Removes what nobody can ask for any more. */
  sweep(): Promise<void>
}

export interface ExportFile {
  /** How much text is gathered before it is written. */
  readonly pieceCharacters: number
  /** Removes what stands behind; false when the file is shorter than that, and then it is empty. */
  cut(atByte: number): Promise<boolean>
  /** `atByte` is the end of what was written before. False, and nothing is written, when the run has lost the job. */
  write(bytes: Uint8Array, atByte: number): Promise<boolean>
  close(): Promise<void>
}
