/** Writes the file of one export job, starting at its stored progress. */

import type { ExportProgress, LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { hasBodies, headOf, lineOf } from './export-columns.ts'
import type { ExportFile, ExportFiles } from './export-files.ts'
import { type ExportRange, rangeOf } from './export-wire.ts'

const LOGS_PER_PAGE = 200

export type ExportPorts = { readonly reader: LogReader; readonly jobs: LogExportStore; readonly files: ExportFiles }

/**
 * Returns when the file is complete, when another run has claimed the job, or when `signal` aborts. An interrupted job can
 * be resumed: the stored progress is the valid length of the file, and bytes after it are truncated.
 */
export async function writeExport(
  job: LogExport,
  runId: string,
  { reader, jobs, files }: ExportPorts,
  signal: AbortSignal,
): Promise<void> {
  const range = rangeOf(job)
  // Without an upper bound, new logs would keep the job running forever.
  const filter = { ...range.filter, toMs: range.filter.toMs ?? Date.now() }
  const file = await files.open(job, runId)
  try {
    let progress = await resume(job, file)
    let cursor = progress?.cursor ?? null
    let toSkip = cursor === null ? range.skip : 0
    while (progress?.status === 'in_progress' && !signal.aborted) {
      const page = await reader.exportPage({
        ...filter,
        limit: LOGS_PER_PAGE,
        withBodies: hasBodies(job.columns),
        withDetail: job.columns.includes('attempts') || job.columns.includes('hook_results'),
        ...(cursor !== null && { cursor }),
      })
      cursor = page.nextCursor
      const passed = Math.min(toSkip, page.logs.length)
      toSkip -= passed
      const logs = page.logs.slice(passed, passed + range.most - progress.written)
      const fileBytes = await append(file, progress.fileBytes, logs.length, (i) => lineOf(job, logs[i]!))
      if (fileBytes === null) return
      progress = nextProgress(progress, { fileBytes, added: logs.length, cursor, range })
      if (!(await jobs.advance(job.id, runId, progress))) return
    }
  } finally {
    await file.close()
  }
}

/** Returns the lines of one page and the cursor of the next page, which is null at the end. */
export type PageReader = (
  cursor: string | null,
) => Promise<{ readonly lines: readonly string[]; readonly next: string | null }>

/** Like `writeExport`, for pages that `read` returns. `read` must return the same page for the same cursor. */
export async function writePages(
  job: LogExport,
  runId: string,
  { jobs, files }: Omit<ExportPorts, 'reader'>,
  read: PageReader,
  signal: AbortSignal,
): Promise<void> {
  const file = await files.open(job, runId)
  try {
    let progress = await resume(job, file)
    while (progress?.status === 'in_progress' && !signal.aborted) {
      const { lines, next } = await read(progress.cursor)
      const fileBytes = await append(file, progress.fileBytes, lines.length, (i) => lines[i]!)
      if (fileBytes === null) return
      const written = progress.written + lines.length
      progress = {
        ...progress,
        status: next === null ? 'success' : 'in_progress',
        written,
        total: next === null ? written : Math.max(progress.total, written),
        cursor: next,
        fileBytes,
        updatedAtMs: Date.now(),
      }
      if (!(await jobs.advance(job.id, runId, progress))) return
    }
  } finally {
    await file.close()
  }
}

type Step = {
  readonly fileBytes: number
  readonly added: number
  readonly cursor: string | null
  readonly range: ExportRange
}

function nextProgress(before: ExportProgress, { fileBytes, added, cursor, range }: Step): ExportProgress {
  const written = before.written + added
  const isLast = cursor === null || written >= range.most
  // The number of skipped logs is not stored: until the first line is written, a resumed job skips them again.
  const isPassing = range.skip > 0 && written === 0
  return {
    ...before,
    status: isLast ? 'success' : 'in_progress',
    written,
    total: isLast ? written : Math.max(before.total, written),
    cursor: isPassing ? null : cursor,
    fileBytes,
    updatedAtMs: Date.now(),
  }
}

/** Truncates bytes after the stored progress. Starts over if the file is shorter than the progress. */
async function resume(job: LogExport, file: ExportFile): Promise<ExportProgress | null> {
  const { status, total, written, cursor, error, updatedAtMs } = job
  if ((await file.cut(job.fileBytes)) && job.fileBytes > 0)
    return { status, total, written, cursor, fileBytes: job.fileBytes, error, updatedAtMs }
  const fileBytes = await append(file, 0, 1, () => headOf(job))
  return fileBytes === null ? null : { status, total, written: 0, cursor: null, fileBytes, error, updatedAtMs }
}

/** Returns the new length of the file, or null if another run has claimed the job. */
async function append(
  file: ExportFile,
  atByte: number,
  lines: number,
  line: (i: number) => string,
): Promise<number | null> {
  let end = atByte
  let text = ''
  for (let i = 0; i < lines; i++) {
    text += line(i)
    if (text.length < file.pieceCharacters && i < lines - 1) continue
    const bytes = Buffer.from(text)
    if (!(await file.write(bytes, end))) return null
    end += bytes.length
    text = ''
  }
  return end
}
