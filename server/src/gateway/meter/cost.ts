/** Computes the cost of a request for its record. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { MAYBE_BILLED } from '../../core/error-table.ts'
import { type Cost, costOf } from '../../core/money/cost-of.ts'
import type { PriceCard, PriceUnit } from '../../core/money/price-card.ts'
import type { FoundPrice, Prices } from '../../core/money/prices.ts'
import type { Ending, RequestRecord } from '../../core/record.ts'
import { modelInPath } from '../../core/request-url.ts'
import type { Usage } from '../../core/usage.ts'
import { priceInTier } from '../../pricing/tier-prices.ts'
import type { Attempt } from '../attempt/attempt.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import { TranslatedUsage } from '../attempt/stream-usage.ts'
import type { Journal } from '../journal.ts'
import type { Capture } from '../relay/capture.ts'
import { BATCH_WARNING, createsBatch, isChargeable, modelPassedIn } from './priced-format.ts'
import { readModel } from './read-usage.ts'
import { serviceTierOf } from './service-tier.ts'
import { type Counted, countedIn, estimated, type MeteredRequest } from './usage.ts'

export type Pricing = Pick<Prices, 'priceOf'>

type EndedRequest = {
  readonly ending: Ending
  readonly response: ProviderResponse | null
  readonly captured: Capture
  /** Null if the usage has not been counted yet. */
  readonly counted: Counted | null
  /** False if the response is compressed. */
  readonly isReadable: boolean
  /** The target of the response, else the one that was tried last. */
  readonly target: Target | null
  readonly model: string | null
  readonly responseModel: string | null
}

export type Metered = Pick<RequestRecord, 'usage' | 'costNanoUsd' | 'costLines' | 'priceVersion' | 'cacheSavedNanoUsd'>

export const UNKNOWN_COST: Metered = {
  usage: null,
  costNanoUsd: null,
  costLines: [],
  priceVersion: null,
  cacheSavedNanoUsd: null,
}
const FREE: Metered = { ...UNKNOWN_COST, costNanoUsd: 0 }

const IN_BACKGROUND = 'usage: a background response reports its usage when it is read, which is not counted here.'

export function meter(request: MeteredRequest, ended: EndedRequest, prices: Pricing): Metered {
  const { response } = ended
  const { head, journal, body } = request
  if (!response) return isUnbilled(journal, ended) ? FREE : UNKNOWN_COST
  const counted = ended.counted ?? (ended.isReadable ? countedIn(request, response, ended.captured) : null)
  // Providers do not charge for errors.
  if (response.status >= 400) return { ...FREE, usage: response.attempt && counted ? counted.reported : null }
  if (!isChargeable(head)) {
    if (createsBatch(head)) journal.warn(BATCH_WARNING)
    return FREE
  }
  const usage = counted && estimated(request, counted)
  if (usage === null && body?.params?.['background'] === true) journal.warn(IN_BACKGROUND)
  const captured = counted?.captured ?? null
  const responseModel = ended.responseModel ?? (captured && responseModelOf(response.attempt, captured))
  const found = priceFor(request, ended, responseModel, prices)
  const card = found && cardFor(request, ended, found, responseModel, captured)
  const cost = card && priced(journal, usage, card)
  // A response from the cache used nothing, and saved what it would have cost.
  if (!response.attempt) return { ...FREE, cacheSavedNanoUsd: cost?.nanoUsd ?? null }
  return {
    usage,
    costNanoUsd: cost?.nanoUsd ?? null,
    costLines: cost?.lines ?? [],
    priceVersion: cost ? (card?.version ?? null) : null,
    cacheSavedNanoUsd: null,
  }
}

function priceFor(
  { caller, journal }: MeteredRequest,
  { target, model }: EndedRequest,
  responseModel: string | null,
  prices: Pricing,
): FoundPrice | null {
  if (!caller || !target) return null
  const { credential, provider } = target
  return prices.priceOf(
    {
      organisationId: caller.organisationId,
      workspaceId: caller.workspaceId,
      virtualKey: credential.kind === 'virtual_key' ? credential.slug : null,
      provider: provider.slug,
      model,
      responseModel,
    },
    journal.startedAtMs,
  )
}

/** The prices of the service tier that served the request, or the standard prices if the tier has none. */
function cardFor(
  { head, body, journal }: MeteredRequest,
  { target, model }: EndedRequest,
  found: FoundPrice,
  responseModel: string | null,
  captured: Capture | null,
): PriceCard {
  const tier =
    found.card.isFree || !captured ? null : serviceTierOf(body?.params ?? null, head.headers, target, captured)
  if (tier === null) return found.card
  const { card, source, factor } = priceInTier(found, target?.provider.slug ?? '', responseModel ?? model, tier)
  if (source === 'unknown')
    journal.warn(`cost: served in tier ${tier}, for which no price is known; charged at the standard price.`)
  else if (source === 'estimated')
    journal.warn(`cost: served in tier ${tier}, which the price list lacks; estimated at ${factor} x standard.`)
  return card
}

function priced(journal: Journal, usage: Usage | null, card: PriceCard): Cost | null {
  const cost = costOf(usage, card)
  if (cost === null || usage === null || card.isFree) return cost
  // These tokens cost more than plain ones. If the price list has no separate price for them, the cost may be too low.
  warnOfPlainPrice(journal, cost, 'audio_input_tokens', uncachedAudio(usage))
  warnOfPlainPrice(journal, cost, 'audio_output_tokens', usage.audioOutputTokens)
  warnOfPlainPrice(journal, cost, 'cached_write_long_tokens', usage.cachedWriteLongTokens)
  return cost
}

function uncachedAudio({ audioInputTokens, cachedAudioTokens }: Usage): number {
  return (audioInputTokens ?? 0) - (cachedAudioTokens ?? 0)
}

function warnOfPlainPrice(journal: Journal, { lines }: Cost, unit: PriceUnit, quantity: number | null): void {
  if (!quantity || lines.some((line) => line.unit === unit)) return
  journal.warn(`cost: ${quantity} ${unit} were charged at the plain price: the price list has no price for them.`)
}

/** The model that the provider reports. A translated response may repeat the caller's model instead, so it is not read. */
export function responseModelOf(attempt: Attempt | null, captured: Capture): string | null {
  const hidden = attempt?.hiddenUsage
  return hidden instanceof TranslatedUsage ? hidden.model : readModel(captured.head())
}

/** The model requested from the provider: the target may replace the caller's model, and some paths name one. */
export function requestedModel(
  { head, body }: MeteredRequest,
  target: Target,
  attempt: Pick<Attempt, 'target' | 'servedModel'> | null,
): string | null {
  if (attempt?.target === target && attempt.servedModel !== null) return attempt.servedModel
  const passed = modelPassedIn(head)
  if (passed !== null) return passed
  const { changes, stripsModel } = target
  const sent = body?.model ?? null
  // `@slug/model`: the prefix only chooses the virtual key.
  const model = (stripsModel ? splitModel(sent)?.model : null) ?? sent
  const set = changes?.overrides.get('model') ?? model ?? changes?.defaults.get('model')
  return typeof set === 'string' ? set : modelInPath(head.path)
}

/** True if no provider can have charged: no request was sent, or each one failed in a way that is not billed. */
function isUnbilled(journal: Journal, { ending, target }: EndedRequest): boolean {
  if (target === null) return true
  if (ending !== 'refused') return false
  return journal
    .attemptRecords()
    .every(({ status, error }) => status !== null || error === null || !MAYBE_BILLED.has(error))
}
