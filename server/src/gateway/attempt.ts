/** One call to one target: sends it, times it, and brings the answer to the point where it can be committed or handed on from. */

import type { Target } from '../config/plan.ts'
import { GatewayError } from '../core/errors.ts'
import type { CacheStore } from '../core/ports.ts'
import type { AttemptRecord } from '../core/record.ts'
import { type Egress, isAbort, mapReadError } from '../egress/send.ts'
import type { Outgoing } from '../providers/adapter.ts'
import { AnswerBody } from './answer/answer-body.ts'
import { StreamHead } from './answer/stream-head.ts'
import { answerFromCache } from './answer-from-cache.ts'
import { hideUsage } from './call/stream-usage.ts'
import { type Exchange, round } from './exchange.ts'
import { type PrepareRules, prepare } from './prepare.ts'
import type { CallOutcome } from './run-plan.ts'

/** Answers up to here are read whole before anything goes to the caller, so that a cut one can still be handed on from. */
const WHOLE_BYTES = 256 * 1024
const HEAD_BYTES = 64 * 1024
const HEAD_MS = 15_000

export type Reply = {
  readonly target: Target
  readonly status: number
  readonly headers: Headers
  readonly isEventStream: boolean
  /** The whole body, or what is still to be read. */
  body: Uint8Array | AnswerBody
  /** Null when the answer came from the cache. */
  readonly call: UpstreamCall | null
  readonly firstByteMs: number
}

/** The running side of an attempt: its timer, its abort, its row in the record. */
export class UpstreamCall {
  readonly #controller = new AbortController()
  readonly #startMs: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #timedOut = false
  #firstByteMs: number | null = null
  #isRecorded = false

  constructor(
    readonly exchange: Exchange,
    readonly target: Target,
    readonly retry: number,
    readonly url: string,
  ) {
    this.#startMs = exchange.elapsedMs()
    exchange.abortUpstream = () => this.#controller.abort()
    if (target.timeoutMs !== null) {
      this.#timer = setTimeout(
        () => {
          this.#timedOut = true
          this.#controller.abort()
        },
        Math.min(target.timeoutMs, 2 ** 31 - 1),
      )
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The answer's head is there. */
  begin(): number {
    this.exchange.touch()
    this.#firstByteMs = this.exchange.elapsedMs()
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
    const { provider, timeoutMs, place } = this.target
    if (this.#timedOut) {
      return new GatewayError('request_timeout', {
        param: place,
        message: `${provider.slug} did not answer within ${timeoutMs} ms.`,
      })
    }
    if (this.exchange.endedBy) return new GatewayError(this.exchange.endedBy, { param: place })
    if (error instanceof GatewayError) return error
    return isAbort(error) ? new GatewayError('upstream_broken', { param: place }) : mapReadError(error)
  }

  abort(): void {
    this.#controller.abort()
  }

  /** Writes the attempt's row, once: at its failure, when it is handed on from, or when its last byte is there. */
  record(status: number | null, error: GatewayError | null, remark = `answered ${status}`): void {
    this.stopTimer()
    if (this.#isRecorded) return
    this.#isRecorded = true
    const durationMs = this.exchange.elapsedMs() - this.#startMs
    const row: AttemptRecord = {
      target: this.target.place,
      provider: this.target.provider.slug,
      url: this.url,
      retry: this.retry,
      startMs: round(this.#startMs),
      firstByteMs: this.#firstByteMs === null ? null : round(this.#firstByteMs),
      durationMs: round(durationMs),
      status,
      error: error?.code ?? null,
    }
    this.exchange.attempts.push(row)
    const outcome = error ? `${error.code}: ${error.message}` : remark
    this.exchange.decide('attempt', row.target, outcome, this.#startMs, durationMs)
  }
}

export type AttemptPorts = PrepareRules & { readonly egress: Egress; readonly cache: CacheStore }

export async function attempt(
  exchange: Exchange,
  target: Target,
  retry: number,
  canMoveOn: boolean,
  ports: AttemptPorts,
): Promise<CallOutcome<Reply>> {
  if (exchange.hasLeft) return { kind: 'abandoned' }
  const { outgoing, hidesUsage } = await prepare(exchange, target, ports)
  const cached = retry === 0 ? await answerFromCache(exchange, target, outgoing, ports.cache) : null
  if (cached) return { kind: 'answered', status: cached.status, reply: cached }
  const call = new UpstreamCall(exchange, target, retry, withoutQuery(outgoing.url))
  exchange.touch()
  try {
    const response = await ports.egress.send(outgoing, call.signal)
    const reply = await answerOf(call, response, outgoing, call.begin())
    if (!(reply.body instanceof AnswerBody)) call.record(reply.status, null)
    else if (hidesUsage && reply.isEventStream)
      reply.body = hideUsage(reply.body, (usage) => exchange.countUsage(usage))
    const status =
      reply.isEventStream && reply.body instanceof AnswerBody
        ? await holdHead(call, reply, reply.body, canMoveOn)
        : reply.status
    return { kind: 'answered', status, reply }
  } catch (error) {
    return failed(call, error)
  }
}

function failed(call: UpstreamCall, error: unknown): CallOutcome<Reply> {
  const reason = call.explain(error)
  if (reason === 'abandoned') {
    call.record(null, null, 'ended: the caller left')
    return { kind: 'abandoned' }
  }
  call.record(null, reason)
  // A refusal of ours that no other target or repetition can cure ends the plan.
  if (reason.status < 500 && reason.code !== 'request_timeout') throw reason
  return { kind: 'failed', status: reason.status, error: reason }
}

async function answerOf(
  call: UpstreamCall,
  response: Response,
  outgoing: Outgoing,
  firstByteMs: number,
): Promise<Reply> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  const isEventStream = type.startsWith('text/event-stream')
  const body = await bodyOf(call, response, outgoing, isEventStream, type)
  return { target: call.target, status, headers, isEventStream, body, call, firstByteMs }
}

async function bodyOf(
  call: UpstreamCall,
  response: Response,
  outgoing: Outgoing,
  isEventStream: boolean,
  type: string,
): Promise<Uint8Array | AnswerBody> {
  const stream = response.body
  if (stream === null || outgoing.method === 'HEAD') return new Uint8Array()
  const length = response.headers.get('content-length')
  if (!isEventStream && length !== null && Number(length) <= WHOLE_BYTES) return response.bytes()
  const body = AnswerBody.of(stream)
  // First-class JSON is small and sent in one go; a pass-through answer without a length may be a slow stream of its own kind.
  const isWhole =
    !isEventStream && length === null && type.includes('json') && call.exchange.incoming.endpoint.name !== 'proxy'
  return isWhole ? readWhole(body) : body
}

/** The whole body, or (when it is larger than expected) the body with what was read given back. */
async function readWhole(body: AnswerBody): Promise<Uint8Array | AnswerBody> {
  const chunks: Uint8Array[] = []
  let total = 0
  while (total <= WHOLE_BYTES) {
    const chunk = await body.read()
    if (chunk === null) return Buffer.concat(chunks)
    chunks.push(chunk)
    total += chunk.length
  }
  body.hold(chunks)
  return body
}

/**
 * Holds an event stream back until its first content, while a retry or fallback could still take over or a time-out runs:
 * an error inside a 200 is then still a failure, and the time-out covers the wait for the first word.
 * The status it gives is the one the plan acts on; the reply itself stays as received.
 */
async function holdHead(call: UpstreamCall, reply: Reply, body: AnswerBody, canMoveOn: boolean): Promise<number> {
  if (!canMoveOn && !call.hasTimer) return reply.status
  const head = new StreamHead()
  const chunks: Uint8Array[] = []
  const untilMs = performance.now() + HEAD_MS
  let held = 0
  while (held < HEAD_BYTES) {
    const chunk = call.hasTimer ? await body.read() : await body.readWithin(untilMs - performance.now())
    if (chunk === 'late' || chunk === null) break
    chunks.push(chunk)
    held += chunk.length
    call.exchange.touch()
    const verdict = head.push(chunk)
    if (verdict.kind === 'content') break
    if (verdict.kind === 'error' && canMoveOn) {
      body.hold(chunks)
      call.record(
        reply.status,
        null,
        `answered ${reply.status}, then an error event that counts as ${verdict.status}: ${verdict.message}`,
      )
      return verdict.status
    }
    if (verdict.kind === 'error') break
  }
  call.stopTimer()
  body.hold(chunks)
  return reply.status
}

/** Reads the rest of a reply that is handed on from, so that it can still be sent if nothing better comes. */
export async function keep(reply: Reply): Promise<boolean> {
  const { call, body } = reply
  if (!(body instanceof AnswerBody) || call === null) return true
  const untilMs = performance.now() + 5_000
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = await body.readWithin(untilMs - performance.now())
      if (chunk === null) {
        reply.body = Buffer.concat(chunks)
        call.record(reply.status, null)
        return true
      }
      if (chunk === 'late') break
      chunks.push(chunk)
      total += chunk.length
      if (total > WHOLE_BYTES) break
    }
  } catch {
    // A broken answer is no answer to keep.
  }
  call.record(reply.status, null)
  call.abort()
  return false
}

function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
