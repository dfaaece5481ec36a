/** Sends the chosen answer to the caller: bytes as they came, with back-pressure, and never a clean end for a cut answer. */

import { type HeaderMap, returnable } from '../core/headers.ts'
import { ResponseBody } from './answer/answer-body.ts'
import { addOwnHeaders, answerWith, commonHeaders } from './answer/answer-headers.ts'
import { Capture } from './answer/capture.ts'
import { rememberAnswer } from './call/answer-from-cache.ts'
import type { UpstreamReply } from './call/reply.ts'
import type { Exchange } from './exchange.ts'
import { BODY_BYTES, type Finish, finishTogether } from './finish.ts'
import { addRateHeaders } from './limits/rate-headers.ts'
import { countMissing, expectCount } from './meter/count-missing.ts'
import { RelayedStream, type RelayPorts } from './relay-stream.ts'

/** Statuses whose answers have no body; a Response with one would be refused by the runtime. */
const BODILESS: ReadonlySet<number> = new Set([101, 204, 205, 304])

export function relay(
  exchange: Exchange,
  reply: UpstreamReply,
  retryCount: number,
  ports: RelayPorts,
): Response | Promise<Response> {
  const { body, status, target } = reply
  const { cacheStatus } = exchange
  // A reply that was kept is sent after later calls.
  exchange.answering = reply.call
  const common = commonHeaders({ provider: target.provider.slug, place: target.configPath, retryCount, cacheStatus })
  const headers = answerHeaders(exchange, reply, retryCount, common, ports.prefixes)
  if (body instanceof ResponseBody) {
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
  reply: UpstreamReply,
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
function streamOf(
  exchange: Exchange,
  reply: UpstreamReply,
  body: ResponseBody,
  ports: RelayPorts,
): ReadableStream<Uint8Array> {
  exchange.decide('committed', reply.target.configPath, `the answer begins with status ${reply.status}`)
  expectCount(exchange, reply, ports.tokens)
  // Nothing is read ahead: what a caller has not taken yet stays with the provider.
  return new ReadableStream(new RelayedStream(exchange, reply, body, ports), { highWaterMark: 0 })
}
