/** Streams request logs as server-sent events when requests finish. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import { summaryToWire } from '../../core/logs/log-json.ts'
import type { LogTail } from '../../core/logs/log-reader.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { isStillAllowed } from '../access/identify.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from './log-filter-wire.ts'

const SCOPE = 'logs.list'
const MAX_STREAMS = 500
const MAX_WAITING_BYTES = 256 * 1024

export type StreamTimes = {
  /** Interval of comments that keep proxies from closing an idle stream. */
  readonly heartbeatMs: number
  /** How often the caller's permission is checked again. */
  readonly recheckMs: number
  /** Maximum duration. The client must reconnect and authenticate again. */
  readonly mostMs: number
}

const USUAL_TIMES: StreamTimes = { heartbeatMs: 15_000, recheckMs: 3_000, mostMs: 3_600_000 }

/** The filters without time range and feedback, which do not apply to new logs. */
const {
  time_of_generation_min: _from,
  time_of_generation_max: _to,
  weighted_feedback_min: _least,
  weighted_feedback_max: _most,
  ...shape
} = filterShape

export function streamOperation(tail: LogTail, vault: Vault, times: StreamTimes = USUAL_TIMES): Operation {
  let open = 0
  return endpoint({
    name: 'logs.stream',
    method: 'GET',
    path: '/logs/stream',
    summary: 'Stream request logs',
    permission: { scope: SCOPE },
    query: z.object({ ...workspaceShape, ...shape }),
    reply: {
      contentType: 'text/event-stream',
      about:
        'Event `log`: a log as in the list. Event `missed`: number of logs dropped because the client reads too slowly. Event `stored`: the list now contains the logs of all requests that finished before the stream opened; sent again after each `missed`, when the list contains the dropped logs. Event `end`: why the stream ended. It ends after an hour or when the caller loses the permission.',
    },
    async handle(call) {
      const filter = filterOf(call.reach, call.query)
      if (open >= MAX_STREAMS)
        throw new GatewayError('overloaded', { message: `The limit of ${MAX_STREAMS} log streams is reached.` })
      open++
      const stream = new LogStream(times, () => isStillAllowed(call, SCOPE, vault))
      const body = stream.follow(tail, filter, () => open--)
      return new Response(body, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } })
    },
  })
}

const encoder = new TextEncoder()

class LogStream {
  #missed = 0
  #isStored = false
  #leave = () => {}
  readonly #timers: ReturnType<typeof setInterval>[] = []

  constructor(
    private readonly times: StreamTimes,
    private readonly isAllowed: () => Promise<boolean>,
  ) {}

  /** `onEnd` is called once, however the stream ends. */
  follow(tail: LogTail, filter: LogFilter, onEnd: () => void): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const tellWhenStored = () =>
            void tail.stored().then(() => {
              this.#isStored = true
              this.#report(controller)
            })
          const unsubscribe = tail.subscribe(filter, (logs, missed) => {
            const before = this.#missed
            this.#missed += missed
            for (const log of logs) this.#offer(controller, summaryToWire(log), log.id)
            // The `stored` event tells the client that the list now contains the dropped logs.
            if (this.#missed > before) tellWhenStored()
            this.#report(controller)
          })
          this.#leave = once(() => {
            unsubscribe()
            for (const timer of this.#timers) clearInterval(timer)
            onEnd()
          })
          this.#put(controller, ': connected\nretry: 2000\n\n')
          tellWhenStored()
          this.#every(this.times.heartbeatMs, () => this.#put(controller, ': heartbeat\n\n'))
          this.#every(this.times.recheckMs, () => void this.#recheck(controller))
          this.#every(this.times.mostMs, () =>
            this.#end(controller, 'The stream reached its maximum duration. Reconnect to continue.'),
          )
        },
        // The queue has room again.
        pull: (controller) => this.#report(controller),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    )
  }

  #every(intervalMs: number, work: () => void): void {
    this.#timers.push(setInterval(work, intervalMs))
  }

  /** Drops and counts logs if the reader is slow, so that nothing accumulates in memory. */
  #offer(controller: ReadableStreamDefaultController, log: unknown, id: string): void {
    if (!this.#put(controller, `event: log\nid: ${id}\ndata: ${JSON.stringify(log)}\n\n`)) this.#missed++
  }

  /**
   * Sends the pending `missed` and `stored` events when the queue has room. They must not be lost, because no later
   * event repeats them. `enqueue` may call `pull`, and thereby this method, before it returns.
   */
  #report(controller: ReadableStreamDefaultController): void {
    const count = this.#missed
    this.#missed = 0
    if (count > 0 && !this.#put(controller, `event: missed\ndata: {"count":${count}}\n\n`)) this.#missed += count
    const isStored = this.#isStored
    this.#isStored = false
    if (isStored && !this.#put(controller, 'event: stored\ndata: {}\n\n')) this.#isStored = true
  }

  #put(controller: ReadableStreamDefaultController, text: string): boolean {
    if ((controller.desiredSize ?? 0) <= 0) return false
    controller.enqueue(encoder.encode(text))
    return true
  }

  async #recheck(controller: ReadableStreamDefaultController): Promise<void> {
    // If the database is unavailable, the permission counts as lost.
    const isAllowed = await this.isAllowed().catch(() => false)
    if (!isAllowed) this.#end(controller, 'The key or session no longer has permission to read these logs.')
  }

  #end(controller: ReadableStreamDefaultController, reason: string): void {
    this.#leave()
    try {
      this.#put(controller, `event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
      controller.close()
    } catch {
      // The client has disconnected.
    }
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
