/** How much of each budget a call may use at most, or why that cannot be said. */

import type { Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { BudgetAsk, BudgetTerms } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import { modelInPath } from '../../core/request-url.ts'
import type { Usage } from '../../core/usage.ts'
import { dearestCard } from '../../pricing/tier-prices.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import type { Exchange } from '../exchange.ts'
import { askedTier } from '../meter/rate-tier.ts'
import type { LiveVirtualKey } from '../stored/live-virtual-key.ts'
import type { Attached } from './attachments.ts'
import { boundCost } from './bound-cost.ts'
import { boundUsage } from './bound-usage.ts'
import { ownerInWords } from './limit-refusals.ts'
import type { PricedFormat } from './priced-format.ts'

/** A call that is about to be made. */
export type PlannedCall = {
  readonly exchange: Exchange
  readonly target: Target
  readonly virtualKey: LiveVirtualKey | null
  readonly params: JsonObject | null
  /** Set where `params` is only the outline of a large body. */
  readonly attached?: Attached | null
  /** Where the provider's settings or path decide it. */
  readonly servedModel: string | null
  readonly body: Outgoing['body']
}

type Pricing = Pick<Prices, 'priceOf'>

const UNREAD_HINT =
  'Uploads over 1 MiB are passed on unread, so their model is not seen: name it in override_params of the config.'

export function sizeCall(
  call: PlannedCall,
  caller: Caller,
  format: PricedFormat,
  budgets: readonly BudgetTerms[],
  prices: Pricing,
): readonly BudgetAsk[] | GatewayError {
  const first = budgets.find(({ unit }) => unit !== 'requests')
  // A request is one, whatever it asks for.
  if (!first) return budgets.map((terms) => ({ terms, units: 1 }))
  const { params } = call
  // Without its parameters nobody knows how much a request asks for; of a recording the length says enough.
  const isKnown = format !== 'unknown' && (params !== null || format === 'transcription')
  const sizeBytes = sizeOf(call)
  if (!isKnown || sizeBytes === null) return formatUnknown(first, call)
  const model = modelOf(call)
  const most = boundUsage({ format, params, attached: call.attached ?? null, sizeBytes, model })
  let cost: number | null | undefined
  const asks: BudgetAsk[] = []
  for (const terms of budgets) {
    if (terms.unit === 'cost' && cost === undefined) cost = mostCost(call, caller, model, most, prices)
    const units = terms.unit === 'cost' ? cost : terms.unit === 'tokens' ? most.totalTokens : 1
    if (units === null || units === undefined) return priceUnknown(terms, call, model)
    asks.push({ terms, units })
  }
  return asks
}

/** As the provider decides it, else in the parameters as they are sent, or in the path. */
export function modelOf({ exchange, params, servedModel }: PlannedCall): string | null {
  if (servedModel !== null) return servedModel
  const model = params?.['model']
  if (typeof model === 'string') return model
  return modelInPath(exchange.incoming.path)
}

function mostCost(
  { exchange, target, params }: PlannedCall,
  { organisationId, workspaceId }: Caller,
  model: string | null,
  most: Usage,
  prices: Pricing,
): number | null {
  const { credential, provider } = target
  const virtualKey = credential.kind === 'virtual_key' ? credential.slug : null
  const found = prices.priceOf(
    { organisationId, workspaceId, virtualKey, provider: provider.slug, model, responseModel: null },
    exchange.startedAtMs,
  )
  const asked = askedTier(provider.slug, params, exchange.incoming.headers)
  return found && boundCost(most, dearestCard(found, provider.slug, model, asked))
}

function sizeOf({ exchange, body }: PlannedCall): number | null {
  if (body === null) return 0
  if (body instanceof Uint8Array) return body.length
  return exchange.body.kind === 'stream' ? exchange.body.sizeBytes : null
}

function formatUnknown({ owner }: BudgetTerms, { exchange, target }: PlannedCall): GatewayError {
  const path = exchange.incoming.path.slice(0, 128)
  return new GatewayError('price_unknown', {
    param: target.configPath,
    message: `${ownerInWords(owner)} has a budget, and what ${path} costs is not known before.`,
    hint: 'Use an endpoint whose cost is known, or a key without a budget.',
  })
}

function priceUnknown({ owner }: BudgetTerms, { target, body }: PlannedCall, model: string | null): GatewayError {
  const called = model === null ? 'this call' : `model "${model.slice(0, 128)}" of ${target.provider.slug}`
  const isUnread = model === null && body instanceof ReadableStream
  return new GatewayError('price_unknown', {
    param: target.configPath,
    message: `${ownerInWords(owner)} has a budget, and ${called} has no price.`,
    ...(isUnread && { hint: UNREAD_HINT }),
  })
}
