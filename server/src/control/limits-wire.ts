/** Budgets and rate limits in the admin API: one format for API keys, virtual keys, workspaces and policies. */

import { z } from 'zod'
import { nanoUsdOf, usdOf } from '../core/money/nano-usd.ts'
import type { BudgetUnit, Holder, SavedBudget, Spending, SpendingService } from '../core/money/spending.ts'
import type { Limits, RateLimit } from '../core/stores/limits.ts'

const MIN_COST_DOLLARS = 1
/** Larger amounts in nano-USD exceed Number.MAX_SAFE_INTEGER. */
const MAX_COST_DOLLARS = 9_000_000
const MIN_TOKENS = 100
const MIN_REQUESTS = 1
const MAX_COUNT = 1_000_000_000_000_000
const MAX_RATE = 1_000_000_000
const DAY_MS = 86_400_000

/** The fields of a budget, used alone and in policies. */
export const USAGE_LIMIT_FIELDS = {
  type: z.enum(['cost', 'tokens']).optional().describe('What the budget counts. Default: `cost`, in US dollars.'),
  credit_limit: z.number().describe('The limit: at least 1 US dollar or 100 tokens.'),
  alert_threshold: z
    .number()
    .positive()
    .nullish()
    .describe('Usage at which an alert is sent. Must be below credit_limit.'),
  periodic_reset: z
    .enum(['weekly', 'monthly'])
    .nullish()
    .describe('When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first.'),
  periodic_reset_days: z.int().min(1).max(365).nullish().describe('Resets usage every this many days.'),
  next_usage_reset_at: z.iso.datetime({ offset: true }).nullish().describe('Time of the next reset.'),
}

type GivenUsageLimit<Unit extends BudgetUnit = BudgetUnit> = Omit<
  z.infer<z.ZodObject<typeof USAGE_LIMIT_FIELDS>>,
  'type'
> & { readonly type?: Unit | undefined }

const LEAST: Readonly<Record<BudgetUnit, number>> = {
  cost: MIN_COST_DOLLARS,
  tokens: MIN_TOKENS,
  requests: MIN_REQUESTS,
}

/** Checks rules that involve several fields. Use it in `superRefine` of every schema that has USAGE_LIMIT_FIELDS. */
export function checkUsageLimit(limit: GivenUsageLimit, context: z.RefinementCtx): void {
  const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const { type = 'cost' } = limit
  const isCost = type === 'cost'
  const isCountable = (amount: number) => (isCost ? nanoUsdOf(amount) !== null : Number.isInteger(amount))
  const unit = isCost ? 'must have at most nine decimals' : `must be a whole number of ${type}`
  const most = isCost ? MAX_COST_DOLLARS : MAX_COUNT
  if (limit.credit_limit < LEAST[type] || limit.credit_limit > most)
    complain('credit_limit', `must be from ${LEAST[type]} to ${most} ${isCost ? 'US dollars' : type}`)
  else if (!isCountable(limit.credit_limit)) complain('credit_limit', unit)
  if (limit.alert_threshold != null) {
    if (limit.alert_threshold >= limit.credit_limit) complain('alert_threshold', 'must be below credit_limit')
    else if (!isCountable(limit.alert_threshold)) complain('alert_threshold', unit)
  }
  if (limit.periodic_reset != null && limit.periodic_reset_days != null)
    complain('periodic_reset_days', 'cannot be sent together with periodic_reset')
  if (limit.next_usage_reset_at != null && limit.periodic_reset == null && limit.periodic_reset_days == null)
    complain('next_usage_reset_at', 'needs periodic_reset or periodic_reset_days')
}

const SHOWN_ONLY = z.unknown().optional().describe('Returned by GET. Ignored in requests.')

/** A budget in a request. Clients may send back the object that GET returned. */
export const USAGE_LIMIT = z
  .strictObject({
    ...USAGE_LIMIT_FIELDS,
    current_usage: SHOWN_ONLY,
    held: SHOWN_ONLY,
    status: SHOWN_ONLY,
    last_reset_at: SHOWN_ONLY,
  })
  .superRefine(checkUsageLimit)

export const RESET_USAGE = z
  .boolean()
  .nullish()
  .describe('`true` resets usage to 0. Amounts held for running requests stay held.')

/** A value of 0 rejects every request. */
export const RATE_LIMIT_FIELDS = {
  type: z.enum(['requests', 'tokens']),
  unit: z
    .enum(['rps', 'rpm', 'rph', 'rpd', 'rpw'])
    .describe('Requests or tokens per second, minute, hour, day or week.'),
  value: z.int().min(0).max(MAX_RATE),
}

export const RATE_LIMITS = z.array(z.strictObject(RATE_LIMIT_FIELDS)).superRefine((limits, context) => {
  const seen = new Set<string>()
  limits.forEach(({ type, unit }, i) => {
    const name = `${type} ${unit}`
    if (seen.has(name)) context.addIssue({ code: 'custom', path: [i], message: `has two limits for ${name}` })
    seen.add(name)
  })
})

/** Some clients send one limit without a list. */
export const RATE_LIMITS_OR_ONE = z.union([
  RATE_LIMITS,
  z.strictObject(RATE_LIMIT_FIELDS).transform((limit) => [limit]),
])

/** The budget fields in responses. */
export const USAGE_LIMIT_REPLY_FIELDS = {
  type: z.enum(['cost', 'tokens']),
  credit_limit: z.number(),
  alert_threshold: z.number().nullable(),
  periodic_reset: z.enum(['weekly', 'monthly']).nullable(),
  periodic_reset_days: z.number().nullable(),
  next_usage_reset_at: z.string().nullable(),
}

export const USAGE_LIMIT_REPLY = z
  .object({
    ...USAGE_LIMIT_REPLY_FIELDS,
    type: USAGE_LIMIT_REPLY_FIELDS.type.optional().describe('Absent if the request did not send it: `cost`.'),
    current_usage: z.number().optional().describe('Usage in this period, in US dollars or tokens.'),
    held: z.number().optional().describe('Amount held for running requests. Counts against the limit.'),
    status: z.enum(['active', 'exhausted']).optional(),
    last_reset_at: z.string().optional().describe('Start of the current period. Absent before the first use.'),
  })
  .nullable()

export const RATE_LIMITS_REPLY = z.array(z.object({ type: z.string(), unit: z.string(), value: z.number() }))

type GivenLimits = {
  readonly usage_limits?: z.infer<typeof USAGE_LIMIT> | null | undefined
  readonly rate_limits?: readonly RateLimit[] | null | undefined
}

/** Applies sent limits: `null` removes a limit, an omitted field keeps it. Pass `NO_LIMITS` for a new resource. */
export function changedLimits(before: Limits, given: GivenLimits, nowMs: number): Limits {
  const { usage_limits: usage, rate_limits: rates } = given
  return {
    ...before,
    usageLimit:
      usage === undefined ? before.usageLimit : usage === null ? null : usageLimitOf(usage, before.usageLimit, nowMs),
    rateLimits:
      rates === undefined ? before.rateLimits : (rates ?? []).map(({ type, unit, value }) => ({ type, unit, value })),
  }
}

/** The format of API keys and virtual keys. Workspaces return the budget as a list with at most one item. */
export function limitsOnWire(limits: Limits, spending: Spending | null = null) {
  return {
    usage_limits:
      limits.usageLimit === null ? null : { ...usageLimitOnWire(limits.usageLimit), ...standingOnWire(spending) },
    rate_limits: limits.rateLimits.map(({ type, unit, value }) => ({ type, unit, value })),
  }
}

/** Empty for audit entries, which record the saved limits but not the usage. */
function standingOnWire(spending: Spending | null) {
  if (spending === null) return {}
  return {
    current_usage: amountOnWire(spending.unit, spending.usedUnits),
    held: amountOnWire(spending.unit, spending.heldUnits),
    status: spending.isExhausted ? ('exhausted' as const) : ('active' as const),
    ...(spending.periodStartedAtMs !== null && { last_reset_at: new Date(spending.periodStartedAtMs).toISOString() }),
    next_usage_reset_at: isoOrNull(spending.nextResetAtMs),
  }
}

/** Converts nano-USD to US dollars with nine decimals. Tokens and requests are returned unchanged. */
export function amountOnWire(unit: Spending['unit'], units: number): number {
  return unit === 'cost' ? usdOf(units) : units
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** `before`: the budget that this one replaces. Its reset schedule continues unless the request changes the period. */
export function usageLimitOf<Unit extends BudgetUnit = 'cost' | 'tokens'>(
  given: GivenUsageLimit<Unit>,
  before: SavedBudget | null,
  nowMs: number,
) {
  const { type } = given
  return {
    type: type ?? ('cost' as const),
    ...(type === undefined && { isTypeImplied: true as const }),
    creditLimit: given.credit_limit,
    alertThreshold: given.alert_threshold ?? null,
    periodicReset: given.periodic_reset ?? null,
    periodicResetDays: given.periodic_reset_days ?? null,
    nextResetAtMs:
      given.next_usage_reset_at == null ? firstReset(given, before, nowMs) : Date.parse(given.next_usage_reset_at),
  }
}

/** Periods of N days are counted from the day on which they are saved. Other periods follow the calendar. */
function firstReset({ periodic_reset_days: days }: GivenUsageLimit, before: SavedBudget | null, nowMs: number) {
  if (days == null) return null
  if (before?.periodicResetDays === days) return before.nextResetAtMs
  return (Math.floor(nowMs / DAY_MS) + days) * DAY_MS
}

export function usageLimitOnWire<Unit extends BudgetUnit>(limit: SavedBudget & { readonly type: Unit }) {
  return {
    ...(!limit.isTypeImplied && { type: limit.type }),
    credit_limit: limit.creditLimit,
    alert_threshold: limit.alertThreshold,
    periodic_reset: limit.periodicReset,
    periodic_reset_days: limit.periodicResetDays,
    next_usage_reset_at: isoOrNull(limit.nextResetAtMs),
  }
}

/** Current usage of the budget of a key, virtual key or workspace. Null if it has no budget. */
export async function spendingOf(
  budgets: SpendingService,
  kind: Exclude<Holder['kind'], 'policy'>,
  { id, limits }: { readonly id: string; readonly limits: Limits },
): Promise<Spending | null> {
  return limits.usageLimit === null ? null : budgets.read({ kind, id }, limits.usageLimit)
}
