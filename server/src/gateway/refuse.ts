/** Sends a refusal of our own and ends the exchange with it. */

import { errorAnswer } from '../core/error-answer.ts'
import type { GatewayError } from '../core/errors.ts'
import { addTwins, aliasesIn } from '../core/options/aliases.ts'
import { Capture } from './answer/capture.ts'
import type { Exchange } from './exchange.ts'
import { BODY_BYTES, type FinishPorts, finish } from './finish.ts'
import { addRateHeaders } from './limits/rate-headers.ts'

/** The status nginx made known for a caller that closed the connection; nobody receives it. */
const CALLER_LEFT = 499

export function refuse(exchange: Exchange, error: GatewayError, ports: FinishPorts): Response {
  const { status, headers, body } = errorAnswer(error, exchange.traceId, exchange.id)
  // A refusal may quote its provider.
  headers['content-security-policy'] = 'sandbox'
  const last = exchange.attempts.at(-1)
  if (last) {
    headers['x-gateway-provider'] = last.provider
    headers['x-gateway-last-used-option-index'] = last.target
    headers['x-gateway-retry-attempt-count'] = last.retry > 0 ? '-1' : '0'
    // Our retries are used up: SDK retries on top would multiply them.
    if (last.retry > 0) headers['x-should-retry'] = 'false'
  }
  if (exchange.holds) addRateHeaders(headers, exchange.holds.windows, Date.now())
  // A refusal may come before the options were read.
  addTwins(headers, exchange.options?.aliases ?? aliasesIn(exchange.incoming.headers, ports.prefixes))
  exchange.decide('refused', null, `${error.code}: ${error.message}`)
  const answer = Capture.of(Buffer.from(body), BODY_BYTES)
  finish(exchange, { ending: 'refused', status, error, reply: null, answer }, ports)
  return new Response(body, { status, headers })
}

export function abandon(exchange: Exchange, ports: FinishPorts): Response {
  exchange.decide('abandoned', null, 'the caller left before an answer was chosen')
  const answer = new Capture(BODY_BYTES)
  finish(exchange, { ending: 'abandoned', status: CALLER_LEFT, error: null, reply: null, answer }, ports)
  return new Response(null, { status: CALLER_LEFT })
}
