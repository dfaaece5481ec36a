/** What a finished exchange cost, for its record. */

import type { Target } from '../../config/plan.ts'
import type { ErrorCode } from '../../core/error-table.ts'
import { costOf } from '../../core/money/cost-of.ts'
import type { FoundPrice, Prices } from '../../core/money/prices.ts'
import type { Ending, ExchangeRecord } from '../../core/record.ts'
import { decodedPart } from '../../core/request-url.ts'
import type { Capture } from '../answer/capture.ts'
import type { Reply } from '../call/reply.ts'
import type { Exchange } from '../exchange.ts'
import { countUsage } from './count-usage.ts'
import { orEstimate } from './estimate-usage.ts'

export type Pricing = Pick<Prices, 'priceOf'>

type Ended = {
  readonly ending: Ending
  readonly reply: Reply | null
  readonly answer: Capture
  /** False when the answer's bytes are compressed. */
  readonly isReadable: boolean
  readonly target: Target | null
  readonly model: string | null
  readonly responseModel: string | null
}

export type Metered = Pick<ExchangeRecord, 'usage' | 'costNanoUsd' | 'costLines' | 'priceVersion' | 'cacheSavedNanoUsd'>

const UNKNOWN: Metered = { usage: null, costNanoUsd: null, costLines: [], priceVersion: null, cacheSavedNanoUsd: null }
const FREE: Metered = { ...UNKNOWN, costNanoUsd: 0 }

/** Failures after which the provider may have worked, and charge for it. */
const PERHAPS_BILLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_timeout',
  'upstream_broken',
  'upstream_idle',
  'shutting_down',
])

export function meter(exchange: Exchange, ended: Ended, prices: Pricing): Metered {
  const { reply, isReadable, answer } = ended
  if (!reply) return isUnbilled(exchange, ended) ? FREE : UNKNOWN
  const told = isReadable ? countUsage(exchange, answer) : null
  const usage = isReadable && reply.isEventStream && reply.call ? orEstimate(told, exchange, answer) : told
  // Reading what lies at a provider costs nothing, and providers do not charge for errors.
  if (isRead(exchange) || reply.status >= 400) return { ...FREE, usage: reply.call ? usage : null }
  const found = priceFor(exchange, ended, prices)
  const cost = found ? costOf(usage, found.card) : null
  // An answer from the cache consumed nothing, and saved what it would have cost.
  if (!reply.call) return { ...FREE, cacheSavedNanoUsd: cost?.nanoUsd ?? null }
  return {
    usage,
    costNanoUsd: cost?.nanoUsd ?? null,
    costLines: cost?.lines ?? [],
    priceVersion: cost ? (found?.card.version ?? null) : null,
    cacheSavedNanoUsd: null,
  }
}

function priceFor(exchange: Exchange, ended: Ended, prices: Pricing): FoundPrice | null {
  const { caller } = exchange
  const target = ended.reply?.target ?? ended.target
  if (!caller || !target) return null
  const { credential, provider } = target
  return prices.priceOf(
    {
      organisationId: caller.organisationId,
      workspaceId: caller.workspaceId,
      virtualKey: credential.kind === 'virtual_key' ? credential.slug : null,
      provider: provider.slug,
      model: calledModel(exchange, ended, target),
      responseModel: ended.responseModel,
    },
    exchange.startedAtMs,
  )
}

/** The model the provider was asked for: a target may set another than the caller's, and some stand in the path. */
function calledModel(exchange: Exchange, { model }: Ended, { changes }: Target): string | null {
  const set = changes?.overrides.get('model') ?? model ?? changes?.defaults.get('model')
  if (typeof set === 'string') return set
  const inPath = /\/models?\/([^/:]+)/.exec(exchange.incoming.path)?.[1]
  return inPath === undefined ? null : decodedPart(inPath)
}

function isRead({ incoming }: Exchange): boolean {
  return incoming.method === 'GET' || incoming.method === 'HEAD' || incoming.method === 'DELETE'
}

/** True when no provider can have charged for it: none was asked, or each said no. */
function isUnbilled(exchange: Exchange, { ending, target }: Ended): boolean {
  if (target === null) return true
  if (ending !== 'refused') return false
  return exchange.attempts.every(({ status, error }) => status !== null || error === null || !PERHAPS_BILLED.has(error))
}
