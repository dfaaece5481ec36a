/** A worker thread and its pending jobs. It starts with the first job and ends after an idle time; the queue is bounded. */

import { workerUrl } from '../../../core/runtime/worker-url.ts'
import type { Question, Result } from './jobs.ts'

/** Limits of the pending jobs, in number and in bytes. */
const MOST_WAITING = 64
const MOST_WAITING_BYTES = 16 * 1024 * 1024

export type Unasked = Question extends infer One ? (One extends Question ? Omit<One, 'id'> : never) : never
type Waiting = { readonly sizeBytes: number; readonly resolve: (value: Result['value']) => void }

export class WorkerQueue {
  #worker: Worker | null = null
  #isClosed = false
  #lastId = 0
  #waitingBytes = 0
  readonly #waiting = new Map<number, Waiting>()
  #idle: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly idleMs: number) {}

  get isRunning(): boolean {
    return this.#worker !== null
  }

  /** Null if it takes longer than the bound, or if the queue is full. */
  async ask(question: Unasked, sizeBytes: number, boundMs: number): Promise<Result['value']> {
    if (this.#isClosed || this.#waiting.size >= MOST_WAITING) return null
    if (this.#waitingBytes + sizeBytes > MOST_WAITING_BYTES) return null
    const worker = this.#start()
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<Result['value']>()
    this.#waiting.set(id, { sizeBytes, resolve })
    this.#waitingBytes += sizeBytes
    worker.postMessage({ ...question, id })
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
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#waiting.delete(id)
    this.#waitingBytes -= waiting.sizeBytes
    waiting.resolve(value)
    if (this.#waiting.size > 0) return
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
    for (const { resolve } of this.#waiting.values()) resolve(null)
    this.#waiting.clear()
    this.#waitingBytes = 0
  }
}
