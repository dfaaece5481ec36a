/** The running side of an attempt: its timer, its abort, its row in the record. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord, SentBody } from '../../core/record.ts'
import { EarlyEnd } from '../../egress/early-end.ts'
import { isAbort, mapReadError } from '../../egress/failures.ts'
import type { CallEnd } from '../../egress/outbound.ts'
import { type Exchange, round } from '../exchange.ts'

export class UpstreamCall {
  readonly #end = new EarlyEnd()
  readonly #startMs: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #timedOut = false
  #firstByteMs: number | null = null
  #isRecorded = false
  /** Where its row stands that was written before the body was read; null when there is none. */
  #unreadRow: number | null = null
  /** The status of a response that is no success: nothing is charged for it, whatever becomes of its body. */
  failureStatus: number | null = null
  /** What went out, where it is not the caller's own body and may be kept. */
  sent: SentBody | null = null
  /** The model that serves it, where that is not the one in the body. */
  servedModel: string | null = null
  /** Usage that is kept back from the caller, or counted in the provider's format. */
  hiddenUsage: unknown = null

  constructor(
    readonly exchange: Exchange,
    readonly target: Target,
    readonly retry: number,
    readonly url: string,
  ) {
    this.#startMs = exchange.touch()
    // The silence of an earlier target is not this one's.
    if (exchange.endedBy === 'upstream_idle') exchange.endedBy = null
    // Nor are its counts.
    exchange.answering = this
    exchange.calls++
    exchange.running = this
    if (target.timeoutMs !== null) this.#startTimer(target.timeoutMs)
  }

  #startTimer(timeoutMs: number): void {
    this.#timer = setTimeout(
      () => {
        this.#timedOut = true
        this.#end.abort()
      },
      Math.min(timeoutMs, 2 ** 31 - 1),
    )
  }

  get signal(): CallEnd {
    return this.#end
  }

  /** The answer's head is there. */
  begin(): number {
    this.exchange.isReceiving = false
    this.#firstByteMs = this.exchange.touch()
    return this.#firstByteMs
  }

  stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  get hasTimer(): boolean {
    return this.#timer !== null
  }

  /** Why the call broke: the caller left, our time-out, the idle limit, our shutdown, or the provider. */
  explain(error: unknown): GatewayError | 'abandoned' {
    if (this.exchange.hasLeft) return 'abandoned'
    const { provider, timeoutMs, configPath } = this.target
    if (this.#timedOut) {
      return new GatewayError('request_timeout', {
        param: configPath,
        message: `${provider.slug} did not answer within ${timeoutMs} ms.`,
      })
    }
    if (this.exchange.endedBy) return new GatewayError(this.exchange.endedBy, { param: configPath })
    if (error instanceof GatewayError) return error
    return isAbort(error) ? new GatewayError('upstream_broken', { param: configPath }) : mapReadError(error)
  }

  abort(): void {
    this.#end.abort()
  }

  countUsage(usage: unknown): void {
    this.hiddenUsage = usage
  }

  /** Writes the attempt's row, once: at its failure, when it is handed on from, or when its last byte is there. */
  record(status: number | null, error: GatewayError | null, remark = `answered ${status}`): void {
    this.stopTimer()
    this.#write(status, error, remark)
  }

  /** The same while the body is unread: its time-out still runs, should it be read after all. */
  recordUnread(status: number): void {
    if (!this.#isRecorded) this.#unreadRow = this.exchange.attempts.length
    this.#write(status, null, `answered ${status}`)
  }

  /** The body of a response that was recorded unread could not be read. */
  recordUnreadable(error: GatewayError): void {
    const { attempts } = this.exchange
    const row = this.#unreadRow === null ? undefined : attempts[this.#unreadRow]
    if (!row) return this.record(this.failureStatus, error)
    this.stopTimer()
    this.abort()
    attempts[this.#unreadRow!] = {
      ...row,
      error: error.code,
      durationMs: round(this.exchange.elapsedMs() - this.#startMs),
    }
    this.exchange.decide('broken', this.target.configPath, `${error.code}: ${error.message}`)
  }

  #write(status: number | null, error: GatewayError | null, remark: string): void {
    if (this.#isRecorded) return
    this.#isRecorded = true
    // Whatever of the answer is still to come, nobody will read it.
    if (error) this.abort()
    const durationMs = this.exchange.elapsedMs() - this.#startMs
    const row: AttemptRecord = {
      target: this.target.configPath,
      provider: this.target.provider.slug,
      url: this.url,
      retry: this.retry,
      startMs: round(this.#startMs),
      firstByteMs: this.#firstByteMs === null ? null : round(this.#firstByteMs),
      durationMs: round(durationMs),
      status,
      error: error?.code ?? null,
      ...(this.sent && { sent: this.sent }),
    }
    this.exchange.attempts.push(row)
    const outcome = error ? `${error.code}: ${error.message}` : remark
    this.exchange.decide('attempt', row.target, outcome, this.#startMs, durationMs)
  }
}
