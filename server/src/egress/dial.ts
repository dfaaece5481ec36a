/** One request on a checked route: over a kept connection or a new one, and what is tried when that fails. */

import { isAbort, isHungUp, isUnconnected, mapSendError } from './failures.ts'
import { type Asker, HttpCall } from './http/http-call.ts'
import type { CallEnd, EgressRequest, ProviderAnswer } from './outbound.ts'
import type { Route } from './route.ts'

export function dial(route: Route, request: EgressRequest, path: string, end: CallEnd): Promise<ProviderAnswer> {
  if (end.aborted) return Promise.reject(end.reason)
  return new Promise((resolve, reject) => new Dial(route, request, path, end, resolve, reject).start())
}

class Dial implements Asker {
  /** Of the route's addresses, the one this try goes to. */
  #used = 0
  #tries = 0
  #isOnKept = false

  constructor(
    private readonly route: Route,
    private readonly request: EgressRequest,
    private readonly path: string,
    private readonly end: CallEnd,
    readonly answered: (answer: ProviderAnswer) => void,
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
    if (isUnconnected(error)) {
      // Another call may have moved on already.
      if (route.current === this.#used) route.current = (this.#used + 1) % route.addresses.length
      // Nothing was sent, so the next checked address may have the same body; a stream may have been read from.
      const isReplayable = !(request.body instanceof ReadableStream)
      if (isReplayable && this.#tries < route.addresses.length) return this.start()
    }
    this.reject(mapSendError(error, route.destination.host))
  }

  get #address(): string {
    return this.route.addresses[this.#used]!
  }

  #newCall(): HttpCall {
    return new HttpCall(this.request, this.path, this.route.destination.host, this.end, this)
  }

  #connect(): void {
    const call = this.#newCall()
    this.route.pool.open(this.#address).then(
      (connection) => (call.isOver ? connection.hangUp() : connection.start(call)),
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
