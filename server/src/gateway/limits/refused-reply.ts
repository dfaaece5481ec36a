/** A refusal by a limit as an outcome of the plan: its sets may act on the status like on a provider's. */

import type { Target } from '../../config/plan.ts'
import { errorAnswer } from '../../core/error-answer.ts'
import type { GatewayError } from '../../core/errors.ts'
import type { UpstreamReply } from '../call/reply.ts'
import type { Exchange } from '../exchange.ts'
import type { CallOutcome } from '../plan/run-plan.ts'

export function refusedReply(exchange: Exchange, target: Target, refusal: GatewayError): CallOutcome<UpstreamReply> {
  const { status, headers, body } = errorAnswer(refusal, exchange.traceId, exchange.id)
  const reply: UpstreamReply = {
    target,
    status,
    headers,
    isEventStream: false,
    body: Buffer.from(body),
    hasError: false,
    call: null,
    firstByteMs: exchange.elapsedMs(),
    settle: null,
    refusal,
  }
  // Nobody was called: the target's circuit and credentials have nothing to learn from it.
  return { kind: 'answered', status, reply, isCached: true }
}
