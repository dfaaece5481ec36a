/** The exchanges under way: who must be waited for at shutdown, and whose provider or caller has fallen silent. */

import type { Exchange } from './exchange.ts'

const SWEEP_MS = 1_000
/** A body that is kept in memory must have arrived by then; uploads that stream have no such limit. */
const LONGEST_RECEIVE_MS = 120_000
/** An upload that streams may take this long before the provider answers. */
const LONGEST_UPLOAD_MS = 3_600_000

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
    private readonly hooks: { readonly disconnect: (request: Request) => void; readonly onSweep: () => void },
  ) {
    // One timer for all: a timer per chunk would cost more than the chunk.
    this.#timer = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, limits.idleTimeoutMs, limits.stallTimeoutMs))
    this.#timer.unref()
  }

  get size(): number {
    return this.#exchanges.length
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

  #sweep(): void {
    this.hooks.onSweep()
    const nowMs = performance.now()
    // A copy: whoever is ended here leaves the list at once.
    for (const exchange of [...this.#exchanges]) {
      const silentMs = nowMs - exchange.lastActivityMs
      if (exchange.isReceiving) {
        if (silentMs > LONGEST_RECEIVE_MS) this.hooks.disconnect(exchange.incoming.request)
      } else if (exchange.isAwaitingCaller) {
        if (silentMs > this.limits.stallTimeoutMs) exchange.endStalled()
      } else if (silentMs > (exchange.isUploading ? LONGEST_UPLOAD_MS : this.limits.idleTimeoutMs)) exchange.endIdle()
    }
  }
}
