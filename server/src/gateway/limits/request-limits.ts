/** Budgets and rate limits on the way of a request: key and workspace at admission, all that is held before each call. */

import type { Target } from '../../config/plan.ts'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { BudgetService, HoldResult, WindowTerms } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Policy } from '../../core/stores/policies.ts'
import type { Exchange } from '../exchange.ts'
import { likelyTokens } from './bound-usage.ts'
import { callerTerms, NO_TERMS, type Terms, virtualKeyTerms } from './compile-limits.ts'
import { budgetExhausted, inWords, ownerInWords, refusalOf } from './limit-refusals.ts'
import type { PolicyCache } from './policy-cache.ts'
import { policyTerms } from './policy-terms.ts'
import { formatOf, type PricedFormat } from './priced-format.ts'
import { AttemptHold, RequestHolds } from './request-holds.ts'
import { type PlannedCall, sizeCall } from './size-call.ts'

const NOT_DURABLE =
  'rate_limit: the ledger cannot be written now, so this request is counted in memory only until it can.'

export class RequestLimits {
  constructor(
    private readonly budgetService: BudgetService,
    private readonly policies: Pick<PolicyCache, 'of'>,
    private readonly prices: Pick<Prices, 'priceOf'>,
  ) {}

  /** Counts the request to its key and workspace, or refuses it. Needs no body, so that none is read in vain. */
  countRequest(exchange: Exchange, caller: Caller): Awaitable<void> {
    if (!caller.limits) return
    return this.#countRequest(exchange, callerTerms(caller))
  }

  /** Reserves the tokens that the body asks for. A request that is refused for them is not counted either. */
  reserveTokens(exchange: Exchange, caller: Caller): Awaitable<void> {
    if (!caller.limits) return
    const windows = ofType('tokens', callerTerms(caller))
    return windows.length === 0 ? undefined : this.#reserveTokens(exchange, windows)
  }

  /** Sets aside what the call may use. A refusal is for the plan to act on, like a provider's; null: no limit applies. */
  open(call: PlannedCall): Awaitable<AttemptHold | GatewayError | null> {
    const { exchange, virtualKey } = call
    const { caller } = exchange
    if (!caller) return null
    const own = virtualKey ? virtualKeyTerms(virtualKey, caller.organisationId) : NO_TERMS
    const policies = this.policies.of(caller.organisationId)
    if (policies instanceof Promise) return policies.then((found) => this.#openUnder(call, caller, own, found))
    // Nothing applies to most requests: they end here.
    if (!caller.limits && own === NO_TERMS && policies === null) return null
    return this.#openUnder(call, caller, own, policies)
  }

  async #countRequest(exchange: Exchange, terms: Terms): Promise<void> {
    if (formatOf(exchange) !== 'free') await this.#refuseExhausted(exchange, terms)
    const windows = ofType('requests', terms)
    if (windows.length === 0) return
    const holds = holdsOf(exchange, this.budgetService)
    const isTentative = windows.length < terms.windows.length
    const id = `${exchange.id}.request`
    const asks = windows.map((window) => ({ terms: window, units: 1 }))
    const holding = this.budgetService.hold({ id, budgets: [], windows: asks, ...(isTentative && { isTentative }) })
    const result = holding instanceof Promise ? await holding : holding
    if (result.kind !== 'held') throw this.#refused(exchange, null, holds, result)
    if (isTentative) holds.requestId = id
    this.#note(exchange, holds, result)
  }

  async #refuseExhausted(exchange: Exchange, { budgets }: Terms): Promise<void> {
    for (const terms of budgets) {
      const standing = this.budgetService.standing(terms)
      const spending = standing instanceof Promise ? await standing : standing
      if (spending.isExhausted) throw this.#refuse(exchange, null, budgetExhausted(terms, spending, null))
    }
  }

  async #reserveTokens(exchange: Exchange, windows: readonly WindowTerms[]): Promise<void> {
    const holds = holdsOf(exchange, this.budgetService)
    const format = formatOf(exchange)
    const asks = windows.map((terms) => ({ terms, units: unitsOf(terms, exchange, format) }))
    const holding = this.budgetService.hold({ id: exchange.id, budgets: [], windows: asks })
    const result = holding instanceof Promise ? await holding : holding
    if (result.kind !== 'held') {
      await this.#uncount(holds)
      throw this.#refused(exchange, null, holds, result)
    }
    this.#note(exchange, holds, result)
    // Every window is asked for the same number.
    const units = asks[0]?.units
    if (units !== undefined) holds.admission = { id: exchange.id, tokens: units }
  }

  async #uncount(holds: RequestHolds): Promise<void> {
    if (holds.requestId === null) return
    await this.budgetService.release(holds.requestId)
    holds.requestId = null
    // They say what was left when the request still counted.
    holds.windows.length = 0
  }

  #openUnder(
    call: PlannedCall,
    caller: Caller,
    own: Terms,
    policies: readonly Policy[] | null,
  ): Awaitable<AttemptHold | GatewayError | null> {
    const { exchange, target } = call
    const ruled = policies ? policyTerms(policies, call, caller) : NO_TERMS
    const format = formatOf(exchange)
    // Key and workspace were counted in their windows at admission.
    const budgets = format === 'free' ? [] : [...callerTerms(caller).budgets, ...own.budgets, ...ruled.budgets]
    const windows = [...own.windows, ...ruled.windows]
    if (budgets.length + windows.length === 0) return countedLeg(exchange)
    const asks = sizeCall(call, caller, format, budgets, this.prices)
    if (asks instanceof GatewayError) return this.#refuse(exchange, target, asks)
    const holds = holdsOf(exchange, this.budgetService)
    const id = `${exchange.id}.${holds.nextNumber()}`
    const leg = new AttemptHold(id, asks, holds)
    const result = this.budgetService.hold({
      id,
      budgets: asks,
      windows: windows.map((terms) => ({ terms, units: unitsOf(terms, exchange, format) })),
    })
    const conclude = (found: HoldResult) => this.#opened(call, holds, leg, found)
    return result instanceof Promise ? result.then(conclude) : conclude(result)
  }

  #opened({ exchange, target }: PlannedCall, holds: RequestHolds, leg: AttemptHold, result: HoldResult) {
    if (result.kind !== 'held') return this.#refused(exchange, target, holds, result)
    holds.add(leg)
    this.#note(exchange, holds, result)
    if (leg.budgets.length > 0) {
      const parts = leg.budgets.map(
        ({ terms, units }) => `${inWords(units, terms.unit)} of ${ownerInWords(terms.owner)}`,
      )
      exchange.decide('budget', target.configPath, `set aside: ${parts.join(', ')}`)
    }
    return leg
  }

  #refused(
    exchange: Exchange,
    target: Target | null,
    holds: RequestHolds,
    result: Exclude<HoldResult, { readonly kind: 'held' }>,
  ): GatewayError {
    const refusal = refusalOf(result, Date.now())
    if (result.kind === 'limited') holds.windows.push(result.window)
    // No other target can cure it.
    if (result.kind === 'unavailable') throw refusal
    return this.#refuse(exchange, target, refusal)
  }

  #refuse(exchange: Exchange, target: Target | null, refusal: GatewayError): GatewayError {
    const kind = refusal.code === 'rate_limited' ? 'rate_limit' : 'budget'
    exchange.decide(kind, target?.configPath ?? null, `${refusal.code}: ${refusal.message}`)
    return refusal
  }

  #note(exchange: Exchange, holds: RequestHolds, result: HoldResult & { kind: 'held' }): void {
    holds.windows.push(...result.windows)
    if (!result.isDurable) exchange.warn(NOT_DURABLE)
  }
}

/** A call that only the tokens held at admission pay for. */
function countedLeg({ holds }: Exchange): AttemptHold | null {
  if (!holds?.admission) return null
  const leg = new AttemptHold(null, [], holds)
  holds.add(leg)
  return leg
}

function holdsOf(exchange: Exchange, budgetService: BudgetService): RequestHolds {
  exchange.holds ??= new RequestHolds(budgetService, (warning) => exchange.warn(warning))
  return exchange.holds
}

function ofType(type: WindowTerms['limit']['type'], { windows }: Terms): readonly WindowTerms[] {
  return windows.filter(({ limit }) => limit.type === type)
}

function unitsOf({ limit }: WindowTerms, exchange: Exchange, format: PricedFormat): number {
  if (limit.type === 'requests') return 1
  const { body } = exchange
  const sizeBytes = body.kind === 'bytes' ? body.bytes.length : body.kind === 'stream' ? body.sizeBytes : 0
  return likelyTokens({ format, params: exchange.params, sizeBytes })
}
