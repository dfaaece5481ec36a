/** One request on a checked route: over a kept connection or a new one, and what is tried when that fails. */

import {
  connectTimedOut,
  isAbort,
  isHungUp,
  isRefused,
  isUnconnected,
  mapSendError,
  outOfDescriptors,
} from './failures.ts'
import { ConnectTimeout } from './http/connect-timeout.ts'
import { type Asker, HttpCall } from './http/http-call.ts'
import type { CallEnd, EgressRequest, RelieveDescriptors, UpstreamResponse } from './outbound.ts'
import type { Route } from './route.ts'

/** Addresses of one name that one call tries at most. */
const MAX_TRIES = 3

/** How long connecting may take, all addresses together, and since when the time counts (a DNS look-up is part of it). */
export type ConnectLimit = {
  readonly timeoutMs: number
  readonly sinceMs: number | null
  readonly relieveDescriptors: RelieveDescriptors | null
}

export function dial(
  route: Route,
  request: EgressRequest,
  path: string,
  end: CallEnd,
  limit: ConnectLimit,
): Promise<UpstreamResponse> {
  if (end.aborted) return Promise.reject(end.reason)
  return new Promise((resolve, reject) => new Dial(route, request, path, end, limit, resolve, reject).start())
}

class Dial implements Asker {
  /** Of the route's addresses, the one this try goes to. */
  #used = 0
  #tries = 0
  #isOnKept = false
  #isConnecting = false
  #connectUntilMs: number | null = null
  #isRelieved = false

  constructor(
    private readonly route: Route,
    private readonly request: EgressRequest,
    private readonly path: string,
    private readonly end: CallEnd,
    private readonly limit: ConnectLimit,
    readonly answered: (answer: UpstreamResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  start(): void {
    this.#tries++
    this.#used = this.route.current
    const kept = this.route.pool.take(this.#address)
    this.#isOnKept = kept !== null
    if (kept) kept.start(this.#newCall())
    else this.#connect()
  }

  failed(call: HttpCall, error: unknown): void {
    const { route, request, end } = this
    if (end.aborted || isAbort(error)) return this.reject(error)
    if (this.#isOnKept && call.isUnanswered && isHungUp(error) && isSafe(request.method)) {
      this.#isOnKept = false
      return this.#connect()
    }
    if (this.#isConnecting && isRefused(error)) {
      const relief = this.limit.relieveDescriptors?.() ?? null
      if (relief) return this.#retryAfter(relief)
    }
    // Nothing was sent and no stream was read from, so the next checked address may have the same body.
    if (isUnconnected(error) || (this.#isConnecting && isHungUp(error))) {
      // Another call may have moved on already.
      if (route.current === this.#used) route.current = (this.#used + 1) % route.addresses.length
      if (this.#tries < this.#mostTries && this.#leftMs() > 0) return this.start()
    }
    const { host } = route.destination
    const isLate = error instanceof ConnectTimeout
    this.reject(isLate ? connectTimedOut(host, this.limit.timeoutMs) : mapSendError(error, host))
  }

  /** Once: whoever finds no descriptor after others were closed is refused. */
  #retryAfter(relief: Promise<void>): void {
    if (this.#isRelieved) return this.reject(outOfDescriptors())
    this.#isRelieved = true
    void relief.then(() => (this.end.aborted ? this.reject(this.end.reason) : this.#connect()))
  }

  get #address(): string {
    return this.route.addresses[this.#used]!
  }

  #newCall(): HttpCall {
    return new HttpCall(this.request, this.path, this.route.destination.host, this.end, this)
  }

  get #mostTries(): number {
    return Math.min(MAX_TRIES, this.route.addresses.length)
  }

  /** Of the time for connecting, which begins with the first connect unless a look-up came before. */
  #leftMs(): number {
    const { timeoutMs, sinceMs } = this.limit
    this.#connectUntilMs ??= (sinceMs ?? performance.now()) + timeoutMs
    return this.#connectUntilMs - performance.now()
  }

  /** The addresses still to be tried share what is left of the time. */
  #connect(): void {
    const call = this.#newCall()
    const triesLeft = Math.max(1, this.#mostTries - this.#tries + 1)
    this.#isConnecting = true
    this.route.pool.open(this.#address, Math.max(1, this.#leftMs() / triesLeft)).then(
      (connection) => {
        this.#isConnecting = false
        if (call.isOver) connection.hangUp()
        else connection.start(call)
      },
      (error: unknown) => call.fail(error),
    )
  }
}

/**
 * A kept connection may close under a request. What only asks is asked again; what is paid for is not, for nobody knows
 * whether it was read: the plan's own retry decides, with a hold of its own.
 */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
