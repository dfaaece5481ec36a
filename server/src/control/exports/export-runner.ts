/** Runs export jobs in the background: two at a time, in their order, again after a crash. */

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { LogReader } from '../../core/logs/log-reader.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { writeExport } from './write-export.ts'

const MOST_AT_ONCE = 2
/** When not even the failure could be written down. */
const TRY_AGAIN_MS = 5_000

export type RunnerPorts = {
  readonly stores: Stores
  readonly reader: LogReader
  /** Where the files are kept. */
  readonly directory: string
  readonly onDefect: (error: unknown, jobId: string) => void
}

type Run = { readonly stop: AbortController; readonly ended: Promise<void> }

export class ExportRunner {
  readonly #runs = new Map<string, Run>()
  #isClosed = false

  constructor(private readonly ports: RunnerPorts) {}

  /** Goes on with what was under way at the last stop, and removes files whose jobs are gone. */
  async start(): Promise<void> {
    await mkdir(this.ports.directory, { recursive: true, mode: 0o700 })
    await this.sweep()
    await this.wake()
  }

  /** To be called when a job was started: the store is the queue. */
  async wake(): Promise<void> {
    if (this.#isFull) return
    for (const job of await this.#jobs.unfinished()) {
      // Asked each time: another call of this method may have gone on meanwhile.
      if (this.#isFull) return
      if (this.#runs.has(job.id)) continue
      const stop = new AbortController()
      this.#runs.set(job.id, { stop, ended: this.#run(job, stop.signal) })
    }
  }

  /** To be called when a job was stopped, and before its file is touched: resolves when nobody writes to it any more. */
  async halt(id: string): Promise<void> {
    const run = this.#runs.get(id)
    run?.stop.abort()
    await run?.ended
  }

  pathOf({ id, format }: Pick<LogExport, 'id' | 'format'>): string {
    return join(this.ports.directory, `${id}.${format}`)
  }

  async removeFile(job: Pick<LogExport, 'id' | 'format'>): Promise<void> {
    await rm(this.pathOf(job), { force: true })
  }

  /** Removes files whose jobs are gone: also to be called when a workspace was deleted. */
  async sweep(): Promise<void> {
    const { id: organisationId } = await this.ports.stores.organisations.readOfDeployment()
    for (const name of await readdir(this.ports.directory)) {
      const id = name.replace(/\.(jsonl|csv)$/, '')
      const job = await this.#jobs.find({ organisationId, workspaceId: null }, id)
      if (job === undefined) await rm(join(this.ports.directory, name), { force: true })
    }
  }

  /** Jobs stay in progress and go on at the next start. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#runs.keys()].map((id) => this.halt(id)))
  }

  get #isFull(): boolean {
    return this.#isClosed || this.#runs.size >= MOST_AT_ONCE
  }

  get #jobs(): LogExportStore {
    return this.ports.stores.logExports
  }

  async #run(job: LogExport, signal: AbortSignal): Promise<void> {
    let wakeAfterMs = 0
    try {
      await this.#write(job, signal)
    } catch (error) {
      // While stopping, the stores close under us: the next start goes on.
      if (!signal.aborted && !(await this.#fail(job, error))) wakeAfterMs = TRY_AGAIN_MS
    }
    this.#runs.delete(job.id)
    const wake = () => void this.wake().catch((error) => this.ports.onDefect(error, job.id))
    if (wakeAfterMs === 0) wake()
    else setTimeout(wake, wakeAfterMs).unref()
  }

  async #write(listed: LogExport, signal: AbortSignal): Promise<void> {
    // Read again now that nobody else runs it: an earlier run may have ended since the list was made.
    const job = await this.#jobs.find(listed, listed.id)
    if (job?.status !== 'in_progress') return
    await writeExport(job, this.pathOf(job), { reader: this.ports.reader, jobs: this.#jobs }, signal)
    if ((await this.#jobs.find(job, job.id)) === undefined) await this.removeFile(job)
  }

  /** Whatever was reported stays: started again, the job goes on from there. False when that could not be written. */
  async #fail(job: LogExport, error: unknown): Promise<boolean> {
    this.ports.onDefect(error, job.id)
    try {
      const now = (await this.#jobs.find(job, job.id)) ?? job
      const reason = `The export stopped: ${reasonOf(error)}. Start it again to go on.`
      await this.#jobs.advance(job.id, { ...now, status: 'failed', error: reason, updatedAtMs: Date.now() })
      return true
    } catch (cause) {
      this.ports.onDefect(cause, job.id)
      return false
    }
  }
}

/** What a person may know of it: no path, no text of a library. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'there is no room for the file'
  if (code === 'store_unavailable') return 'the logs cannot be read now'
  return /^E[A-Z]+$/.test(code) ? `the file cannot be written (${code})` : 'the gateway failed'
}
