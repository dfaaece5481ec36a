/** The exchanges in progress: what a shutdown waits for, which provider or caller is silent, which caller sends too slowly. */

import type { BodyReader } from '../core/body/body-reader.ts'
import { GatewayError } from '../core/errors.ts'
import type { Exchange } from './exchange.ts'

const SWEEP_MS = 1_000

/** How fast a request body must arrive. */
export type ReceiveLimits = {
  /** A body that is kept in memory must be complete by then; a streamed upload may pause this long. */
  readonly timeoutMs: number
  /** From here on the average rate must be at least the minimum. */
  readonly graceMs: number
  /** 0: no minimum. */
  readonly bytesPerSecond: number
}

export type RunningHooks = {
  /** Closes the caller's connection. */
  readonly disconnect: (request: Request) => void
  /** Turns the idle time-out of the caller's connection off: the request takes longer than a moment. */
  readonly keepOpen: (request: Request) => void
  readonly onSweep: () => void
}

export type WaitLimits = {
  /** For a provider to send something. */
  readonly idleTimeoutMs: number
  /** For a caller to read something. */
  readonly stallTimeoutMs: number
}

export class Running {
  /**
   * An array whose members know their place, not a Set: each time a Set makes room, the table it leaves behind points to
   * the next one, and together they keep every exchange in memory until the collector goes through all of it.
   */
  readonly #exchanges: Exchange[] = []
  readonly #timer: ReturnType<typeof setInterval>
  #onEmpty: (() => void) | null = null

  constructor(
    private readonly limits: WaitLimits,
    private readonly receive: ReceiveLimits,
    private readonly hooks: RunningHooks,
  ) {
    // One timer for all: a timer per chunk would cost more than the chunk.
    this.#timer = setInterval(() => this.sweep(), Math.min(SWEEP_MS, limits.idleTimeoutMs, limits.stallTimeoutMs))
    this.#timer.unref()
  }

  get size(): number {
    return this.#exchanges.length
  }

  *requests(): Iterable<Request> {
    for (const { incoming } of this.#exchanges) yield incoming.request
  }

  add(exchange: Exchange): void {
    exchange.place = this.#exchanges.push(exchange) - 1
  }

  remove(exchange: Exchange): void {
    const { place } = exchange
    if (place === null) return
    exchange.place = null
    const last = this.#exchanges.pop()
    if (last && last !== exchange) {
      this.#exchanges[place] = last
      last.place = place
    }
    if (this.#exchanges.length === 0) this.#onEmpty?.()
  }

  /** Resolves to true when nothing runs any more, to false when the time is over. */
  async drained(limitMs: number): Promise<boolean> {
    if (this.#exchanges.length === 0) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onEmpty = () => resolve(true)
    const timer = setTimeout(resolve, limitMs, false)
    const isEmpty = await promise
    clearTimeout(timer)
    return isEmpty
  }

  /** Ends what still runs: streams get an error event, the rest a refusal. */
  endAll(): void {
    for (const exchange of [...this.#exchanges]) exchange.endForShutdown()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Called by the timer; `nowMs` is on the clock of performance.now(). */
  sweep(nowMs = performance.now()): void {
    this.hooks.onSweep()
    // A copy: whoever is ended here leaves the list at once.
    for (const exchange of [...this.#exchanges]) {
      if (!exchange.isLong) {
        exchange.isLong = true
        this.hooks.keepOpen(exchange.incoming.request)
      }
      const silentMs = nowMs - exchange.lastActivityMs
      if (exchange.bodyReader) this.#checkReader(exchange.bodyReader, nowMs)
      else if (exchange.isReceiving) {
        if (this.#isOverdue(exchange, silentMs)) this.hooks.disconnect(exchange.incoming.request)
      } else if (exchange.isAwaitingCaller) {
        if (silentMs > this.limits.stallTimeoutMs) exchange.endStalled()
      } else if (silentMs > this.limits.idleTimeoutMs) exchange.endIdle()
    }
  }

  #checkReader(reader: BodyReader, nowMs: number): void {
    const { timeoutMs } = this.receive
    const elapsedMs = nowMs - reader.startedAtMs
    const { receivedBytes } = reader
    if (elapsedMs <= timeoutMs && elapsedMs <= this.#allowedMs(receivedBytes)) return
    const seconds = Math.round(elapsedMs / 1_000)
    reader.stop(
      new GatewayError('receive_timeout', {
        param: 'body',
        message: `The request body arrived too slowly: ${receivedBytes} bytes in ${seconds} s.`,
      }),
    )
  }

  /** Nobody sees how much of a small body has arrived; it is counted with its declared size. */
  #isOverdue({ body, bodyHold }: Exchange, waitedMs: number): boolean {
    if (waitedMs > this.receive.timeoutMs) return true
    return body.kind !== 'stream' && waitedMs > this.#allowedMs(bodyHold?.bytes ?? 0)
  }

  /** The time in which so many bytes arrive at the minimum rate. */
  #allowedMs(bytes: number): number {
    const { graceMs, bytesPerSecond } = this.receive
    return bytesPerSecond === 0 ? Number.POSITIVE_INFINITY : graceMs + (bytes / bytesPerSecond) * 1_000
  }
}
