/** Runs export jobs in the background: two at a time per node, oldest first. Resumes them after a crash. */

import { GatewayError } from '../../core/errors.ts'
import type { ExportRun, LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { ExportFiles } from './export-files.ts'
import type { PageReader } from './write-export.ts'

const MAX_AT_ONCE = 2
/** Retry delay if the failure of a job could not be stored. */
const TRY_AGAIN_MS = 5_000

/** With several nodes: how long a job stays assigned to a node that no longer renews its lease. */
const LEASE_MS = 10_000
const RENEW_EVERY_MS = 3_000
/** How often a node looks for orphaned or waiting jobs. */
const LOOK_EVERY_MS = 3_000

export type RunnerPorts = {
  readonly jobs: LogExportStore
  readonly reader: LogReader
  readonly files: ExportFiles
  /** Reads the data of the person that a job is about. */
  readonly personPages?: (job: LogExport) => Promise<PageReader>
  readonly onDefect: (error: unknown, jobId: string) => void
  /** Overridden in tests. */
  readonly lookEveryMs?: number
}

type Run = { readonly stop: AbortController; readonly ended: Promise<void> }

export class ExportRunner {
  readonly #runs = new Map<string, Run>()
  #isClosed = false
  #lookTimer: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly ports: RunnerPorts) {}

  get files(): ExportFiles {
    return this.ports.files
  }

  /** Resumes unfinished jobs and removes orphaned files. */
  async start(): Promise<void> {
    await this.files.prepare()
    await this.files.sweep()
    await this.wake()
    if (this.files.isShared) this.#lookLater()
  }

  /** Starts waiting jobs. The database is the queue; call this after a job was set to `in_progress`. */
  async wake(): Promise<void> {
    if (this.#isFull) return
    for (const job of await this.ports.jobs.unfinished()) {
      // Checked in every iteration, because calls of this method can run concurrently.
      if (this.#isFull) return
      if (this.#runs.has(job.id)) continue
      const stop = new AbortController()
      this.#runs.set(job.id, { stop, ended: this.#run(job, stop) })
    }
  }

  /** Stops the run of a job on this node and waits for its last write. Call it before changing or removing the file. */
  async halt(id: string): Promise<void> {
    const run = this.#runs.get(id)
    run?.stop.abort()
    await run?.ended
  }

  /** Stops all runs. Their jobs stay in progress and resume at the next start or on another node. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#lookTimer !== null) clearTimeout(this.#lookTimer)
    await Promise.all([...this.#runs.keys()].map((id) => this.halt(id)))
  }

  get #isFull(): boolean {
    return this.#isClosed || this.#runs.size >= MAX_AT_ONCE
  }

  #lookLater(): void {
    if (this.#isClosed) return
    this.#lookTimer = setTimeout(() => {
      this.#look()
        // An unavailable database is already logged elsewhere.
        .catch((error) => isUnavailable(error) || this.ports.onDefect(error, 'none'))
        .finally(() => this.#lookLater())
    }, this.ports.lookEveryMs ?? LOOK_EVERY_MS)
    this.#lookTimer.unref()
  }

  async #look(): Promise<void> {
    await this.wake()
    await this.files.sweep()
  }

  async #run(job: LogExport, stop: AbortController): Promise<void> {
    const run = { id: Bun.randomUUIDv7(), leaseMs: this.files.isShared ? LEASE_MS : 0 }
    const renewing = this.files.isShared ? setInterval(() => this.#renew(job.id, run, stop), RENEW_EVERY_MS) : null
    let wakeAfterMs = 0
    try {
      await this.#write(job, run, stop.signal)
    } catch (error) {
      // During shutdown the stores close first. The job resumes at the next start.
      if (!stop.signal.aborted && !(await this.#fail(job, run.id, error))) wakeAfterMs = TRY_AGAIN_MS
    }
    if (renewing !== null) clearInterval(renewing)
    // If the release fails, the lease expires on its own.
    await this.ports.jobs.release(job.id, run.id).catch(() => {})
    this.#runs.delete(job.id)
    const wake = () => void this.wake().catch((error) => this.ports.onDefect(error, job.id))
    if (wakeAfterMs === 0) wake()
    else setTimeout(wake, wakeAfterMs).unref()
  }

  /** If the database is unavailable, the run continues, because every write checks the lease. */
  #renew(id: string, run: ExportRun, stop: AbortController): void {
    this.ports.jobs.renew(id, run).then(
      (isOurs) => isOurs || stop.abort(),
      () => {},
    )
  }

  async #write(listed: LogExport, run: ExportRun, signal: AbortSignal): Promise<void> {
    const { jobs, reader, files, personPages } = this.ports
    // Re-read: an earlier run or another node may have finished the job after it was listed.
    const job = await jobs.claim(listed.id, run)
    if (job === undefined) return
    const { writeExport, writePages } = await import('./write-export.ts')
    if (!job.person) await writeExport(job, run.id, { reader, jobs, files }, signal)
    else await writePages(job, run.id, { jobs, files }, await personPages!(job), signal)
    if ((await jobs.find(job, job.id)) === undefined) await files.remove(job)
  }

  /** Stores the failure and keeps the progress, so that a restart resumes. Returns false if storing failed. */
  async #fail(job: LogExport, runId: string, error: unknown): Promise<boolean> {
    const { jobs, onDefect } = this.ports
    onDefect(error, job.id)
    try {
      const now = (await jobs.find(job, job.id)) ?? job
      const reason = `The export failed: ${reasonOf(error)}. Start it again to resume.`
      await jobs.advance(job.id, runId, { ...now, status: 'failed', error: reason, updatedAtMs: Date.now() })
      return true
    } catch (cause) {
      onDefect(cause, job.id)
      return false
    }
  }
}

const isUnavailable = (error: unknown) => error instanceof GatewayError && error.code === 'store_unavailable'

/** A message for users, without paths or internal error texts. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EFBIG') return 'the file is too large; export fewer logs or columns'
  if (code === 'store_unavailable') return 'the database is unavailable'
  return /^E[A-Z]+$/.test(code) ? `the file cannot be written (${code})` : 'internal error'
}
