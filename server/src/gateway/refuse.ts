/** Sends a refusal of our own and ends the exchange with it. */

import { errorAnswer } from '../core/error-answer.ts'
import type { GatewayError } from '../core/errors.ts'
import { Capture } from './answer/capture.ts'
import { addTwins } from './answer-headers.ts'
import type { Exchange } from './exchange.ts'
import { BODY_BYTES, type FinishPorts, finish } from './finish.ts'

/** The status nginx made known for a caller that closed the connection; nobody receives it. */
const CALLER_LEFT = 499

export function refuse(exchange: Exchange, error: GatewayError, ports: FinishPorts): Response {
  const { status, headers, body } = errorAnswer(error, exchange.traceId, exchange.id)
  addTwins(headers, exchange.options?.aliases ?? [])
  exchange.decide('refused', null, `${error.code}: ${error.message}`)
  const answer = Capture.of(Buffer.from(body), BODY_BYTES)
  finish(exchange, { ending: 'refused', status, error, reply: null, retryCount: 0, answer }, ports)
  return new Response(body, { status, headers })
}

export function abandon(exchange: Exchange, ports: FinishPorts): Response {
  exchange.decide('abandoned', null, 'the caller left before an answer was chosen')
  const answer = new Capture(BODY_BYTES)
  finish(exchange, { ending: 'abandoned', status: CALLER_LEFT, error: null, reply: null, retryCount: 0, answer }, ports)
  return new Response(null, { status: CALLER_LEFT })
}
