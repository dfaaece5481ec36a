/** Which own price a call goes by: the closest one that is in force; and from when on it is. */

import type { PricedCall } from '../core/money/prices.ts'
import type { OwnPrice } from '../core/stores/prices.ts'

/** `beginsAtMs` is by the clock of this node, as the times of calls are. */
export type KnownPrice = OwnPrice & { readonly beginsAtMs: number }

/**
 * A price that had begun when it was written holds for every call after it was read here, however far this node's clock
 * is behind: what is in the store is not of the future. A price for a later day begins when the clock says so.
 */
export function knownPrice(price: OwnPrice, readAtMs: number): KnownPrice {
  const { validFromMs } = price
  return { ...price, beginsAtMs: hadBegun(price) ? Math.min(validFromMs, readAtMs) : validFromMs }
}

export function hadBegun({ validFromMs, updatedAtMs }: OwnPrice): boolean {
  return validFromMs <= updatedAtMs
}

/** Virtual key before workspace before organisation, named provider before any, whole name before pattern, newest last. */
export function closestPrice(
  prices: readonly KnownPrice[],
  call: PricedCall,
  model: string,
  atMs: number,
): OwnPrice | null {
  let closest: OwnPrice | null = null
  for (const price of prices) {
    if (price.beginsAtMs > atMs || !concerns(price, call) || !matches(price.model, model)) continue
    if (closest === null || isCloser(price, closest)) closest = price
  }
  return closest
}

function concerns(price: OwnPrice, call: PricedCall): boolean {
  return (
    price.organisationId === call.organisationId &&
    (price.workspaceId === null || price.workspaceId === call.workspaceId) &&
    (price.virtualKey === null || price.virtualKey === call.virtualKey) &&
    (price.provider === null || price.provider === call.provider)
  )
}

function isCloser(price: OwnPrice, other: OwnPrice): boolean {
  const [left, right] = [closeness(price), closeness(other)]
  for (let i = 0; i < left.length; i++) {
    if (left[i] !== right[i]) return left[i]! > right[i]!
  }
  return false
}

/** Compared one after the other. */
function closeness(price: OwnPrice): readonly number[] {
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

/** Walks both texts once, going back to the last star at most: no pattern makes it slow. */
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
