/** The requests in flight: shutdown waits for them, and a sweep ends those whose provider or caller is silent for too long. */

import { BodyReader } from '../core/body/body-reader.ts'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import type { ClientConnection, SmallUpload } from './client-connection.ts'

const SWEEP_MS = 1_000

/** How fast a request body must arrive. */
export type ReceiveLimits = {
  /** A body that is read into memory must be complete within this time. A streamed upload may pause this long. */
  readonly timeoutMs: number
  /** Time that a body may take in addition to its time at the minimum rate. */
  readonly graceMs: number
  /** The minimum rate. 0: no minimum. */
  readonly bytesPerSecond: number
}

export type ConnectionHooks = {
  /** Closes the caller's connection. */
  readonly disconnect: (request: Request) => void
  /** Turns off the idle timeout of the caller's connection. Called for requests that take longer than one sweep. */
  readonly keepOpen: (request: Request) => void
  readonly onSweep: () => void
}

export type WaitLimits = {
  /** How long a provider may send nothing. */
  readonly idleTimeoutMs: number
  /** How long a caller may read nothing. */
  readonly stallTimeoutMs: number
}

export class RequestsInFlight {
  /**
   * An array whose members know their index, not a Set: when a Set grows, its old table points to the new one, and this
   * chain of tables keeps every past member alive until a full garbage collection.
   */
  readonly #connections: ClientConnection[] = []
  readonly #timer: ReturnType<typeof setInterval>
  #onEmpty: (() => void) | null = null

  constructor(
    private readonly limits: WaitLimits,
    private readonly receive: ReceiveLimits,
    private readonly hooks: ConnectionHooks,
  ) {
    // One timer for all requests: a timer per chunk would cost more than the chunk.
    this.#timer = setInterval(() => this.sweep(), Math.min(SWEEP_MS, limits.idleTimeoutMs, limits.stallTimeoutMs))
    this.#timer.unref()
  }

  get size(): number {
    return this.#connections.length
  }

  *requests(): Iterable<Request> {
    for (const { request } of this.#connections) yield request
  }

  add(connection: ClientConnection): void {
    connection.index = this.#connections.push(connection) - 1
  }

  remove(connection: ClientConnection): void {
    const { index } = connection
    if (index === null) return
    connection.index = null
    const last = this.#connections.pop()
    if (last && last !== connection) {
      this.#connections[index] = last
      last.index = index
    }
    if (this.#connections.length === 0) this.#onEmpty?.()
  }

  /** Resolves to true when no request is left, or to false after the time limit. */
  async drained(limitMs: number): Promise<boolean> {
    if (this.#connections.length === 0) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#onEmpty = () => resolve(true)
    const timer = setTimeout(resolve, limitMs, false)
    const isEmpty = await promise
    clearTimeout(timer)
    return isEmpty
  }

  /** Ends every request: streams get an error event, the others a refusal. */
  shutDown(): void {
    for (const connection of [...this.#connections]) connection.terminate('shutting_down')
  }

  /** Ends the requests of these callers. */
  revoke(isRevoked: (caller: Caller) => boolean): void {
    // A copy: a request that is ended here leaves the list at once.
    for (const connection of [...this.#connections]) {
      if (connection.caller && isRevoked(connection.caller)) connection.terminate('access_revoked')
    }
  }

  /** Ends the requests of these callers at this time, unless they are finished by then. */
  endAt(atMs: number, isAffected: (caller: Caller) => boolean): void {
    for (const connection of this.#connections)
      if (connection.caller && isAffected(connection.caller)) connection.accessEndsAtMs = atMs
  }

  *callers(): Iterable<Caller> {
    for (const { caller, termination } of this.#connections) if (caller && termination === null) yield caller
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Called by the timer. `nowMs` is on the clock of performance.now(). */
  sweep(nowMs = performance.now()): void {
    this.hooks.onSweep()
    // A copy: a request that is ended here leaves the list at once.
    for (const connection of [...this.#connections]) {
      if (!connection.isKeptOpen) {
        connection.isKeptOpen = true
        this.hooks.keepOpen(connection.request)
      }
      const endsAtMs = connection.accessEndsAtMs ?? connection.caller?.secretEndsAtMs
      if (endsAtMs !== undefined && endsAtMs <= Date.now()) connection.terminate('access_revoked')
      else if (connection.upload) this.#checkUpload(connection, connection.upload, nowMs)
      else this.#checkActivity(connection, nowMs)
    }
  }

  #checkUpload({ request }: ClientConnection, upload: BodyReader | SmallUpload, nowMs: number): void {
    if (upload instanceof BodyReader) return this.#checkReader(upload, nowMs)
    const waitedMs = nowMs - upload.sinceMs
    if (waitedMs > this.receive.timeoutMs || waitedMs > this.#allowedMs(upload.declaredBytes))
      this.hooks.disconnect(request)
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

  #checkActivity(connection: ClientConnection, nowMs: number): void {
    const clock = connection.current?.clock
    if (!clock) return
    const silentMs = nowMs - clock.sinceMs
    switch (clock.waitsFor) {
      case 'upload':
        if (silentMs > this.receive.timeoutMs) this.hooks.disconnect(connection.request)
        return
      case 'client':
        if (silentMs > this.limits.stallTimeoutMs) connection.stall()
        return
      case 'upstream':
        if (silentMs > this.limits.idleTimeoutMs) connection.interruptIdle()
    }
  }

  /** The longest time that this many bytes may take: the grace time plus their time at the minimum rate. */
  #allowedMs(bytes: number): number {
    const { graceMs, bytesPerSecond } = this.receive
    return bytesPerSecond === 0 ? Number.POSITIVE_INFINITY : graceMs + (bytes / bytesPerSecond) * 1_000
  }
}
