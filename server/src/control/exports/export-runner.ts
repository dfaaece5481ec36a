/** Runs export jobs in the background: two at a time on each node, in their order, again after a crash. */

import { GatewayError } from '../../core/errors.ts'
import type { ExportRun, LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { ExportFiles } from './export-files.ts'
import { writeExport } from './write-export.ts'

const MOST_AT_ONCE = 2
/** When not even the failure could be written down. */
const TRY_AGAIN_MS = 5_000

/** With several nodes: for how long a job stays with a node that is not heard of. */
const LEASE_MS = 10_000
const RENEW_EVERY_MS = 3_000
/** How often a node looks for jobs that others left behind, or were too busy to begin. */
const LOOK_EVERY_MS = 3_000

export type RunnerPorts = {
  readonly jobs: LogExportStore
  readonly reader: LogReader
  readonly files: ExportFiles
  readonly onDefect: (error: unknown, jobId: string) => void
  /** Shorter in tests. */
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

  /** Goes on with what was under way at the last stop, and removes files that nobody can ask for. */
  async start(): Promise<void> {
    await this.files.prepare()
    await this.files.sweep()
    await this.wake()
    if (this.files.isShared) this.#lookLater()
  }

  /** To be called when a job was started: the store is the queue. */
  async wake(): Promise<void> {
    if (this.#isFull) return
    for (const job of await this.ports.jobs.unfinished()) {
      // Asked each time: another call of this method may have gone on meanwhile.
      if (this.#isFull) return
      if (this.#runs.has(job.id)) continue
      const stop = new AbortController()
      this.#runs.set(job.id, { stop, ended: this.#run(job, stop) })
    }
  }

  /** To be called when a job was stopped, and before its file is touched: resolves when this node does not write to it. */
  async halt(id: string): Promise<void> {
    const run = this.#runs.get(id)
    run?.stop.abort()
    await run?.ended
  }

  /** Jobs stay in progress and go on at the next start, or on another node. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#lookTimer !== null) clearTimeout(this.#lookTimer)
    await Promise.all([...this.#runs.keys()].map((id) => this.halt(id)))
  }

  get #isFull(): boolean {
    return this.#isClosed || this.#runs.size >= MOST_AT_ONCE
  }

  #lookLater(): void {
    if (this.#isClosed) return
    this.#lookTimer = setTimeout(() => {
      this.#look()
        // A store that is away is told of elsewhere, and not every few seconds.
        .catch((error) => isAway(error) || this.ports.onDefect(error, 'none'))
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
      // While stopping, the stores close under us: the next start goes on.
      if (!stop.signal.aborted && !(await this.#fail(job, run.id, error))) wakeAfterMs = TRY_AGAIN_MS
    }
    if (renewing !== null) clearInterval(renewing)
    // What cannot be given back is free when the lease ends.
    await this.ports.jobs.release(job.id, run.id).catch(() => {})
    this.#runs.delete(job.id)
    const wake = () => void this.wake().catch((error) => this.ports.onDefect(error, job.id))
    if (wakeAfterMs === 0) wake()
    else setTimeout(wake, wakeAfterMs).unref()
  }

  /** A store that does not answer is no reason to stop: nothing is written without the lease anyway. */
  #renew(id: string, run: ExportRun, stop: AbortController): void {
    this.ports.jobs.renew(id, run).then(
      (isOurs) => isOurs || stop.abort(),
      () => {},
    )
  }

  async #write(listed: LogExport, run: ExportRun, signal: AbortSignal): Promise<void> {
    const { jobs, reader, files } = this.ports
    // As it stands now: an earlier run, or another node, may have ended it since the list was made.
    const job = await jobs.claim(listed.id, run)
    if (job === undefined) return
    await writeExport(job, run.id, { reader, jobs, files }, signal)
    if ((await jobs.find(job, job.id)) === undefined) await files.remove(job)
  }

  /** Whatever was reported stays: started again, the job goes on from there. False when that could not be written. */
  async #fail(job: LogExport, runId: string, error: unknown): Promise<boolean> {
    const { jobs, onDefect } = this.ports
    onDefect(error, job.id)
    try {
      const now = (await jobs.find(job, job.id)) ?? job
      const reason = `The export stopped: ${reasonOf(error)}. Start it again to go on.`
      await jobs.advance(job.id, runId, { ...now, status: 'failed', error: reason, updatedAtMs: Date.now() })
      return true
    } catch (cause) {
      onDefect(cause, job.id)
      return false
    }
  }
}

const isAway = (error: unknown) => error instanceof GatewayError && error.code === 'store_unavailable'

/** What a person may know of it: no path, no text of a library. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'there is no room for the file'
  if (code === 'EFBIG') return 'the file would be too large, so ask for fewer logs or columns'
  if (code === 'store_unavailable') return 'the logs cannot be read now'
  return /^E[A-Z]+$/.test(code) ? `the file cannot be written (${code})` : 'the gateway failed'
}
