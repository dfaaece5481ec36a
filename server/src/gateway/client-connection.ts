/** The caller's side of a request: whether the caller is still connected, and which operation to interrupt when it is not. */

import type { BodyReader } from '../core/body/body-reader.ts'
import type { Caller } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'

/** Why the gateway ends a request although its caller and its provider would continue. */
type Termination = 'shutting_down' | 'access_revoked'

export type InterruptReason = 'client_left' | 'upstream_idle' | Termination

/** Something the request waits for: an upstream attempt, the wait before a retry, a job of a worker thread. */
export interface Operation {
  /** Null if the idle limits do not apply. */
  readonly clock: ActivityClock | null
  interrupt(reason: InterruptReason): void
}

/** A background read that ends with the request. */
type Abortable = { abort(): void }

/**
 * Which side an attempt waits for, and since when. The provider's silence does not count while the caller has to act.
 */
export class ActivityClock {
  /** `client`: the caller has to read the response. `upload`: the caller has to send more of the request body. */
  waitsFor: 'upstream' | 'client' | 'upload' = 'upstream'
  /** On the clock of performance.now(). */
  sinceMs = performance.now()

  /** Call when bytes were sent or received: the wait starts again. */
  restart(): void {
    this.sinceMs = performance.now()
  }

  awaitUpstream(): void {
    this.waitsFor = 'upstream'
    this.sinceMs = performance.now()
  }

  awaitClient(): void {
    this.waitsFor = 'client'
    this.sinceMs = performance.now()
  }
}

/** A small body that is read in one call, so only its declared size is known. */
export type SmallUpload = { readonly sinceMs: number; readonly declaredBytes: number }

export class ClientConnection implements EventListenerObject {
  hasLeft = false
  /** True if we closed the connection because the caller read nothing for too long. */
  hasStalled = false
  /** Set once the gateway ends the request. */
  termination: Termination | null = null
  /** Who sent the request; null until the caller is authenticated. */
  caller: Caller | null = null
  /** When the access of the caller ends. Set if its secret was replaced after the request began. */
  accessEndsAtMs: number | null = null
  /** True once the request is settled: nothing can be interrupted any more. */
  isSettled = false
  /** The operation that the request waits for now; null before the first. */
  current: Operation | null = null
  /** The request body while it is being read into memory. */
  upload: BodyReader | SmallUpload | null = null
  /** Position in the list of requests in flight; null if it is not in the list. */
  index: number | null = null
  /** True once the idle timeout of the TCP connection is off. */
  isKeptOpen = false
  /** True once the connection is a WebSocket. The runtime no longer knows its request then. */
  isUpgraded = false
  /** Attempts we fell back from, whose responses are still being read. */
  #buffering: Abortable[] | null = null

  constructor(readonly request: Request) {}

  /** The request's abort signal fires when the caller disconnects. */
  handleEvent(): void {
    this.leave()
  }

  leave(): void {
    if (this.hasLeft || this.isSettled) return
    this.hasLeft = true
    this.stopBuffering()
    this.current?.interrupt('client_left')
  }

  /** The caller has read nothing for longer than the limit. */
  stall(): void {
    this.hasStalled = true
    this.leave()
  }

  /** The provider has sent nothing for longer than the limit. */
  interruptIdle(): void {
    if (this.current?.clock) this.current.interrupt('upstream_idle')
  }

  /** Ends the request: streams get an error event, other requests a refusal. Only the first call counts. */
  terminate(reason: Termination): void {
    if (this.termination !== null || this.isSettled) return
    this.termination = reason
    if (this.upload && 'stop' in this.upload) this.upload.stop(new GatewayError(reason))
    this.stopBuffering()
    this.current?.interrupt(reason)
  }

  /** Throws if the gateway has ended the request. Needed where no operation was running that could be interrupted. */
  requireRunning(): void {
    if (this.termination !== null) throw new GatewayError(this.termination)
  }

  /** Makes an earlier operation the current one again. Its idle time restarts. */
  resume(operation: Operation | null): void {
    this.current = operation
    operation?.clock?.restart()
  }

  startBuffering(attempt: Abortable): void {
    this.#buffering ??= []
    this.#buffering.push(attempt)
  }

  endBuffering(attempt: Abortable): void {
    if (this.#buffering) this.#buffering = this.#buffering.filter((other) => other !== attempt)
  }

  stopBuffering(): void {
    const buffering = this.#buffering
    this.#buffering = null
    if (buffering) for (const attempt of buffering) attempt.abort()
  }

  /** False if the request was settled before. */
  settle(): boolean {
    if (this.isSettled) return false
    this.isSettled = true
    this.stopBuffering()
    return true
  }
}
