/** Export jobs of request logs. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export type ExportStatus = 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'

export type LogExport = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly description: string | null
  readonly format: 'jsonl' | 'csv'
  /** JSON texts, as asked for. */
  readonly filters: string
  readonly columns: readonly string[]
  readonly status: ExportStatus
  readonly total: number
  readonly written: number
  /** Where to go on after a stop or a crash: the reader's cursor and the file's length then. */
  readonly cursor: string | null
  readonly fileBytes: number
  readonly error: string | null
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** How far a running job has come, or how it ended. */
export type ExportProgress = Pick<
  LogExport,
  'status' | 'total' | 'written' | 'cursor' | 'fileBytes' | 'error' | 'updatedAtMs'
>

export interface LogExportStore {
  find(reach: Reach, id: string): Promise<LogExport | undefined>
  /** Newest first. */
  list(reach: Reach, page: Page): Promise<Listed<LogExport>>
  insert(job: LogExport): Promise<void>
  update(job: LogExport): Promise<void>
  remove(id: string): Promise<void>
  /** In progress and run by nobody, oldest first; also those a killed process left behind. */
  unfinished(): Promise<readonly LogExport[]>
  /** The job as it stands, for one of all who ask at once; undefined when it does not wait for anybody. */
  claim(id: string, run: ExportRun): Promise<LogExport | undefined>
  /** False when the run has lost the job: it was stopped, removed, or taken over because the lease had ended. */
  renew(id: string, run: ExportRun): Promise<boolean>
  /** Others need not wait for the end of the lease. */
  release(id: string, runId: string): Promise<void>
  /** False, and nothing is written, when the run has lost the job. */
  advance(id: string, runId: string, progress: ExportProgress): Promise<boolean>
}

/** One run of a job, by one node; each has an id of its own. */
export type ExportRun = {
  readonly id: string
  /** For so long, from now on by the store's clock, nobody else takes the job. 0 where there is nobody else. */
  readonly leaseMs: number
}

/** Files of exports in the store itself, in pieces: for nodes that have no folder in common. */
export interface ExportChunkStore {
  /** False, and nothing is written, when the run has lost the job. */
  write(
    exportId: string,
    runId: string,
    chunk: { readonly atByte: number; readonly data: Uint8Array },
  ): Promise<boolean>
  /** The piece that begins there. */
  read(exportId: string, atByte: number): Promise<Uint8Array | undefined>
  /** 0 when there is none. */
  sizeOf(exportId: string): Promise<number>
  /** Removes all pieces that begin there or behind; for the run only. */
  cut(exportId: string, runId: string, atByte: number): Promise<void>
  /** Removes all, when the job is in this state. */
  remove(exportId: string, status: ExportStatus): Promise<void>
  /** Those nobody runs and whose newest piece is older than this. */
  olderThan(beforeMs: number): Promise<readonly OldExport[]>
}

export type OldExport = Pick<LogExport, 'id' | 'organisationId' | 'workspaceId' | 'status'> & {
  readonly newestAtMs: number
}
