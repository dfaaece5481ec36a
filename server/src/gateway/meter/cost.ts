/** What a finished exchange cost, for its record. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { ErrorCode } from '../../core/error-table.ts'
import { type Cost, costOf } from '../../core/money/cost-of.ts'
import type { PriceCard, PriceUnit } from '../../core/money/price-card.ts'
import type { FoundPrice, Prices } from '../../core/money/prices.ts'
import type { Ending, RequestRecord } from '../../core/record.ts'
import { modelInPath } from '../../core/request-url.ts'
import type { Usage } from '../../core/usage.ts'
import { priceInTier } from '../../pricing/tier-prices.ts'
import type { Capture } from '../answer/capture.ts'
import { readModel } from '../answer/read-usage.ts'
import type { UpstreamReply } from '../call/reply.ts'
import { TranslatedUsage } from '../call/stream-usage.ts'
import type { Exchange } from '../exchange.ts'
import { countedIn } from './count-missing.ts'
import { orEstimate } from './estimate-usage.ts'
import { isChargeable, warnOfBatch } from './free-calls.ts'
import { serviceTierOf } from './rate-tier.ts'

export type Pricing = Pick<Prices, 'priceOf'>

type Ended = {
  readonly ending: Ending
  readonly reply: UpstreamReply | null
  readonly answer: Capture
  /** False when the answer's bytes are compressed. */
  readonly isReadable: boolean
  readonly target: Target | null
  readonly model: string | null
  readonly responseModel: string | null
}

export type Metered = Pick<RequestRecord, 'usage' | 'costNanoUsd' | 'costLines' | 'priceVersion' | 'cacheSavedNanoUsd'>

const UNKNOWN: Metered = { usage: null, costNanoUsd: null, costLines: [], priceVersion: null, cacheSavedNanoUsd: null }
const FREE: Metered = { ...UNKNOWN, costNanoUsd: 0 }

const IN_BACKGROUND =
  'usage: an answer made in the background tells what it consumed when it is read, which is not counted here.'

/** Failures after which the provider may have worked, and charge for it. */
const PERHAPS_BILLED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_timeout',
  'upstream_broken',
  'upstream_idle',
  'shutting_down',
])

export function meter(exchange: Exchange, ended: Ended, prices: Pricing): Metered {
  const { reply } = ended
  if (!reply) return isUnbilled(exchange, ended) ? FREE : UNKNOWN
  const counted = exchange.counted ?? (ended.isReadable ? countedIn(exchange, reply, ended.answer) : null)
  // Providers do not charge for errors.
  if (reply.status >= 400) return { ...FREE, usage: reply.call && counted ? counted.told : null }
  if (!isChargeable(exchange)) {
    warnOfBatch(exchange)
    // What is read at a provider was consumed when it was made.
    return FREE
  }
  const usage = counted && orEstimate(exchange, counted)
  if (usage === null && exchange.params?.['background'] === true) exchange.warn(IN_BACKGROUND)
  const found = priceFor(exchange, ended, counted?.answer ?? null, prices)
  const card = found && cardFor(exchange, ended, found, counted?.answer ?? null)
  const cost = card && priced(exchange, usage, card)
  // An answer from the cache consumed nothing, and saved what it would have cost.
  if (!reply.call) return { ...FREE, cacheSavedNanoUsd: cost?.nanoUsd ?? null }
  return {
    usage,
    costNanoUsd: cost?.nanoUsd ?? null,
    costLines: cost?.lines ?? [],
    priceVersion: cost ? (card?.version ?? null) : null,
    cacheSavedNanoUsd: null,
  }
}

/** The price of the tier the call was served in. */
function cardFor(exchange: Exchange, ended: Ended, found: FoundPrice, answer: Capture | null): PriceCard {
  const target = ended.reply?.target ?? ended.target
  const tier = found.card.isFree || !answer ? null : serviceTierOf(exchange, target, answer)
  if (tier === null) return found.card
  const model = ended.responseModel ?? (answer && responseModelOf(exchange, answer)) ?? ended.model
  const { card, source, factor } = priceInTier(found, target?.provider.slug ?? '', model, tier)
  if (source === 'unknown')
    exchange.warn(`cost: served in tier ${tier}, for which no price is known; reckoned at the standard price.`)
  else if (source === 'estimated')
    exchange.warn(`cost: served in tier ${tier}, which the price list lacks; estimated at ${factor} x standard.`)
  return card
}

/** In words of the price card: what it has no rates for is said. */
function priced(exchange: Exchange, usage: Usage | null, card: PriceCard): Cost | null {
  const cost = costOf(usage, card)
  if (cost === null || usage === null || card.isFree) return cost
  // Classes that cost more than the plain ones wherever they have a price of their own.
  warnOfPlain(exchange, cost, 'audio_input_tokens', usage.audioInputTokens)
  warnOfPlain(exchange, cost, 'audio_output_tokens', usage.audioOutputTokens)
  warnOfPlain(exchange, cost, 'cached_write_long_tokens', usage.cachedWriteLongTokens)
  return cost
}

function warnOfPlain(exchange: Exchange, { lines }: Cost, unit: PriceUnit, quantity: number | null): void {
  if (!quantity || lines.some((line) => line.unit === unit)) return
  exchange.warn(`cost: ${quantity} ${unit} were reckoned at the plain price: the price list has none of their own.`)
}

function priceFor(exchange: Exchange, ended: Ended, answer: Capture | null, prices: Pricing): FoundPrice | null {
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
      model: ended.model,
      responseModel: ended.responseModel ?? (answer && responseModelOf(exchange, answer)),
    },
    exchange.startedAtMs,
  )
}

/** The model the provider says it used. A translated response may repeat the caller's instead, so it is not read. */
export function responseModelOf({ hiddenUsage }: Exchange, answer: Capture): string | null {
  return hiddenUsage instanceof TranslatedUsage ? hiddenUsage.model : readModel(answer.head())
}

/** The model the provider was asked for: a target may set another than the caller's, and some stand in the path. */
export function calledModel(exchange: Exchange, target: Target): string | null {
  const { answering } = exchange
  if (answering?.target === target && answering.servedModel !== null) return answering.servedModel
  const { changes, stripsModel } = target
  // A prefix only chose the credential.
  const model = (stripsModel ? splitModel(exchange.model)?.model : null) ?? exchange.model
  const set = changes?.overrides.get('model') ?? model ?? changes?.defaults.get('model')
  if (typeof set === 'string') return set
  return modelInPath(exchange.incoming.path)
}

/** True when no provider can have charged for it: none was asked, or each said no. */
function isUnbilled(exchange: Exchange, { ending, target }: Ended): boolean {
  if (target === null) return true
  if (ending !== 'refused') return false
  return exchange.attempts.every(({ status, error }) => status !== null || error === null || !PERHAPS_BILLED.has(error))
}
