/** Computes the cost of a logged request. */

import type { FoundCost, UnpricedLog } from '../../core/logs/unpriced.ts'
import { costOf } from '../../core/money/cost-of.ts'
import type { Prices } from '../../core/money/prices.ts'

/** Uses the price at the time of the request, or today's price if there was none. Null if both are unknown. */
export function costOfLog(
  { id, provider, usage, startedAtMs, ...log }: UnpricedLog,
  prices: Pick<Prices, 'priceOf'>,
  nowMs: number,
): FoundCost | null {
  if (provider === null) return null
  for (const atMs of [startedAtMs, nowMs]) {
    const { organisationId, workspaceId, virtualKey, model, responseModel } = log
    const found = prices.priceOf({ organisationId, workspaceId, virtualKey, provider, model, responseModel }, atMs)
    const cost = found && costOf(usage, found.card)
    if (cost) return { id, nanoUsd: cost.nanoUsd, lines: cost.lines, priceVersion: found.card.version }
  }
  return null
}
