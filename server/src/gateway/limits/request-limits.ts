/**
 * Applies budgets and rate limits to a request: the rate limits of its key and workspace at admission, all budgets and
 * the other rate limits before each attempt.
 */

import type { Target } from '../../config/plan.ts'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { BudgetService, HoldRequest, HoldResult, WindowTerms } from '../../core/money/budget-service.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Policy } from '../../core/stores/policies.ts'
import type { Usage } from '../../core/usage.ts'
import type { Journal } from '../journal.ts'
import { formatOf, type PricedFormat } from '../meter/priced-format.ts'
import type { RequestBody } from '../receive/request-body.ts'
import type { Accepted, Admitted } from '../request.ts'
import { amountsOf, boundAttempt, type PlannedAttempt } from './bound-attempt.ts'
import { likelyTokens } from './bound-usage.ts'
import { callerTerms, NO_TERMS, type Terms, virtualKeyTerms } from './compile-limits.ts'
import { budgetExhausted, inWords, ownerInWords, refusalOf } from './limit-refusals.ts'
import { type PolicyCache, policyTerms } from './policies.ts'
import { AttemptHold, type RequestHolds } from './request-holds.ts'

const NOT_DURABLE =
  'rate_limit: the ledger cannot be written now, so this request is counted in memory only until it can.'

export class RequestLimits {
  constructor(
    readonly budgetService: BudgetService,
    private readonly policies: Pick<PolicyCache, 'of'>,
    private readonly prices: Pick<Prices, 'priceOf'>,
  ) {}

  /** Counts the request in the rate limits of its key and workspace, or refuses it. Runs before the body is read. */
  async countRequest({ id, head, journal, caller, holds }: Accepted): Promise<void> {
    if (!caller.limits) return
    const terms = callerTerms(caller)
    if (formatOf(head) !== 'free') await this.#refuseExhausted(journal, terms)
    const windows = ofType('requests', terms)
    if (windows.length === 0) return
    const isTentative = windows.length < terms.windows.length
    const holdId = `${id}.request`
    const amounts = windows.map((window) => ({ terms: window, units: 1 }))
    const result = await this.budgetService.hold({
      id: holdId,
      budgets: [],
      windows: amounts,
      ...(isTentative && { isTentative }),
    })
    if (result.kind !== 'held') throw refused(journal, null, holds, result)
    if (isTentative) holds.requestId = holdId
    note(journal, holds, result)
  }

  /** Reserves the tokens that the body may use. A request that is refused here does not count as a request either. */
  async reserveTokens({ id, head, journal, caller, holds, body }: Admitted): Promise<void> {
    if (!caller.limits) return
    const windows = ofType('tokens', callerTerms(caller))
    if (windows.length === 0) return
    const format = formatOf(head)
    const amounts = windows.map((terms) => ({ terms, units: unitsOf(terms, body, format) }))
    const result = await this.budgetService.hold({ id, budgets: [], windows: amounts })
    if (result.kind !== 'held') {
      await this.#uncount(holds)
      throw refused(journal, null, holds, result)
    }
    note(journal, holds, result)
    // Every window holds the same number of tokens.
    const units = amounts[0]?.units
    if (units !== undefined) holds.admission = { id, tokens: units }
  }

  /**
   * Holds what an attempt may use at most. A refusal is returned, not thrown: the plan may fall back to another target.
   * Null: no limit applies.
   */
  holdFor(attempt: PlannedAttempt): Awaitable<AttemptHold | GatewayError | null> {
    const { request, virtualKey } = attempt
    const { caller } = request
    const own = virtualKey ? virtualKeyTerms(virtualKey, caller.organisationId) : NO_TERMS
    const policies = this.policies.of(caller.organisationId)
    if (!caller.limits && own === NO_TERMS && policies === null) return null
    return this.#holdUnder(attempt, caller, own, policies)
  }

  /**
   * Holds what one turn of a WebSocket session may use at most. Each turn has its own hold, which the session settles.
   * Null: no limit applies.
   */
  async holdTurn(attempt: PlannedAttempt, upperBound: Usage): Promise<AttemptHold | GatewayError | null> {
    const { request, target } = attempt
    const { caller, journal } = request
    const { budgets, windows } = await this.#turnTerms(attempt)
    if (budgets.length + windows.length === 0) return null
    const amounts = amountsOf(attempt, caller, budgets, upperBound, this.prices)
    if (amounts instanceof GatewayError) return refuse(journal, target, amounts)
    // Token windows count a turn when it ends, because its upper bound would exhaust most windows.
    return this.#holdTurn(attempt, { budgets: amounts, windows: windows.map((terms) => ({ terms, units: 1 })) })
  }

  /** Like `holdTurn`, for a turn that was served without a hold: no limit refuses it. It must be settled. */
  async holdServedTurn(attempt: PlannedAttempt): Promise<AttemptHold | GatewayError | null> {
    const { budgets, windows } = await this.#turnTerms(attempt)
    if (budgets.length + windows.length === 0) return null
    return this.#holdTurn(attempt, {
      budgets: budgets.map((terms) => ({ terms, units: 0 })),
      // Not 0: a store begins a window with its first unit.
      windows: windows.map((terms) => ({ terms, units: 1 })),
      isServed: true,
    })
  }

  async #holdTurn(
    { request, target }: PlannedAttempt,
    requested: Omit<HoldRequest, 'id'>,
  ): Promise<AttemptHold | GatewayError> {
    const { journal, holds } = request
    const id = `${request.id}.${holds.nextNumber()}`
    const result = await this.budgetService.hold({ id, ...requested })
    if (result.kind === 'held') return new AttemptHold(id, requested.budgets, holds)
    return refuse(journal, target, refusalOf(result, Date.now()))
  }

  /** True if turns are held: a budget or a token rate limit applies to them. */
  async holdsTurns(attempt: PlannedAttempt): Promise<boolean> {
    const { budgets, windows } = await this.#turnTerms(attempt)
    return budgets.length + windows.length > 0
  }

  /** An error if a budget of cost or tokens applies: there is no bound for a session whose messages are not read. */
  async refuseUnread(attempt: PlannedAttempt): Promise<GatewayError | null> {
    const { caller } = attempt.request
    const { budgets } = await this.#turnTerms(attempt)
    const amounts = boundAttempt(attempt, caller, 'unknown', budgets, this.prices)
    return amounts instanceof GatewayError ? amounts : null
  }

  /** The budgets and token rate limits of all owners. Opening the session has counted as its one request. */
  async #turnTerms(attempt: PlannedAttempt): Promise<Terms> {
    const { virtualKey, request } = attempt
    const { caller } = request
    const own = virtualKey ? virtualKeyTerms(virtualKey, caller.organisationId) : NO_TERMS
    const policies = await this.policies.of(caller.organisationId)
    const byPolicy = policies ? policyTerms(policies, attempt, caller) : NO_TERMS
    const all = [callerTerms(caller), own, byPolicy]
    return {
      budgets: all.flatMap((terms) => terms.budgets),
      windows: all.flatMap((terms) => ofType('tokens', terms)),
    }
  }

  async #refuseExhausted(journal: Journal, { budgets }: Terms): Promise<void> {
    for (const terms of budgets) {
      const spending = await this.budgetService.currentSpending(terms)
      if (spending.isExhausted) throw refuse(journal, null, budgetExhausted(terms, spending, null))
    }
  }

  async #uncount(holds: RequestHolds): Promise<void> {
    if (holds.requestId === null) return
    await this.budgetService.release(holds.requestId)
    holds.requestId = null
    // These counts still include the request that was just released.
    holds.windows.length = 0
  }

  async #holdUnder(
    attempt: PlannedAttempt,
    caller: Caller,
    own: Terms,
    loading: Awaitable<readonly Policy[] | null>,
  ): Promise<AttemptHold | GatewayError | null> {
    const { request, target } = attempt
    const { head, journal, holds, body } = request
    const policies = await loading
    const byPolicy = policies ? policyTerms(policies, attempt, caller) : NO_TERMS
    const format = formatOf(head)
    const isHeldLater = format === 'free' || format === 'session'
    const budgets = isHeldLater ? [] : [...callerTerms(caller).budgets, ...own.budgets, ...byPolicy.budgets]
    // The windows of key and workspace were counted at admission.
    const windows = [...own.windows, ...byPolicy.windows]
    if (budgets.length + windows.length === 0) {
      if (!holds.admission) return null
      const hold = new AttemptHold(null, [], holds)
      holds.add(hold)
      return hold
    }
    const asks = boundAttempt(attempt, caller, format, budgets, this.prices)
    if (asks instanceof GatewayError) return refuse(journal, target, asks)
    const id = `${request.id}.${holds.nextNumber()}`
    const hold = new AttemptHold(id, asks, holds)
    const result = await this.budgetService.hold({
      id,
      budgets: asks,
      windows: windows.map((terms) => ({ terms, units: unitsOf(terms, body, format) })),
    })
    if (result.kind !== 'held') return refused(journal, target, holds, result)
    holds.add(hold)
    note(journal, holds, result)
    if (asks.length > 0) {
      const parts = asks.map(({ terms, units }) => `${inWords(units, terms.unit)} of ${ownerInWords(terms.owner)}`)
      journal.decide('budget', target.configPath, `held: ${parts.join(', ')}`)
    }
    return hold
  }
}

function refused(
  journal: Journal,
  target: Target | null,
  holds: RequestHolds,
  result: Exclude<HoldResult, { readonly kind: 'held' }>,
): GatewayError {
  const refusal = refusalOf(result, Date.now())
  if (result.kind === 'limited') holds.windows.push(result.window)
  // Another target would fail in the same way.
  if (result.kind === 'unavailable') throw refusal
  return refuse(journal, target, refusal)
}

function refuse(journal: Journal, target: Target | null, refusal: GatewayError): GatewayError {
  const kind = refusal.code === 'rate_limited' ? 'rate_limit' : 'budget'
  journal.decide(kind, target?.configPath ?? null, `${refusal.code}: ${refusal.message}`)
  return refusal
}

function note(journal: Journal, holds: RequestHolds, result: HoldResult & { kind: 'held' }): void {
  holds.windows.push(...result.windows)
  if (!result.isDurable) journal.warn(NOT_DURABLE)
}

function ofType(type: WindowTerms['limit']['type'], { windows }: Terms): readonly WindowTerms[] {
  return windows.filter(({ limit }) => limit.type === type)
}

function unitsOf({ limit }: WindowTerms, { params, sizeBytes }: RequestBody, format: PricedFormat): number {
  return limit.type === 'requests' ? 1 : likelyTokens({ format, params, sizeBytes })
}
