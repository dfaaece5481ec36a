/** The most that an attempt may take from each budget, or an error if no bound is known. */

import type { Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { BudgetAmount, BudgetTerms } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import { modelInPath } from '../../core/request-url.ts'
import type { Usage } from '../../core/usage.ts'
import { highestCard } from '../../pricing/tier-prices.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { modelIn } from '../attempt/make-body.ts'
import { modelPassedIn, type PricedFormat } from '../meter/priced-format.ts'
import { requestedTier } from '../meter/service-tier.ts'
import type { Outbound } from '../request.ts'
import type { LiveVirtualKey } from '../stored/virtual-keys.ts'
import type { Attached } from './attachments.ts'
import { boundCost } from './bound-cost.ts'
import { boundUsage } from './bound-usage.ts'
import { ownerInWords } from './limit-refusals.ts'

/** An attempt that is about to be sent. */
export type PlannedAttempt = {
  readonly request: Outbound
  readonly target: Target
  readonly virtualKey: LiveVirtualKey | null
  /** The parameters as they are sent, in the caller's format. */
  readonly params: JsonObject | null
  /** Set if `params` is only the outline of a large body. */
  readonly attached?: Attached | null
  /** Set with `attached`. See `otherModels`. */
  readonly otherModels?: readonly string[] | null
  /** Set if the provider's settings or path decide the model. */
  readonly servedModel: string | null
  readonly body: Outgoing['body']
}

type Pricing = Pick<Prices, 'priceOf'>

const UNREAD_HINT =
  'Uploads over 1 MiB are forwarded without reading them, so their model is not known: name it in override_params of the config.'

export function boundAttempt(
  attempt: PlannedAttempt,
  caller: Caller,
  format: PricedFormat,
  budgets: readonly BudgetTerms[],
  prices: Pricing,
): readonly BudgetAmount[] | GatewayError {
  const first = budgets.find(({ unit }) => unit !== 'requests')
  if (!first) return budgets.map((terms) => ({ terms, units: 1 }))
  const { params } = attempt
  // Without parameters there is no bound, except for audio to transcribe: its size is enough.
  const isKnown = format !== 'unknown' && (params !== null || format === 'transcription')
  const sizeBytes = sizeOf(attempt)
  if (!isKnown || sizeBytes === null) return formatUnknown(first, attempt)
  const model = modelOf(attempt)
  const upperBound = boundUsage({ format, params, attached: attempt.attached ?? null, sizeBytes, model })
  return amountsOf(attempt, caller, budgets, upperBound, prices)
}

/** What a usage takes from each budget, or an error if its price is unknown. */
export function amountsOf(
  attempt: PlannedAttempt,
  caller: Caller,
  budgets: readonly BudgetTerms[],
  upperBound: Usage,
  prices: Pricing,
): readonly BudgetAmount[] | GatewayError {
  const model = modelOf(attempt)
  let cost: number | null | undefined
  const amounts: BudgetAmount[] = []
  for (const terms of budgets) {
    if (terms.unit === 'cost' && cost === undefined) cost = highestCost(attempt, caller, model, upperBound, prices)
    const units = terms.unit === 'cost' ? cost : terms.unit === 'tokens' ? upperBound.totalTokens : 1
    if (units === null || units === undefined) return priceUnknown(terms, attempt, model)
    amounts.push({ terms, units })
  }
  return amounts
}

/**
 * The model that the provider's settings or path decide, else the one in the parameters as they are sent, else the one in the
 * path.
 */
export function modelOf({ request, params, servedModel }: PlannedAttempt): string | null {
  if (servedModel !== null) return servedModel
  const { path } = request.head
  return modelPassedIn(request.head) ?? modelIn(params) ?? modelInPath(path)
}

function highestCost(
  { request, target, params }: PlannedAttempt,
  { organisationId, workspaceId }: Caller,
  model: string | null,
  upperBound: Usage,
  prices: Pricing,
): number | null {
  const { credential, provider } = target
  const virtualKey = credential.kind === 'virtual_key' ? credential.slug : null
  const found = prices.priceOf(
    { organisationId, workspaceId, virtualKey, provider: provider.slug, model, responseModel: null },
    request.journal.startedAtMs,
  )
  const tier = requestedTier(provider.slug, params, request.head.headers)
  return found && boundCost(upperBound, highestCard(found, provider.slug, model, tier))
}

function sizeOf({ request, body }: PlannedAttempt): number | null {
  if (body === null) return 0
  if (body instanceof Uint8Array) return body.length
  return request.body.content.kind === 'stream' ? request.body.sizeBytes : null
}

function formatUnknown({ owner }: BudgetTerms, { request, target }: PlannedAttempt): GatewayError {
  const path = request.head.path.slice(0, 128)
  return new GatewayError('price_unknown', {
    param: target.configPath,
    message: `${ownerInWords(owner)} has a budget, and the cost of ${path} is not known in advance.`,
    hint: 'Use an endpoint whose cost is known, or a key without a budget.',
  })
}

function priceUnknown({ owner }: BudgetTerms, { target, body }: PlannedAttempt, model: string | null): GatewayError {
  const called = model === null ? 'this call' : `model "${model.slice(0, 128)}" of ${target.provider.slug}`
  const isUnread = model === null && body instanceof ReadableStream
  return new GatewayError('price_unknown', {
    param: target.configPath,
    message: `${ownerInWords(owner)} has a budget, and ${called} has no price.`,
    ...(isUnread && { hint: UNREAD_HINT }),
  })
}
