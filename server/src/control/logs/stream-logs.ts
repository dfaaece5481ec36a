/** Request logs as they finish, as server-sent events. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { LogFilter } from '../../core/logs/log-filter.ts'
import type { LogTail } from '../../core/logs/log-reader.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { filterOf, filterShape, workspaceShape } from './log-filter-wire.ts'
import { summaryToWire } from './log-wire.ts'
import { isStillAllowed } from './still-allowed.ts'

const SCOPE = 'logs.list'
const MOST_STREAMS = 500
const MOST_WAITING_BYTES = 256 * 1024

export type StreamTimes = {
  /** Keeps proxies from closing a quiet stream. */
  readonly heartbeatMs: number
  /** How often the caller's right is looked up again. */
  readonly recheckMs: number
  /** After that a client has to come back: with the secret as it is then. */
  readonly mostMs: number
}

const USUAL_TIMES: StreamTimes = { heartbeatMs: 15_000, recheckMs: 10_000, mostMs: 3_600_000 }

/** Without what only the past can answer. */
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
    summary: 'Watch request logs as they finish',
    permission: { scope: SCOPE },
    query: z.object({ ...workspaceShape, ...shape }),
    reply: {
      contentType: 'text/event-stream',
      about:
        'Event `log`: a row as in the list. Event `missed`: how many rows a slow reader did not get. Event `end`: why the stream ends; it does after an hour, and when the caller loses the right.',
    },
    async handle(call) {
      const filter = filterOf(call.reach, call.query)
      if (open >= MOST_STREAMS)
        throw new GatewayError('overloaded', { message: `${MOST_STREAMS} people watch logs already.` })
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
          const unsubscribe = tail.subscribe(filter, (logs, missed) => {
            this.#missed += missed
            for (const log of logs) this.#offer(controller, 'log', summaryToWire(log), log.id)
            if (this.#missed > 0 && this.#offer(controller, 'missed', { count: this.#missed })) this.#missed = 0
          })
          this.#leave = once(() => {
            unsubscribe()
            for (const timer of this.#timers) clearInterval(timer)
            onEnd()
          })
          this.#put(controller, ': you will see requests as they finish\nretry: 2000\n\n')
          this.#every(this.times.heartbeatMs, () => this.#put(controller, ': still here\n\n'))
          this.#every(this.times.recheckMs, () => void this.#recheck(controller))
          this.#every(this.times.mostMs, () => this.#end(controller, 'Connect again to go on.'))
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
    )
  }

  #every(intervalMs: number, work: () => void): void {
    this.#timers.push(setInterval(work, intervalMs))
  }

  /** A reader that does not keep up loses rows and is told how many: nothing piles up for it. */
  #offer(controller: ReadableStreamDefaultController, event: string, data: unknown, id?: string): boolean {
    const isRoom = this.#put(controller, `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    if (!isRoom && event === 'log') this.#missed++
    return isRoom
  }

  #put(controller: ReadableStreamDefaultController, text: string): boolean {
    if ((controller.desiredSize ?? 0) <= 0) return false
    controller.enqueue(encoder.encode(text))
    return true
  }

  async #recheck(controller: ReadableStreamDefaultController): Promise<void> {
    // A store that cannot answer does not say yes.
    const isAllowed = await this.isAllowed().catch(() => false)
    if (!isAllowed) this.#end(controller, 'The key or session may no longer see these logs.')
  }

  #end(controller: ReadableStreamDefaultController, reason: string): void {
    this.#leave()
    try {
      this.#offer(controller, 'end', { reason })
      controller.close()
    } catch {
      // The reader left meanwhile.
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
