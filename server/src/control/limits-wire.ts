/** Budgets and rate limits on the wire (contract 4.0), the same on keys, virtual keys and workspaces. */

import { z } from 'zod'
import type { Limits, RateLimit, UsageLimit } from '../core/stores/limits.ts'

const MIN_COST_DOLLARS = 1
const MAX_COST_DOLLARS = 1_000_000_000
const MIN_TOKENS = 100
const MAX_TOKENS = 1_000_000_000_000_000
const MAX_RATE = 1_000_000_000

/** One budget, in a request: `cost` in US dollars, `tokens` in tokens. */
export const USAGE_LIMIT = z
  .strictObject({
    type: z.enum(['cost', 'tokens']).default('cost').describe('What is counted; cost is in US dollars.'),
    credit_limit: z.number().describe('US dollars (1 or more) or tokens (100 or more).'),
    alert_threshold: z.number().positive().nullish().describe('An alert is due from here on; below credit_limit.'),
    periodic_reset: z.enum(['weekly', 'monthly']).nullish(),
    periodic_reset_days: z.int().min(1).max(365).nullish(),
    next_usage_reset_at: z.iso.datetime({ offset: true }).nullish(),
  })
  .superRefine((limit, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const isCost = limit.type === 'cost'
    const [least, most] = isCost ? [MIN_COST_DOLLARS, MAX_COST_DOLLARS] : [MIN_TOKENS, MAX_TOKENS]
    if (limit.credit_limit < least || limit.credit_limit > most)
      complain('credit_limit', `must be from ${least} to ${most} ${isCost ? 'US dollars' : 'tokens'}`)
    if (!isCost && !Number.isInteger(limit.credit_limit)) complain('credit_limit', 'must be a whole number of tokens')
    if (limit.alert_threshold != null && limit.alert_threshold >= limit.credit_limit)
      complain('alert_threshold', 'must be below credit_limit')
    if (limit.periodic_reset != null && limit.periodic_reset_days != null)
      complain('periodic_reset_days', 'cannot be sent together with periodic_reset')
    if (limit.next_usage_reset_at != null && limit.periodic_reset == null && limit.periodic_reset_days == null)
      complain('next_usage_reset_at', 'needs periodic_reset or periodic_reset_days')
  })

/** A value of 0 closes the resource. */
export const RATE_LIMITS = z
  .array(
    z.strictObject({
      type: z.enum(['requests', 'tokens']),
      unit: z.enum(['rps', 'rpm', 'rph', 'rpd', 'rpw']).describe('Per second, minute, hour, day or week.'),
      value: z.int().min(0).max(MAX_RATE),
    }),
  )
  .superRefine((limits, context) => {
    const seen = new Set<string>()
    limits.forEach(({ type, unit }, i) => {
      const name = `${type} ${unit}`
      if (seen.has(name)) context.addIssue({ code: 'custom', path: [i], message: `${name} is limited twice` })
      seen.add(name)
    })
  })

/** The same in answers. */
export const USAGE_LIMIT_REPLY = z
  .object({
    type: z.enum(['cost', 'tokens']),
    credit_limit: z.number(),
    alert_threshold: z.number().nullable(),
    periodic_reset: z.enum(['weekly', 'monthly']).nullable(),
    periodic_reset_days: z.number().nullable(),
    next_usage_reset_at: z.string().nullable(),
  })
  .nullable()

export const RATE_LIMITS_REPLY = z.array(z.object({ type: z.string(), unit: z.string(), value: z.number() }))

type GivenLimits = {
  readonly usage_limits?: z.infer<typeof USAGE_LIMIT> | null | undefined
  readonly rate_limits?: readonly RateLimit[] | null | undefined
}

/** `null` clears a limit, a field left out leaves it (contract 4.0); a new thing begins with `NO_LIMITS`. */
export function changedLimits(before: Limits, given: GivenLimits): Limits {
  const { usage_limits: usage, rate_limits: rates } = given
  return {
    usageLimit: usage === undefined ? before.usageLimit : usage === null ? null : usageLimitOf(usage),
    rateLimits:
      rates === undefined ? before.rateLimits : (rates ?? []).map(({ type, unit, value }) => ({ type, unit, value })),
  }
}

/** One object, as keys and virtual keys show it; workspaces show the budget as a list of at most one. */
export function limitsOnWire(limits: Limits) {
  return {
    usage_limits: limits.usageLimit === null ? null : usageLimitOnWire(limits.usageLimit),
    rate_limits: limits.rateLimits.map(({ type, unit, value }) => ({ type, unit, value })),
  }
}

function usageLimitOf(given: z.infer<typeof USAGE_LIMIT>): UsageLimit {
  return {
    type: given.type,
    creditLimit: given.credit_limit,
    alertThreshold: given.alert_threshold ?? null,
    periodicReset: given.periodic_reset ?? null,
    periodicResetDays: given.periodic_reset_days ?? null,
    nextResetAtMs: given.next_usage_reset_at == null ? null : Date.parse(given.next_usage_reset_at),
  }
}

function usageLimitOnWire(limit: UsageLimit): NonNullable<z.infer<typeof USAGE_LIMIT_REPLY>> {
  return {
    type: limit.type,
    credit_limit: limit.creditLimit,
    alert_threshold: limit.alertThreshold,
    periodic_reset: limit.periodicReset,
    periodic_reset_days: limit.periodicResetDays,
    next_usage_reset_at: limit.nextResetAtMs === null ? null : new Date(limit.nextResetAtMs).toISOString(),
  }
}
