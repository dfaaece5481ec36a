/** One export job from where it stands to its end: pages of logs in, lines of a file out. */

import { constants } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExportProgress, LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import { hasBodies, headOf, lineOf } from './export-columns.ts'
import { type ExportRange, rangeOf } from './export-wire.ts'

const LOGS_PER_PAGE = 200
/** Written as soon as there is this much: between two writes other work gets its turn. */
const CHUNK_CHARACTERS = 64 * 1024
const ROOM_LEFT_BYTES = 256 * 1024 * 1024

export type ExportPorts = { readonly reader: LogReader; readonly jobs: LogExportStore }

/**
 * Resolves at the end, or when the job was stopped or removed meanwhile, or when `signal` says so; then it can be gone on
 * with: the store knows how far the file is good, and what stands behind is cut off. Throws what went wrong.
 */
export async function writeExport(
  job: LogExport,
  path: string,
  { reader, jobs }: ExportPorts,
  signal: AbortSignal,
): Promise<void> {
  const range = rangeOf(job)
  // Without an end, new logs would keep the job running forever.
  const filter = { ...range.filter, toMs: range.filter.toMs ?? Date.now() }
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    let progress = await resume(job, file)
    let { cursor } = progress
    let toSkip = cursor === null ? range.skip : 0
    while (progress.status === 'in_progress' && !signal.aborted) {
      await refuseFullDisk(path)
      const page = await reader.exportPage({
        ...filter,
        limit: LOGS_PER_PAGE,
        withBodies: hasBodies(job.columns),
        ...(cursor !== null && { cursor }),
      })
      cursor = page.nextCursor
      const passed = Math.min(toSkip, page.logs.length)
      toSkip -= passed
      const logs = page.logs.slice(passed, passed + range.most - progress.written)
      const fileBytes = await append(file, progress.fileBytes, logs.length, (i) => lineOf(job, logs[i]!))
      progress = nextProgress(progress, { fileBytes, added: logs.length, cursor, range })
      if (!(await jobs.advance(job.id, progress))) return
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
  // How much was passed over is not remembered: until the first line is written, a new start passes over it again.
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

/** Cuts off what a killed process wrote and did not report; a file that lost its good part is begun again. */
async function resume(job: LogExport, file: FileHandle): Promise<ExportProgress> {
  const { size } = await file.stat()
  const { status, total, written, cursor, error } = job
  if (job.fileBytes > 0 && size >= job.fileBytes) {
    await file.truncate(job.fileBytes)
    return { status, total, written, cursor, fileBytes: job.fileBytes, error, updatedAtMs: job.updatedAtMs }
  }
  await file.truncate(0)
  const fileBytes = await append(file, 0, 1, () => headOf(job))
  return { status, total, written: 0, cursor: null, fileBytes, error, updatedAtMs: job.updatedAtMs }
}

/** Returns where the file ends then. */
async function append(file: FileHandle, atByte: number, lines: number, line: (i: number) => string): Promise<number> {
  let end = atByte
  let text = ''
  for (let i = 0; i < lines; i++) {
    text += line(i)
    if (text.length < CHUNK_CHARACTERS && i < lines - 1) continue
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, end + done)
      done += bytesWritten
    }
    end += bytes.length
    text = ''
  }
  return end
}

/** The journal writes to the same disk: an export must never take its last room. */
async function refuseFullDisk(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < ROOM_LEFT_BYTES) throw Object.assign(new Error('The disk is almost full.'), { code: 'ENOSPC' })
}
