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
  /** False, and nothing is written, when the job is no longer in progress: it was stopped or removed meanwhile. */
  advance(id: string, progress: ExportProgress): Promise<boolean>
  remove(id: string): Promise<void>
  /** In progress, oldest first; also those a killed process left behind. */
  unfinished(): Promise<readonly LogExport[]>
}
