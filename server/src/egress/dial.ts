/** Sends one request over an idle or a new connection, and decides which failures are retried at another address. */

import {
  connectTimedOut,
  isAbort,
  isClosedByPeer,
  isRefused,
  isUnconnected,
  mapSendError,
  outOfDescriptors,
} from './failures.ts'
import { ConnectTimeout } from './http/connect-timeout.ts'
import { HttpCall, type ResponseListener } from './http/http-call.ts'
import type { AbortSource, EgressRequest, RelieveDescriptors, UpstreamResponse } from './outbound.ts'
import type { Route } from './route.ts'

/** Maximum number of addresses of one hostname that a call tries. */
const MAX_TRIES = 3

/** The connect timeout covers all addresses of a call. `sinceMs` is set if a DNS lookup already used part of it. */
export type ConnectLimit = {
  readonly timeoutMs: number
  readonly sinceMs: number | null
  readonly relieveDescriptors: RelieveDescriptors | null
}

export function dial(
  route: Route,
  request: EgressRequest,
  path: string,
  end: AbortSource,
  limit: ConnectLimit,
): Promise<UpstreamResponse> {
  if (end.aborted) return Promise.reject(end.reason)
  return new Promise((resolve, reject) => new Dial(route, request, path, end, limit, resolve, reject).start())
}

class Dial implements ResponseListener {
  /** Index into the route's addresses. */
  #used = 0
  #tries = 0
  #isReused = false
  #isConnecting = false
  #connectUntilMs: number | null = null
  #isRelieved = false

  constructor(
    private readonly route: Route,
    private readonly request: EgressRequest,
    private readonly path: string,
    private readonly end: AbortSource,
    private readonly limit: ConnectLimit,
    readonly onResponse: (response: UpstreamResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  start(): void {
    this.#tries++
    this.#used = this.route.current
    const idle = this.route.pool.take(this.#address)
    this.#isReused = idle !== null
    if (idle) idle.start(this.#newCall())
    else this.#connect()
  }

  onFailure(call: HttpCall, error: unknown): void {
    const { route, request, end } = this
    if (end.aborted || isAbort(error)) return this.reject(error)
    if (this.#isReused && call.hasNoResponse && isClosedByPeer(error) && isSafe(request.method)) {
      this.#isReused = false
      return this.#connect()
    }
    if (this.#isConnecting && isRefused(error)) {
      const relief = this.limit.relieveDescriptors?.() ?? null
      if (relief) return this.#retryAfter(relief)
    }
    // No byte was sent and no stream was read, so the same body can go to the next checked address.
    if (isUnconnected(error) || (this.#isConnecting && isClosedByPeer(error))) {
      // Skip if a concurrent call has already switched to another address.
      if (route.current === this.#used) route.current = (this.#used + 1) % route.addresses.length
      if (this.#tries < this.#maxTries && this.#leftMs() > 0) return this.start()
    }
    const { host } = route.destination
    const isLate = error instanceof ConnectTimeout
    this.reject(isLate ? connectTimedOut(host, this.limit.timeoutMs) : mapSendError(error, host))
  }

  /** Retries once. Fails with `overloaded` if no file descriptor is free even after idle connections were closed. */
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

  get #maxTries(): number {
    return Math.min(MAX_TRIES, this.route.addresses.length)
  }

  /** Time left for connecting. The time starts with the DNS lookup if there was one, else with the first connect. */
  #leftMs(): number {
    const { timeoutMs, sinceMs } = this.limit
    this.#connectUntilMs ??= (sinceMs ?? performance.now()) + timeoutMs
    return this.#connectUntilMs - performance.now()
  }

  /** Divides the remaining time equally among the addresses not yet tried. */
  #connect(): void {
    const call = this.#newCall()
    const triesLeft = Math.max(1, this.#maxTries - this.#tries + 1)
    this.#isConnecting = true
    this.route.pool.open(this.#address, Math.max(1, this.#leftMs() / triesLeft)).then(
      (connection) => {
        this.#isConnecting = false
        if (call.isOver) connection.close()
        else connection.start(call)
      },
      (error: unknown) => call.fail(error),
    )
  }
}

/**
 * An idle connection may close while a request is sent. GET and HEAD are then sent again. Other requests are not,
 * because the provider may have processed and billed them; the retry policy decides, with a new budget hold.
 */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
