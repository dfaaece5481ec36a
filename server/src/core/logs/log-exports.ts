/** Ports for log export jobs and their files. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export type ExportStatus = 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'

/** Whose data an export of a person contains. */
export type ExportedPerson = {
  readonly type: 'end_user' | 'account'
  /** Keyed hash of the identifier. */
  readonly hash: string
  /** The identifier, encrypted. */
  readonly sealed: string
}

export type LogExport = {
  readonly id: string
  readonly organisationId: string
  /** Empty: all workspaces, which only an export of a person can cover. */
  readonly workspaceId: string
  readonly description: string | null
  readonly format: 'jsonl' | 'csv'
  /** The requested filter as JSON text. */
  readonly filters: string
  readonly columns: readonly string[]
  readonly status: ExportStatus
  readonly total: number
  readonly written: number
  /** Where to resume after a stop or crash: the reader's cursor and the file size at that point. */
  readonly cursor: string | null
  readonly fileBytes: number
  readonly error: string | null
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Set if the job exports the data of one person instead of logs. */
  readonly person?: ExportedPerson
}

/** Progress or result of a job. */
export type ExportProgress = Pick<
  LogExport,
  'status' | 'total' | 'written' | 'cursor' | 'fileBytes' | 'error' | 'updatedAtMs'
>

export interface LogExportStore {
  /** Also finds exports of persons. */
  find(reach: Reach, id: string): Promise<LogExport | undefined>
  /** Newest first. `kind` is `logs` if omitted. */
  list(reach: Reach, page: Page, kind?: 'logs' | 'persons'): Promise<Listed<LogExport>>
  insert(job: LogExport): Promise<void>
  update(job: LogExport): Promise<void>
  remove(id: string): Promise<void>
  /** Jobs in progress without an active run, oldest first. Includes jobs orphaned by a killed process. */
  unfinished(): Promise<readonly LogExport[]>
  /** Claims a job for a run; only one of several concurrent claims succeeds. Undefined if the job is not waiting. */
  claim(id: string, run: ExportRun): Promise<LogExport | undefined>
  /** False if the run has lost the job: it was stopped or removed, or its lease expired and another run claimed it. */
  renew(id: string, run: ExportRun): Promise<boolean>
  /** Ends the lease, so that another node can claim the job immediately. */
  release(id: string, runId: string): Promise<void>
  /** Writes nothing and resolves with false if the run has lost the job. */
  advance(id: string, runId: string, progress: ExportProgress): Promise<boolean>
}

/** One run of a job on one node. */
export type ExportRun = {
  readonly id: string
  /** How long no other run can claim the job, by the store's clock. 0 on a single node. */
  readonly leaseMs: number
}

/** Stores export files in the database in chunks, for nodes without a shared folder. */
export interface ExportChunkStore {
  /** Writes nothing and resolves with false if the run has lost the job. */
  write(
    exportId: string,
    runId: string,
    chunk: { readonly atByte: number; readonly data: Uint8Array },
  ): Promise<boolean>
  /** The chunk that starts at this offset. */
  read(exportId: string, atByte: number): Promise<Uint8Array | undefined>
  /** 0 if there is no file. */
  sizeOf(exportId: string): Promise<number>
  /** Removes all chunks from this offset on, if the run still owns the job. */
  cut(exportId: string, runId: string, atByte: number): Promise<void>
  /** Removes the file if the job has this status. */
  remove(exportId: string, status: ExportStatus): Promise<void>
  /** Exports that are not in progress and whose newest chunk is older than this. */
  olderThan(beforeMs: number): Promise<readonly OldExport[]>
}

export type OldExport = Pick<LogExport, 'id' | 'organisationId' | 'workspaceId' | 'status'> & {
  readonly newestAtMs: number
}
