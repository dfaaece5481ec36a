/** Sends the chosen answer to the caller: bytes as they came, with back-pressure, and never a clean end for a cut answer. */

import { GatewayError } from '../core/errors.ts'
import { type HeaderMap, returnable } from '../core/headers.ts'
import type { CacheStore } from '../core/ports.ts'
import { AnswerBody } from './answer/answer-body.ts'
import { addOwnHeaders, answerWith, commonHeaders } from './answer/answer-headers.ts'
import { Capture } from './answer/capture.ts'
import { findErrorEvent } from './answer/stream-head.ts'
import { MAX_CACHED_BYTES, rememberAnswer } from './call/answer-from-cache.ts'
import type { Reply } from './call/reply.ts'
import type { Exchange } from './exchange.ts'
import { BODY_BYTES, type Finish, type FinishPorts, finish, finishTogether } from './finish.ts'
import { addRateHeaders } from './limits/rate-headers.ts'
import { countMissing, expectCount } from './meter/count-missing.ts'

const FLUSH_MS = 20

export type RelayPorts = FinishPorts & { readonly cache: CacheStore }

/** Statuses whose answers have no body; a Response with one would be refused by the runtime. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304])

export function relay(
  exchange: Exchange,
  reply: Reply,
  retryCount: number,
  ports: RelayPorts,
): Response | Promise<Response> {
  const { body, status, target } = reply
  const { cacheStatus } = exchange
  // A reply that was kept is sent after later calls.
  exchange.answering = reply.call
  const common = commonHeaders({ provider: target.provider.slug, place: target.place, retryCount, cacheStatus })
  const headers = answerHeaders(exchange, reply, retryCount, common, ports.prefixes)
  if (body instanceof AnswerBody) {
    return answerWith(streamOf(exchange, reply, body, ports), status, common, headers)
  }
  rememberAnswer(exchange, reply, body, ports.cache)
  const answer = Capture.of(body, BODY_BYTES)
  const end: Finish = { ending: 'complete', status, error: null, reply, answer }
  const whole: Whole = { exchange, end, body: BODILESS.has(status) ? null : body, common, headers }
  const counting = countMissing(exchange, end, ports.tokens)
  return counting ? sendCounted(counting, whole, ports) : send(whole, ports)
}

/** An answer that is there from beginning to end. */
type Whole = {
  readonly exchange: Exchange
  readonly end: Finish
  readonly body: Uint8Array | null
  readonly common: Headers
  readonly headers: HeaderMap
}

async function sendCounted(counting: Promise<void>, whole: Whole, ports: RelayPorts): Promise<Response> {
  await counting
  return send(whole, ports)
}

function send({ exchange, end, body, common, headers }: Whole, ports: RelayPorts): Response {
  finishTogether(exchange, end, ports)
  return answerWith(body, end.status, common, headers)
}

/** All but the common ones. */
function answerHeaders(
  exchange: Exchange,
  reply: Reply,
  retryCount: number,
  common: Headers,
  prefixes: readonly string[],
): HeaderMap {
  const headers = returnable(reply.headers, prefixes)
  if (reply.isEventStream) headers['x-accel-buffering'] = 'no'
  // Our retries are used up: SDK retries on top would multiply them.
  if (retryCount < 0) headers['x-should-retry'] = 'false'
  if (exchange.holds) addRateHeaders(headers, exchange.holds.windows, Date.now())
  addOwnHeaders(headers, exchange, common)
  return headers
}

/** The answer as it comes, read as fast as the caller takes it. */
function streamOf(exchange: Exchange, reply: Reply, body: AnswerBody, ports: RelayPorts): ReadableStream<Uint8Array> {
  const answer = new Capture(exchange.cacheSlot ? MAX_CACHED_BYTES : BODY_BYTES)
  const { call, status } = reply
  let isEnding = false
  const end = (ending: Finish['ending'], error: GatewayError | null): Promise<void> | null => {
    isEnding = true
    call?.record(status, error)
    reply.settle?.(ending === 'complete' ? 'success' : ending === 'broken' ? 'failure' : 'neutral')
    const over = () => finish(exchange, { ending, status, error, reply, answer }, ports)
    const counting = countMissing(exchange, { ending, reply, answer }, ports.tokens)
    if (counting) return counting.then(over)
    over()
    return null
  }
  const leave = () => {
    if (isEnding) return
    exchange.hasLeft = true
    exchange.decide('abandoned', reply.target.place, 'the caller left while the answer was on its way')
    void end('abandoned', null)
    call?.abort()
  }
  exchange.decide('committed', reply.target.place, `the answer begins with status ${status}`)
  expectCount(exchange, reply, ports.tokens)
  let isBroken = false
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      if (isBroken) {
        // Given time to leave the buffers: a reset overtakes what is still in them.
        await Bun.sleep(FLUSH_MS)
        return controller.error()
      }
      try {
        const chunk = await body.read()
        if (chunk === null) {
          if (!answer.isCut) rememberAnswer(exchange, reply, answer.head(), ports.cache)
          const failure = reply.isEventStream ? failureInside(answer) : null
          if (failure) exchange.decide('broken', reply.target.place, failure.message)
          await end(failure ? 'broken' : 'complete', failure)
          return controller.close()
        }
        exchange.touch()
        answer.push(chunk)
        controller.enqueue(chunk)
      } catch (error) {
        if (isEnding) return
        const reason = call?.explain(error) ?? 'abandoned'
        if (reason === 'abandoned') return leave()
        exchange.decide('broken', reply.target.place, reason.message)
        await end('broken', reason)
        isBroken = true
        // Without a reason, the runtime resets the connection and prints nothing.
        if (reply.isEventStream) controller.enqueue(errorEvent(reason, exchange.traceId))
        else controller.error()
      }
    },
    cancel: leave,
  }
  // A caller that leaves between two chunks is noticed by the connection before the stream is cancelled.
  exchange.running = { abort: () => (exchange.hasLeft ? leave() : call?.abort()) }
  // Nothing is read ahead: what a caller has not taken yet stays with the provider.
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** An error the provider sent as an event after its answer had begun; the caller got it as it came. */
function failureInside(answer: Capture): GatewayError | null {
  const verdict = findErrorEvent(answer.tail())
  if (!verdict) return null
  return new GatewayError('upstream_broken', {
    message: `The provider sent an error inside the stream: ${verdict.message}`,
  })
}

const encoder = new TextEncoder()

/** The last thing a broken event stream says, in the shape OpenAI's clients raise as an error. */
function errorEvent(error: GatewayError, traceId: string): Uint8Array {
  const data = {
    error: { message: error.message, type: error.type, code: error.code, param: error.param, trace_id: traceId },
  }
  return encoder.encode(`\n\nevent: error\ndata: ${JSON.stringify(data)}\n\n`)
}
