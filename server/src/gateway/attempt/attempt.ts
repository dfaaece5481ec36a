/**
 * One upstream request: its abort handle, timeout, activity clock, budget hold, usage, and its entry in the log record.
 */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord, SentBody } from '../../core/record.ts'
import { CallAborter } from '../../egress/call-aborter.ts'
import { isAbort, mapReadError } from '../../egress/failures.ts'
import type { AbortSource, UploadProgress } from '../../egress/outbound.ts'
import { ActivityClock, type ClientConnection, type InterruptReason, type Operation } from '../client-connection.ts'
import { type AttemptEntry, type Journal, round } from '../journal.ts'
import type { AttemptHold } from '../limits/request-holds.ts'
import { DiscardedBody } from './discarded-body.ts'

/** Longer delays overflow setTimeout, which then fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

type AttemptParts = {
  readonly target: Target
  readonly retry: number
  /** Without its query, which may hold a secret. */
  readonly url: string
  /** Set if the provider's settings or path decide the model. */
  readonly servedModel?: string | null
  readonly hold?: AttemptHold | null
  /** The part of the sent body that differs from the caller's, if bodies are logged. */
  readonly sent?: SentBody | null
  readonly logsBodies?: boolean
}

export class Attempt implements Operation, AttemptEntry, UploadProgress {
  readonly target: Target
  readonly servedModel: string | null
  readonly hold: AttemptHold | null
  readonly clock = new ActivityClock()
  /** The status of an unsuccessful response, which providers do not charge for, even if its body cannot be read. */
  failureStatus: number | null = null
  /** Usage that the caller does not see: removed from the stream, or counted in the provider's format. */
  hiddenUsage: unknown = null
  /** The start of the response body for the log, if the plan moved on from the response. */
  discarded: DiscardedBody | null = null
  #record: AttemptRecord | null = null
  readonly #logsBodies: boolean
  readonly #retry: number
  readonly #url: string
  readonly #sent: SentBody | null
  readonly #end = new CallAborter()
  readonly #startMs: number
  #firstByteMs: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  #hasTimedOut = false
  #isIdle = false

  /** The new attempt becomes the current operation of the connection. */
  constructor(
    readonly journal: Journal,
    readonly connection: ClientConnection,
    { target, retry, url, servedModel = null, hold = null, sent = null, logsBodies = false }: AttemptParts,
  ) {
    this.target = target
    this.servedModel = servedModel
    this.hold = hold
    this.#retry = retry
    this.#url = url
    this.#sent = sent
    this.#logsBodies = logsBodies
    this.#startMs = journal.elapsedMs()
    journal.attempts.push(this)
    connection.current = this
    if (connection.termination !== null) this.#end.abort()
    if (target.timeoutMs !== null) this.#startTimer(target.timeoutMs)
  }

  /** Null until the attempt has ended. */
  get record(): AttemptRecord | null {
    return this.#record
  }

  get signal(): AbortSource {
    return this.#end
  }

  get hasTimer(): boolean {
    return this.#timer !== null
  }

  #startTimer(timeoutMs: number): void {
    const onTimeout = () => {
      this.#hasTimedOut = true
      this.#end.abort()
    }
    this.#timer = setTimeout(onTimeout, Math.min(timeoutMs, MAX_TIMER_MS))
  }

  stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Call when the response head has arrived. Returns the milliseconds since the caller's request arrived. */
  begin(): number {
    this.clock.awaitUpstream()
    this.#firstByteMs = this.journal.elapsedMs()
    return this.#firstByteMs
  }

  get isReceiving(): boolean {
    return this.clock.waitsFor === 'upload'
  }

  /** Set by the HTTP client while it waits for the next bytes of a streamed upload. */
  set isReceiving(isReceiving: boolean) {
    if (isReceiving) this.clock.waitsFor = 'upload'
    else if (this.clock.waitsFor === 'upload') this.clock.waitsFor = 'upstream'
  }

  /** Upload progress does not show that the caller reads the response, so it never restarts the wait for the caller. */
  uploaded(): void {
    if (this.clock.waitsFor !== 'client') this.clock.awaitUpstream()
  }

  abort(): void {
    this.#end.abort()
  }

  interrupt(reason: InterruptReason): void {
    if (reason === 'upstream_idle') this.#isIdle = true
    this.#end.abort()
  }

  /** Why the attempt failed: the caller disconnected, our timeout, the idle limit, the gateway, or the provider. */
  explain(error: unknown): GatewayError | 'abandoned' {
    if (this.connection.hasLeft) return 'abandoned'
    const { provider, timeoutMs, configPath } = this.target
    if (this.#hasTimedOut) {
      return new GatewayError('request_timeout', {
        param: configPath,
        message: `Request timeout: ${provider.slug} did not respond within ${timeoutMs} ms.`,
      })
    }
    if (this.#isIdle) return new GatewayError('upstream_idle', { param: configPath })
    const { termination } = this.connection
    if (termination !== null) return new GatewayError(termination, { param: configPath })
    if (error instanceof GatewayError) return error
    return isAbort(error) ? new GatewayError('upstream_broken', { param: configPath }) : mapReadError(error)
  }

  /** Call when the plan moves on. Returns the log's copy of the start of the body; null if bodies are not logged. */
  discard(): DiscardedBody | null {
    if (this.#logsBodies) this.discarded ??= new DiscardedBody()
    return this.discarded
  }

  /** Call when the attempt fails, when we fall back from it, or after its last byte. Only the first call counts. */
  end(status: number | null, error: GatewayError | null, remark = `returned ${status}`): void {
    this.stopTimer()
    this.#write(status, error, remark)
  }

  /** Records a response whose body is not read yet. The timeout still runs, in case the body is read after all. */
  endUnread(status: number): void {
    this.#write(status, null, `returned ${status}`)
  }

  /** Call when the body of a response could not be read after `endUnread`. */
  failUnread(error: GatewayError): void {
    if (!this.#record) return this.end(this.failureStatus, error)
    this.stopTimer()
    this.abort()
    const durationMs = round(this.journal.elapsedMs() - this.#startMs)
    this.#record = { ...this.#record, error: error.code, durationMs }
    this.journal.decide('broken', this.target.configPath, `${error.code}: ${error.message}`)
  }

  #write(status: number | null, error: GatewayError | null, remark: string): void {
    if (this.#record) return
    // After an error, nothing reads the rest of the response.
    if (error) this.abort()
    const durationMs = this.journal.elapsedMs() - this.#startMs
    this.#record = {
      target: this.target.configPath,
      provider: this.target.provider.slug,
      url: this.#url,
      retry: this.#retry,
      startMs: round(this.#startMs),
      firstByteMs: this.#firstByteMs === null ? null : round(this.#firstByteMs),
      durationMs: round(durationMs),
      status,
      error: error?.code ?? null,
      ...(this.#sent && { sent: this.#sent }),
    }
    const reason = error ? `${error.code}: ${error.message}` : remark
    this.journal.decide('attempt', this.target.configPath, reason, this.#startMs, durationMs)
  }
}
