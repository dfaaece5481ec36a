/** One call to one target: sends it, times it, and brings the answer to the point where it can be committed or handed on from. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import type { CacheStore } from '../../core/ports.ts'
import type { Egress } from '../../egress/send.ts'
import type { CircuitResult } from '../../policies/circuit.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { AnswerBody } from '../answer/answer-body.ts'
import { StreamHead } from '../answer/stream-head.ts'
import type { Exchange } from '../exchange.ts'
import type { CallOutcome } from '../plan/run-plan.ts'
import { answerFromCache } from './answer-from-cache.ts'
import { type PrepareRules, prepare } from './prepare.ts'
import { hideUsage } from './stream-usage.ts'
import { UpstreamCall } from './upstream-call.ts'

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
  /** True when an error event came before any content. */
  hasError: boolean
  /** Null when the answer came from the cache. */
  readonly call: UpstreamCall | null
  readonly firstByteMs: number
  /** Tells the target's circuit how a stream ended. */
  readonly settle: ((result: CircuitResult) => void) | null
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
  if (cached) return { kind: 'answered', status: cached.status, reply: cached, isCached: true }
  const call = new UpstreamCall(exchange, target, retry, withoutQuery(outgoing.url))
  const settled = Promise.withResolvers<CircuitResult>()
  exchange.touch()
  try {
    const response = await ports.egress.send(outgoing, call.signal)
    const reply = await answerOf(call, response, outgoing, call.begin(), settled.resolve)
    if (!(reply.body instanceof AnswerBody)) call.record(reply.status, null)
    else if (hidesUsage && reply.isEventStream)
      reply.body = hideUsage(reply.body, (usage) => exchange.countUsage(usage))
    const status = await statusOf(call, reply, canMoveOn)
    return { kind: 'answered', status, reply, ...(reply.settle && { settled: settled.promise }) }
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
  if (reason.code === 'shutting_down' || (reason.status < 500 && reason.code !== 'request_timeout')) throw reason
  return { kind: 'failed', status: reason.status, error: reason }
}

async function answerOf(
  call: UpstreamCall,
  response: Response,
  outgoing: Outgoing,
  firstByteMs: number,
  onSettled: (result: CircuitResult) => void,
): Promise<Reply> {
  const { status, headers } = response
  if (status < 200 || status > 599) {
    throw new GatewayError('upstream_broken', {
      message: `The provider answered with status ${status}, which is none.`,
    })
  }
  const type = headers.get('content-type') ?? ''
  const isEventStream = type.startsWith('text/event-stream')
  const body = await bodyOf(call, response, outgoing, isEventStream, type)
  const settle = body instanceof AnswerBody && call.target.circuit ? onSettled : null
  return { target: call.target, status, headers, isEventStream, body, hasError: false, call, firstByteMs, settle }
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
 * Holds an event stream back until its first content, while a retry or fallback could still take over, a circuit wants to
 * know or a time-out runs: an error inside a 200 is then still a failure, and the time-out covers the wait for the first word.
 * The status it gives is the one the plan acts on; the reply itself stays as received.
 */
async function statusOf(call: UpstreamCall, reply: Reply, canMoveOn: boolean): Promise<number> {
  const { body, status, headers, isEventStream } = reply
  const isReadable = ['identity', null].includes(headers.get('content-encoding'))
  const isGood = status >= 200 && status < 300
  const isOfInterest = canMoveOn || call.hasTimer || call.target.circuit !== null
  if (!(body instanceof AnswerBody) || !isEventStream || !isReadable || !isGood || !isOfInterest) return status
  return (await holdHead(call, reply, body)) ?? status
}

/** The status an error event stands for, if one came before any content. */
async function holdHead(call: UpstreamCall, reply: Reply, body: AnswerBody): Promise<number | null> {
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
    if (verdict.kind === 'error') {
      call.stopTimer()
      body.hold(chunks)
      reply.hasError = true
      call.record(
        reply.status,
        null,
        `answered ${reply.status}, then an error event that counts as ${verdict.status}: ${verdict.message}`,
      )
      return verdict.status
    }
  }
  call.stopTimer()
  body.hold(chunks)
  return null
}

/** Reads the rest of a reply that is handed on from, so that it can still be sent if nothing better comes. */
export async function keep(reply: Reply): Promise<boolean> {
  const { call, body } = reply
  if (!(body instanceof AnswerBody) || call === null) return true
  reply.settle?.('neutral')
  // After an error event nothing of worth is to come, and a provider may leave its stream open.
  const untilMs = performance.now() + (reply.hasError ? 100 : 5_000)
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const chunk = await body.readWithin(untilMs - performance.now())
      if (chunk === null || (chunk === 'late' && reply.hasError)) {
        if (chunk === 'late') call.abort()
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
