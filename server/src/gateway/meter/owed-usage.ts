/** Whether a provider has finished an answer and not told yet what it used. A caller who leaves then has had the answer. */

import type { HeaderMap } from '../../core/headers.ts'
import type { Capture } from '../answer/capture.ts'
import type { UpstreamReply } from '../call/reply.ts'
import { TranslatedUsage } from '../call/stream-usage.ts'
import type { Exchange } from '../exchange.ts'
import { countedIn } from './count-missing.ts'
import { type FinishScan, isFinished } from './finished-answer.ts'
import { isChargeable } from './free-calls.ts'

/** True when a part of the answer is still to come that tells its usage. */
export function owesUsage(
  exchange: Exchange,
  reply: UpstreamReply,
  answer: Capture,
  beyondHead: FinishScan | null,
): boolean {
  if (!reply.call || reply.status >= 400 || !isChargeable(exchange)) return false
  if (isWholeJson(exchange, reply)) return true
  const { hiddenUsage } = exchange
  const isOver = hiddenUsage instanceof TranslatedUsage ? hiddenUsage.isFinished : isFinished(answer, beyondHead)
  if (!isOver) return false
  const { missing } = countedIn(exchange, reply, answer)
  return missing.input || missing.output
}

/** An answer that is no stream was finished when it began, and tells its usage wherever in it the provider likes. */
export function isWholeJson(exchange: Exchange, { isEventStream, headers }: UpstreamReply): boolean {
  if (isEventStream || !isJson(headers)) return false
  return exchange.incoming.endpoint.name !== 'proxy' || headers['content-length'] !== undefined
}

function isJson(headers: HeaderMap): boolean {
  return headers['content-type']?.includes('json') === true
}
