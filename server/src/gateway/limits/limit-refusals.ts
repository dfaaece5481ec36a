/** Errors for exhausted budgets and rate limits. Each names the owner of the limit, its state and when it resets. */

import { GatewayError } from '../../core/errors.ts'
import type { BudgetTerms, HoldResult, LimitOwner, WindowTerms } from '../../core/money/budget-service.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { BudgetUnit, Spending } from '../../core/money/spending.ts'

type Refused = Exclude<HoldResult, { readonly kind: 'held' }>

export function refusalOf(refused: Refused, nowMs: number): GatewayError {
  switch (refused.kind) {
    case 'exhausted':
      return budgetExhausted(refused.terms, refused.spending, refused.units)
    case 'limited':
      return rateLimited(refused, nowMs)
    case 'unavailable':
      return new GatewayError('store_unavailable', {
        message: `A budget applies, but the ledger is unavailable (${refused.reason}).`,
      })
  }
}

/** `units`: the most that the request may use; null if it is not known yet. */
export function budgetExhausted(terms: BudgetTerms, spending: Spending, units: number | null): GatewayError {
  const { unit } = terms
  const { usedUnits, heldUnits, limitUnits, nextResetAtMs } = spending
  const used = `${inWords(usedUnits, unit)} of ${inWords(limitUnits, unit)} are used`
  const held = heldUnits > 0 ? `, ${inWords(heldUnits, unit)} are held for requests in flight` : ''
  const needed =
    units === null || spending.isExhausted ? '' : `, and this request may use up to ${inWords(units, unit)}`
  const reset = nextResetAtMs === null ? 'It does not reset by itself.' : `It resets at ${isoTime(nextResetAtMs)}.`
  const what = spending.isExhausted ? 'is exhausted' : 'is too low for this request'
  return new GatewayError('budget_exhausted', {
    message: `The ${nameOf(unit)} budget of ${ownerInWords(terms.owner)} ${what}: ${used}${held}${needed}. ${reset}`,
  })
}

function rateLimited({ window, units }: Refused & { kind: 'limited' }, nowMs: number): GatewayError {
  const { terms, remainingUnits, resetAtMs } = window
  const { value, type } = terms.limit
  const limit = `The rate limit of ${ownerInWords(terms.owner)}, ${windowInWords(terms)},`
  if (value === 0) {
    return new GatewayError('rate_limited', {
      message: `${limit} allows no requests: a limit of 0 blocks everything.`,
      hint: 'Raise or remove the limit.',
    })
  }
  if (units > value) {
    return new GatewayError('rate_limited', {
      message: `${limit} can never allow this request: it needs about ${units} tokens at once.`,
      hint: 'Lower max_tokens, send less, or raise the limit.',
    })
  }
  const left = type === 'tokens' ? `: ${remainingUnits} are left and this request needs about ${units}` : ''
  return new GatewayError('rate_limited', {
    message: `${limit} is reached${left}. It resets at ${isoTime(resetAtMs)}.`,
    retryAfterMs: Math.max(1, resetAtMs - nowMs),
  })
}

export function ownerInWords({ holder, name }: LimitOwner): string {
  switch (holder.kind) {
    case 'api_key':
      return `API key "${name}"`
    case 'virtual_key':
      return `virtual key "${name}"`
    case 'integration':
      return `integration "${name}" for this workspace`
    case 'workspace':
      return `workspace "${name}"`
    case 'policy':
      return `policy "${name}" for ${holder.value === '' ? 'all its requests' : holder.value.slice(0, 128)}`
  }
}

const WINDOW_NAMES = { rps: 'second', rpm: 'minute', rph: 'hour', rpd: 'day', rpw: 'week' } as const

function windowInWords({ limit }: WindowTerms): string {
  return `${limit.value} ${limit.type} a ${WINDOW_NAMES[limit.unit]}`
}

function nameOf(unit: BudgetUnit): string {
  return unit === 'cost' ? 'cost' : unit === 'tokens' ? 'token' : 'request'
}

/** Amounts are exact to nine decimals of a dollar. */
export function inWords(units: number, unit: BudgetUnit): string {
  if (unit !== 'cost') return `${units} ${unit}`
  const [whole = '0', parts = ''] = usdOf(units).toFixed(9).split('.')
  return `$${whole}.${parts.replace(/0+$/, '').padEnd(2, '0')}`
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString()
}
