/** A worker thread and its pending jobs. It starts with the first job and ends after an idle time; the queue is bounded. */

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

  /** Null if it takes longer than the bound, or if the queue is full. */
  async run(job: NewJob, sizeBytes: number, boundMs: number): Promise<Result['value']> {
    if (this.#isClosed || this.#pending.size >= MAX_PENDING) return null
    if (this.#pendingBytes + sizeBytes > MAX_PENDING_BYTES) return null
    const worker = this.#start()
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

  #start(): Worker {
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
    if (this.#worker) return this.#worker
    const worker = new Worker(workerUrl('gateway/meter/local/token-worker.ts'))
    worker.onmessage = ({ data }: MessageEvent<Result>) => this.#settle(data)
    worker.onerror = (event) => event.preventDefault()
    worker.addEventListener('close', () => this.#forget(worker))
    // The worker must not keep the process alive.
    worker.unref()
    this.#worker = worker
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

  /** Its pending jobs resolve to null. The next job starts another worker. */
  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const { resolve } of this.#pending.values()) resolve(null)
    this.#pending.clear()
    this.#pendingBytes = 0
  }
}
