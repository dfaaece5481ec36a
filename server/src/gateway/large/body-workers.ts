/** Processes large bodies in worker threads, one job per thread at a time: parsing 20 MB would block all other requests. */

import { GatewayError } from '../../core/errors.ts'
import { startThread } from '../../core/runtime/start-thread.ts'
import { workerUrl } from '../../core/runtime/worker-url.ts'
import type { LargeEvent, StreamEvent } from '../../dialects/framing/stream-events.ts'
import type { ClientConnection, Operation } from '../client-connection.ts'
import type {
  Decoded,
  DecodeJob,
  FinishJob,
  GuardedLarge,
  GuardJob,
  Job,
  Made,
  MakeJob,
  MessageJob,
  Outcome,
  ReadBody,
  ReadJob,
  ReadMessage,
  RenderedBody,
  RenderJob,
} from './jobs.ts'
import { errorReceived } from './transfer-error.ts'

export type { ReadBody } from './jobs.ts'

/** Parsing, checking and translating this much takes up to 5 ms in practice, 25 ms in the worst case. */
export const LARGE_BYTES = 256 * 1024
/** With one worker, a 20 MB body would delay every other large body by half a second. */
const MAX_WORKERS = 2
/** A worker ends after this idle time. It takes 15 to 30 MB when idle, and half a second to start on a busy machine. */
const IDLE_MS = 30_000
/** Only a defect makes a job take longer. The job then fails, and its worker is replaced. */
const JOB_MS = 60_000

export interface LargeBodies {
  isLarge(bytes: { readonly length: number }): boolean
  /** Rejects with a GatewayError if the body is invalid. In the mode `optional`, null if it is not JSON. */
  read(connection: ClientConnection, job: Omit<ReadJob, 'kind'>): Promise<ReadBody | null>
  /** Changes and translates the body of an attempt. */
  make(connection: ClientConnection, job: Omit<MakeJob, 'kind'>): Promise<Made>
  /** Translates a response that is not a stream. */
  decode(connection: ClientConnection, job: Omit<DecodeJob, 'kind'>): Promise<Decoded>
  /** The texts of body fields, for sticky routing. */
  fields(connection: ClientConnection, bytes: Uint8Array, fields: readonly string[]): Promise<readonly string[]>
  /** Parses one event of a stream. */
  event(connection: ClientConnection, event: LargeEvent): Promise<StreamEvent>
  /** Renders a saved prompt. Resolves to the reference of a partial if that partial is missing in the job. */
  render(connection: ClientConnection, job: Omit<RenderJob, 'kind'>): Promise<RenderedBody | string>
  /**
   * Parses a WebSocket message. Rejects with a GatewayError if it is refused; null if a provider's message is not an
   * event.
   */
  message(text: string, from: MessageJob['from']): Promise<ReadMessage | null>
  /** Runs the local checks of guardrails. `connection` is null if no request waits for them. */
  guard(connection: ClientConnection | null, job: Omit<GuardJob, 'kind'>): Promise<GuardedLarge>
  /** Restores placeholders in a response, and adds results. */
  finish(connection: ClientConnection, job: Omit<FinishJob, 'kind'>): Promise<Uint8Array>
}

type PendingJob = {
  readonly job: Job
  readonly settle: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
}

export class BodyWorkers implements LargeBodies {
  readonly #queue: PendingJob[] = []
  readonly #threads: BodyThread[] = []
  #isClosed = false

  /** Only tests set the parameters. */
  constructor(
    private readonly largeBytes = LARGE_BYTES,
    private readonly entry = workerUrl('gateway/large/body-worker.ts'),
  ) {}

  isLarge({ length }: { readonly length: number }): boolean {
    return length > this.largeBytes
  }

  async read(connection: ClientConnection, job: Omit<ReadJob, 'kind'>): Promise<ReadBody | null> {
    return (await this.#run(connection, { kind: 'read', ...job })) as ReadBody | null
  }

  async make(connection: ClientConnection, job: Omit<MakeJob, 'kind'>): Promise<Made> {
    return (await this.#run(connection, { kind: 'make', ...job })) as Made
  }

  async decode(connection: ClientConnection, job: Omit<DecodeJob, 'kind'>): Promise<Decoded> {
    return (await this.#run(connection, { kind: 'decode', ...job })) as Decoded
  }

  async fields(connection: ClientConnection, bytes: Uint8Array, fields: readonly string[]): Promise<readonly string[]> {
    return (await this.#run(connection, { kind: 'fields', bytes, fields })) as readonly string[]
  }

  async event(connection: ClientConnection, event: LargeEvent): Promise<StreamEvent> {
    return (await this.#run(connection, { kind: 'event', event })) as StreamEvent
  }

  async render(connection: ClientConnection, job: Omit<RenderJob, 'kind'>): Promise<RenderedBody | string> {
    return (await this.#run(connection, { kind: 'render', ...job })) as RenderedBody | string
  }

  /**
   * The session stays the current operation of its connection. If the session ends during the job, the result is
   * discarded.
   */
  async message(text: string, from: MessageJob['from']): Promise<ReadMessage | null> {
    return (await this.#run(null, { kind: 'message', text, from })) as ReadMessage | null
  }

  async guard(connection: ClientConnection | null, job: Omit<GuardJob, 'kind'>): Promise<GuardedLarge> {
    return (await this.#run(connection, { kind: 'guard', ...job })) as GuardedLarge
  }

  async finish(connection: ClientConnection, job: Omit<FinishJob, 'kind'>): Promise<Uint8Array> {
    return (await this.#run(connection, { kind: 'finish', ...job })) as Uint8Array
  }

  close(): void {
    this.#isClosed = true
    for (const { fail } of this.#queue.splice(0)) fail(new GatewayError('shutting_down'))
    for (const thread of this.#threads.splice(0)) thread.end(new GatewayError('shutting_down'))
  }

  /**
   * The queue needs no limit. Request bodies and WebSocket messages count towards the memory limit for request bodies,
   * and the bodies of background guardrails towards the limit of `BackgroundRuns`. Responses and events of providers
   * count towards neither: each is at most 32 MiB, and a request that is in flight waits for one of them at a time.
   */
  async #run(connection: ClientConnection | null, job: Job): Promise<unknown> {
    if (this.#isClosed) throw new GatewayError('shutting_down')
    if (connection?.hasLeft) throw new Error('The caller closed the connection.')
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const pending: PendingJob = { job, settle: resolve, fail: reject }
    const current = connection?.current ?? null
    const operation: Operation = {
      clock: null,
      interrupt: (reason) => {
        const hasLeft = reason === 'client_left'
        const termination = connection?.termination ?? 'shutting_down'
        reject(hasLeft ? new Error('The caller closed the connection.') : new GatewayError(termination))
        this.#drop(pending)
      },
    }
    if (connection) connection.current = operation
    this.#queue.push(pending)
    this.#next()
    try {
      return resultOf(await promise)
    } finally {
      // If a response has started in the meantime, the response stays the current operation.
      if (connection?.current === operation) connection.resume(current)
    }
  }

  /** Removes a job from the queue. A job that already runs is finished, and its result is discarded. */
  #drop(pending: PendingJob): void {
    const at = this.#queue.indexOf(pending)
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

  /** Null if the jobs must wait for a busy thread, or if they have failed because no thread can be started. */
  #start(): BodyThread | null {
    if (this.#threads.length >= MAX_WORKERS) return null
    try {
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
    } catch (error) {
      if (this.#threads.length === 0) for (const { fail } of this.#queue.splice(0)) fail(error)
      return null
    }
  }
}

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw errorReceived(outcome.error)
  return outcome.value
}

type ThreadHooks = { readonly onFree: () => void; readonly onEnd: () => void }

/** One worker thread and its current job. */
class BodyThread {
  readonly #worker: Worker
  readonly #hooks: ThreadHooks
  #running: Pick<PendingJob, 'settle' | 'fail'> | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #hasEnded = false

  constructor(entry: URL, hooks: ThreadHooks) {
    this.#hooks = hooks
    this.#worker = startThread(entry)
    this.#worker.onmessage = ({ data }: MessageEvent<Outcome>) => this.#finish(data)
    this.#worker.onerror = (event) => {
      event.preventDefault()
      this.end(new Error(`The body worker failed: ${event.message}`))
    }
    this.#worker.addEventListener('close', () => this.end(new Error('The body worker has exited.')))
    // The worker must not keep the process alive; the connection of its request does.
    this.#worker.unref()
  }

  get isFree(): boolean {
    return this.#running === null
  }

  run(job: Job, settle: PendingJob['settle'], fail: PendingJob['fail']): void {
    this.#running = { settle, fail }
    this.#setTimer(JOB_MS, () => this.end(new Error(`The body worker took longer than ${JOB_MS} ms.`)))
    this.#worker.postMessage(job)
  }

  /** Ends the thread. Its job fails with `reason`. */
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
