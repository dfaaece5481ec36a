/** Hands large bodies to worker threads, one job at a time each: reading 20 MB takes longer than other callers may wait. */

import { GatewayError } from '../../core/errors.ts'
import { workerUrl } from '../../core/runtime/worker-url.ts'
import type { LargeEvent, StreamEvent } from '../../dialects/framing/stream-events.ts'
import type { ClientConnection, Operation } from '../client-connection.ts'
import type {
  Decoded,
  DecodeJob,
  Job,
  Made,
  MakeJob,
  Outcome,
  ReadBody,
  ReadMode,
  RenderedBody,
  RenderJob,
} from './jobs.ts'
import { errorReceived } from './transfer-error.ts'

export type { ReadBody } from './jobs.ts'

/** Parsing, checking and translating this much takes up to 5 ms in the shapes that callers send, 25 ms in the worst. */
export const LARGE_BYTES = 256 * 1024
/** With one, a 20 MB body would delay every other large one by half a second. */
const MOST_WORKERS = 2
/** A worker takes 15 to 30 MB at rest, and half a second to start on a busy machine. */
const IDLE_MS = 30_000
/** A job that takes longer has met a defect: its worker is replaced. */
const JOB_MS = 60_000

export interface LargeBodies {
  isLarge(bytes: { readonly length: number }): boolean
  /** Rejects with the refusal of a body that is not accepted; null when `optional` and it cannot be read. */
  read(connection: ClientConnection, bytes: Uint8Array, mode: ReadMode): Promise<ReadBody | null>
  /** Changes and translates the body of a request. */
  make(connection: ClientConnection, job: Omit<MakeJob, 'kind'>): Promise<Made>
  /** Translates a whole answer. */
  decode(connection: ClientConnection, job: Omit<DecodeJob, 'kind'>): Promise<Decoded>
  /** The texts of fields of the body, by which requests are kept together. */
  fields(connection: ClientConnection, bytes: Uint8Array, fields: readonly string[]): Promise<readonly string[]>
  /** Reads one event of a stream. */
  event(connection: ClientConnection, event: LargeEvent): Promise<StreamEvent>
  /** Renders a saved prompt; the reference of a partial when that is missing. */
  render(connection: ClientConnection, job: Omit<RenderJob, 'kind'>): Promise<RenderedBody | string>
}

type Waiting = {
  readonly job: Job
  readonly settle: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
}

export class BodyWorkers implements LargeBodies {
  readonly #queue: Waiting[] = []
  readonly #threads: BodyThread[] = []
  #isClosed = false

  /** Both are others only in tests. */
  constructor(
    private readonly largeBytes = LARGE_BYTES,
    private readonly entry = workerUrl('gateway/large/body-worker.ts'),
  ) {}

  isLarge({ length }: { readonly length: number }): boolean {
    return length > this.largeBytes
  }

  async read(connection: ClientConnection, bytes: Uint8Array, mode: ReadMode): Promise<ReadBody | null> {
    return (await this.#ask(connection, { kind: 'read', bytes, mode })) as ReadBody | null
  }

  async make(connection: ClientConnection, job: Omit<MakeJob, 'kind'>): Promise<Made> {
    return (await this.#ask(connection, { kind: 'make', ...job })) as Made
  }

  async decode(connection: ClientConnection, job: Omit<DecodeJob, 'kind'>): Promise<Decoded> {
    return (await this.#ask(connection, { kind: 'decode', ...job })) as Decoded
  }

  async fields(connection: ClientConnection, bytes: Uint8Array, fields: readonly string[]): Promise<readonly string[]> {
    return (await this.#ask(connection, { kind: 'fields', bytes, fields })) as readonly string[]
  }

  async event(connection: ClientConnection, event: LargeEvent): Promise<StreamEvent> {
    return (await this.#ask(connection, { kind: 'event', event })) as StreamEvent
  }

  async render(connection: ClientConnection, job: Omit<RenderJob, 'kind'>): Promise<RenderedBody | string> {
    return (await this.#ask(connection, { kind: 'render', ...job })) as RenderedBody | string
  }

  close(): void {
    this.#isClosed = true
    for (const { fail } of this.#queue.splice(0)) fail(new GatewayError('shutting_down'))
    for (const thread of this.#threads.splice(0)) thread.end(new GatewayError('shutting_down'))
  }

  /** The queue is bounded by the memory for request bodies: each job has a body that is counted there. */
  async #ask(connection: ClientConnection, job: Job): Promise<unknown> {
    if (this.#isClosed) throw new GatewayError('shutting_down')
    if (connection.hasLeft) throw new Error('the caller has left')
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const waiting: Waiting = { job, settle: resolve, fail: reject }
    const { current } = connection
    const asking: Operation = {
      clock: null,
      interrupt: (reason) => {
        reject(reason === 'client_left' ? new Error('the caller has left') : new GatewayError('shutting_down'))
        this.#drop(waiting)
      },
    }
    connection.current = asking
    this.#queue.push(waiting)
    this.#next()
    try {
      const outcome = await promise
      if ('error' in outcome) throw errorReceived(outcome.error)
      return outcome.value
    } finally {
      // A response may have started meanwhile; it is then the current operation.
      if (connection.current === asking) connection.resume(current)
    }
  }

  /** A job that has begun is finished, and its result thrown away. */
  #drop(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting)
    if (at >= 0) this.#queue.splice(at, 1)
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const thread = this.#threads.find(({ isFree }) => isFree) ?? this.#start()
      if (!thread) return
      const { job, settle, fail } = this.#queue.shift()!
      thread.run(job, settle, fail)
    }
  }

  #start(): BodyThread | null {
    if (this.#threads.length >= MOST_WORKERS) return null
    const thread: BodyThread = new BodyThread(this.entry, {
      onFree: () => this.#next(),
      onEnd: () => {
        const at = this.#threads.indexOf(thread)
        if (at >= 0) this.#threads.splice(at, 1)
        this.#next()
      },
    })
    this.#threads.push(thread)
    return thread
  }
}

type ThreadHooks = { readonly onFree: () => void; readonly onEnd: () => void }

/** One worker thread and the job it has. */
class BodyThread {
  readonly #worker: Worker
  readonly #hooks: ThreadHooks
  #running: Pick<Waiting, 'settle' | 'fail'> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #hasEnded = false

  constructor(entry: URL, hooks: ThreadHooks) {
    this.#hooks = hooks
    this.#worker = new Worker(entry)
    this.#worker.onmessage = ({ data }: MessageEvent<Outcome>) => this.#finish(data)
    this.#worker.onerror = (event) => {
      event.preventDefault()
      this.end(new Error(`The body worker failed: ${event.message}`))
    }
    this.#worker.addEventListener('close', () => this.end(new Error('The body worker has exited.')))
    // A job's request keeps the process alive, not its worker.
    this.#worker.unref()
  }

  get isFree(): boolean {
    return this.#running === null
  }

  run(job: Job, settle: Waiting['settle'], fail: Waiting['fail']): void {
    this.#running = { settle, fail }
    this.#setTimer(JOB_MS, () => this.end(new Error(`The body worker took longer than ${JOB_MS} ms.`)))
    this.#worker.postMessage(job)
  }

  /** Its job fails with `reason`. */
  end(reason: Error): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#running?.fail(reason)
    this.#worker.terminate()
    this.#hooks.onEnd()
  }

  #finish(outcome: Outcome): void {
    const running = this.#running
    this.#running = null
    this.#setTimer(IDLE_MS, () => this.end(new Error('idle')))
    running?.settle(outcome)
    this.#hooks.onFree()
  }

  #setTimer(ms: number, action: () => void): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(action, ms)
    this.#timer.unref()
  }
}
