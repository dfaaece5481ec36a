/** Chooses the custom price of a call: the most specific one in force. Also decides from when a price is in force. */

import type { PricedCall } from '../core/money/prices.ts'
import type { CustomPrice } from '../core/stores/prices.ts'

/** `startsAtMs` is in this node's clock, like the times of calls. */
export type KnownPrice = CustomPrice & { readonly startsAtMs: number }

/**
 * A price that was in force when it was written applies to every call after this node read it, even if this node's
 * clock is behind the writer's. A price with a later start begins at that time by this node's clock.
 */
export function knownPrice(price: CustomPrice, readAtMs: number): KnownPrice {
  const { validFromMs } = price
  return { ...price, startsAtMs: hadStarted(price) ? Math.min(validFromMs, readAtMs) : validFromMs }
}

export function hadStarted({ validFromMs, updatedAtMs }: CustomPrice): boolean {
  return validFromMs <= updatedAtMs
}

/** Order: virtual key, workspace, organisation; then named provider, exact model name, longer name, latest start. */
export function mostSpecificPrice(
  prices: readonly KnownPrice[],
  call: PricedCall,
  model: string,
  atMs: number,
): CustomPrice | null {
  let best: CustomPrice | null = null
  for (const price of prices) {
    if (price.startsAtMs > atMs || !appliesTo(price, call) || !matches(price.model, model)) continue
    if (best === null || isMoreSpecific(price, best)) best = price
  }
  return best
}

function appliesTo(price: CustomPrice, call: PricedCall): boolean {
  return (
    price.organisationId === call.organisationId &&
    (price.workspaceId === null || price.workspaceId === call.workspaceId) &&
    (price.virtualKey === null || price.virtualKey === call.virtualKey) &&
    (price.provider === null || price.provider === call.provider)
  )
}

function isMoreSpecific(price: CustomPrice, other: CustomPrice): boolean {
  const [left, right] = [specificity(price), specificity(other)]
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== right[i]) return left[i]! > right[i]!
  }
  return false
}

/** Compared element by element. */
function specificity(price: CustomPrice): readonly number[] {
  return [
    price.virtualKey === null ? 0 : 1,
    price.workspaceId === null ? 0 : 1,
    price.provider === null ? 0 : 1,
    price.model.includes('*') ? 0 : 1,
    price.model.length,
    price.validFromMs,
    price.createdAtMs,
  ]
}

/** Glob match that backtracks to the last `*` only, so no pattern is exponential. */
function matches(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let i = 0
  while (i < name.length) {
    if (pattern[at] === '*') {
      star = at++
      resume = i
    } else if (pattern[at] === name[i]) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++resume
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
