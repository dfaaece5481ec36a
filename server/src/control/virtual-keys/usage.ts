/** How much of a virtual key's budget is used, what of it nobody could tell, and when it will be gone. */

import { z } from 'zod'
import type { Analytics, AnalyticsSummary } from '../../core/logs/analytics.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { amountOnWire } from '../limits-wire.ts'
import { spendingOf } from '../policies/spending-of.ts'
import { findVirtualKey } from './find-virtual-key.ts'

const DAY_MS = 86_400_000

export type UsagePorts = { readonly spending: SpendingService; readonly analytics: Analytics }

const USAGE_REPLY = z.object({
  object: z.literal('virtual-key-usage'),
  slug: z.string(),
  type: z
    .enum(['cost', 'tokens'])
    .nullable()
    .describe('What the budget counts: US dollars or tokens. Null: no budget.'),
  limit: z.number().nullable(),
  used: z.number().nullable().describe('Settled in this period.'),
  held: z.number().nullable().describe('Set aside for calls under way.'),
  remaining: z.number().nullable().describe('Limit less used and held, never below 0.'),
  unknown_outcome: z.number().nullable().describe('Part of used: calls that were cut off, counted at their most.'),
  unknown_outcome_share: z.number().nullable().describe('The same as a share of used, 0 to 1.'),
  status: z.enum(['active', 'exhausted']).nullable(),
  period_started_at: z.string().nullable(),
  next_usage_reset_at: z.string().nullable(),
  unpriced_requests: z
    .number()
    .describe('Requests of this period (of the last 30 days without a budget) with no known cost.'),
  last_24_hours: z.object({
    requests: z.number(),
    cost: z.number().describe('US dollars, of the requests whose cost is known.'),
    tokens: z.number(),
  }),
  forecast_exhausted_at: z
    .string()
    .nullable()
    .describe('When the budget is used up if it goes on as in the last 24 hours; null: not before it begins anew.'),
})

type Usage = z.infer<typeof USAGE_REPLY>

export function usageOperation({ spending: book, analytics }: UsagePorts): Operation {
  return endpoint({
    name: 'virtual-keys.usage',
    method: 'GET',
    path: '/virtual-keys/{slug}/usage',
    summary: 'Read what a virtual key has used of its budget',
    permission: { scope: 'virtual_keys.read' },
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    reply: USAGE_REPLY,
    async handle(call) {
      const key = await findVirtualKey(call, call.stores)
      const spending = await spendingOf(book, 'virtual_key', key)
      const { organisationId, workspaceId, slug } = key
      const filter = { organisationId, workspaceId, virtualKeys: [slug], toMs: call.nowMs }
      const [period, lastDay] = await Promise.all([
        analytics.summary(spending === null ? filter : { ...filter, fromMs: spending.periodStartedAtMs }),
        analytics.summary({ ...filter, fromMs: call.nowMs - DAY_MS }),
      ])
      return usageOnWire(key, spending, period, lastDay, call.nowMs)
    },
  })
}

function usageOnWire(
  { slug }: VirtualKey,
  spending: Spending | null,
  period: AnalyticsSummary,
  lastDay: AnalyticsSummary,
  nowMs: number,
): Usage {
  const counted = {
    object: 'virtual-key-usage' as const,
    slug,
    unpriced_requests: period.cost.unpricedRequests,
    last_24_hours: {
      requests: lastDay.requests,
      cost: amountOnWire('cost', lastDay.cost.nanoUsd),
      tokens: lastDay.tokens.total,
    },
  }
  return spending === null ? { ...counted, ...NO_BUDGET } : { ...counted, ...standing(spending, lastDay, nowMs) }
}

const NO_BUDGET = {
  type: null,
  limit: null,
  used: null,
  held: null,
  remaining: null,
  unknown_outcome: null,
  unknown_outcome_share: null,
  status: null,
  period_started_at: null,
  next_usage_reset_at: null,
  forecast_exhausted_at: null,
}

function standing(spending: Spending, lastDay: AnalyticsSummary, nowMs: number) {
  const { unit, limitUnits, usedUnits, heldUnits, unknownUnits, nextResetAtMs } = spending
  const amount = (units: number) => amountOnWire(unit, units)
  const remainingUnits = Math.max(0, limitUnits - usedUnits - heldUnits)
  const spentADay = unit === 'cost' ? lastDay.cost.nanoUsd : lastDay.tokens.total
  return {
    type: unit === 'tokens' ? ('tokens' as const) : ('cost' as const),
    limit: amount(limitUnits),
    used: amount(usedUnits),
    held: amount(heldUnits),
    remaining: amount(remainingUnits),
    unknown_outcome: amount(unknownUnits),
    unknown_outcome_share: usedUnits === 0 ? 0 : unknownUnits / usedUnits,
    status: spending.isExhausted ? ('exhausted' as const) : ('active' as const),
    period_started_at: new Date(spending.periodStartedAtMs).toISOString(),
    next_usage_reset_at: nextResetAtMs === null ? null : new Date(nextResetAtMs).toISOString(),
    forecast_exhausted_at: forecast(spending, remainingUnits, spentADay, nowMs),
  }
}

/** Beyond a year a forecast from one day says nothing. */
const FARTHEST_MS = 366 * DAY_MS

function forecast(spending: Spending, remainingUnits: number, spentADay: number, nowMs: number): string | null {
  if (spending.isExhausted) return new Date(nowMs).toISOString()
  if (spentADay <= 0) return null
  const atMs = nowMs + (remainingUnits / spentADay) * DAY_MS
  if (atMs > nowMs + FARTHEST_MS || (spending.nextResetAtMs !== null && atMs >= spending.nextResetAtMs)) return null
  return new Date(Math.floor(atMs)).toISOString()
}
