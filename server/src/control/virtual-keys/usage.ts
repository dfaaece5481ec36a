/** Reports the budget usage of a virtual key and forecasts when the budget is exhausted. */

import { z } from 'zod'
import type { Analytics, AnalyticsSummary } from '../../core/logs/analytics.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { amountOnWire, isoOrNull, spendingOf } from '../limits-wire.ts'
import { findVirtualKey } from './find-virtual-key.ts'

const DAY_MS = 86_400_000

export type UsagePorts = { readonly spending: SpendingService; readonly analytics: Analytics }

const USAGE_REPLY = z.object({
  object: z.literal('virtual-key-usage'),
  slug: z.string(),
  type: z
    .enum(['cost', 'tokens'])
    .nullable()
    .describe('What the budget counts: US dollars or tokens. Null without a budget.'),
  limit: z.number().nullable(),
  used: z.number().nullable().describe('Usage in this period.'),
  held: z.number().nullable().describe('Amount held for running requests.'),
  remaining: z.number().nullable().describe('limit minus used and held, at least 0.'),
  unknown_outcome: z.number().nullable().describe('Part of used: interrupted requests, counted at their maximum.'),
  unknown_outcome_share: z.number().nullable().describe('unknown_outcome as a share of used, 0 to 1.'),
  status: z.enum(['active', 'exhausted']).nullable(),
  period_started_at: z.string().nullable(),
  next_usage_reset_at: z.string().nullable(),
  unpriced_requests: z
    .number()
    .describe('Requests with unknown cost in this period, or in the last 30 days without a budget.'),
  last_24_hours: z.object({
    requests: z.number(),
    cost: z.number().describe('US dollars of requests with known cost.'),
    tokens: z.number(),
  }),
  forecast_exhausted_at: z
    .string()
    .nullable()
    .describe('When the budget is exhausted at the rate of the last 24 hours. Null if it resets before.'),
})

type Usage = z.infer<typeof USAGE_REPLY>

export function usageOperation({ spending: budgets, analytics }: UsagePorts): Operation {
  return endpoint({
    name: 'virtual-keys.usage',
    method: 'GET',
    path: '/virtual-keys/{slug}/usage',
    summary: 'Read the budget usage of a virtual key',
    permission: { scope: 'virtual_keys.read', or: ['providers.read'] },
    query: z.object({ workspace_id: z.string().max(128).optional() }),
    reply: USAGE_REPLY,
    async handle(call) {
      const key = await findVirtualKey(call, call.stores)
      const spending = await spendingOf(budgets, 'virtual_key', key)
      const { organisationId, workspaceId, slug } = key
      const filter = { organisationId, workspaceId, virtualKeys: [slug], toMs: call.nowMs }
      const [period, lastDay] = await Promise.all([
        analytics.summary(spending === null ? filter : { ...filter, fromMs: spending.periodStartedAtMs ?? call.nowMs }),
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
    period_started_at: isoOrNull(spending.periodStartedAtMs),
    next_usage_reset_at: isoOrNull(nextResetAtMs),
    forecast_exhausted_at: forecast(spending, remainingUnits, spentADay, nowMs),
  }
}

/** A forecast from one day of usage is not meaningful beyond a year. */
const FARTHEST_MS = 366 * DAY_MS

function forecast(spending: Spending, remainingUnits: number, spentADay: number, nowMs: number): string | null {
  if (spending.isExhausted) return new Date(nowMs).toISOString()
  if (spentADay <= 0) return null
  const atMs = nowMs + (remainingUnits / spentADay) * DAY_MS
  if (atMs > nowMs + FARTHEST_MS || (spending.nextResetAtMs !== null && atMs >= spending.nextResetAtMs)) return null
  return new Date(Math.floor(atMs)).toISOString()
}
