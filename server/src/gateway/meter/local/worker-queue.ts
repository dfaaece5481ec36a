/** A worker thread with a bounded queue of jobs. The thread starts with the first job and ends after an idle time. */

import { GatewayError } from '../../../core/errors.ts'
import { startThread } from '../../../core/runtime/start-thread.ts'
import { workerUrl } from '../../../core/runtime/worker-url.ts'
import type { Result, WorkerJob } from './jobs.ts'

/** Limits of the pending jobs, in number and in bytes. */
const MAX_PENDING = 64
const MAX_PENDING_BYTES = 16 * 1024 * 1024

export type NewJob = WorkerJob extends infer One ? (One extends WorkerJob ? Omit<One, 'id'> : never) : never
type PendingJob = { readonly sizeBytes: number; readonly resolve: (value: Result['value']) => void }

export class WorkerQueue {
  #worker: Worker | null = null
  #isClosed = false
  #lastId = 0
  #pendingBytes = 0
  readonly #pending = new Map<number, PendingJob>()
  #idle: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly idleMs: number) {}

  get isRunning(): boolean {
    return this.#worker !== null
  }

  /** Null if the job takes longer than `boundMs`, if the queue is full, or if no thread can be started. */
  async run(job: NewJob, sizeBytes: number, boundMs: number): Promise<Result['value']> {
    if (this.#isClosed || this.#pending.size >= MAX_PENDING) return null
    if (this.#pendingBytes + sizeBytes > MAX_PENDING_BYTES) return null
    const worker = this.#started()
    if (worker === null) return null
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Result['value']>()
    this.#pending.set(id, { sizeBytes, resolve })
    this.#pendingBytes += sizeBytes
    worker.postMessage({ ...job, id })
    // The job stays in the queue until the worker has finished it: its bytes are still in memory.
    const late = setTimeout(resolve, boundMs, null)
    return promise.finally(() => clearTimeout(late))
  }

  close(): void {
    this.#isClosed = true
    this.#end()
  }

  #started(): Worker | null {
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
    try {
      this.#worker ??= this.#start()
      return this.#worker
    } catch (error) {
      if (error instanceof GatewayError) return null
      throw error
    }
  }

  #start(): Worker {
    const worker = startThread(workerUrl('gateway/meter/local/token-worker.ts'))
    worker.onmessage = ({ data }: MessageEvent<Result>) => this.#settle(data)
    worker.onerror = (event) => event.preventDefault()
    worker.addEventListener('close', () => this.#forget(worker))
    // The worker must not keep the process alive.
    worker.unref()
    return worker
  }

  #settle({ id, value }: Result): void {
    const job = this.#pending.get(id)
    if (!job) return
    this.#pending.delete(id)
    this.#pendingBytes -= job.sizeBytes
    job.resolve(value)
    if (this.#pending.size > 0) return
    this.#idle = setTimeout(() => this.#end(), this.idleMs)
    this.#idle.unref()
  }

  #end(): void {
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
    const worker = this.#worker
    if (!worker) return
    this.#forget(worker)
    worker.terminate()
  }

  /** The pending jobs of the worker resolve to null. The next job starts another worker. */
  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { resolve } of this.#pending.values()) resolve(null)
    this.#pending.clear()
    this.#pendingBytes = 0
  }
}
