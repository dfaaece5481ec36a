/** Request and response format of budget policies. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { nextBoundaryMs } from '../../core/money/budget-period.ts'
import { scheduleOf } from '../../core/money/budget-terms.ts'
import type { SavedBudget, Spending } from '../../core/money/spending.ts'
import type { UsagePolicy } from '../../core/stores/policies.ts'
import { givenId } from '../given-id.ts'
import {
  amountOnWire,
  checkUsageLimit,
  isoOrNull,
  USAGE_LIMIT_FIELDS,
  USAGE_LIMIT_REPLY_FIELDS,
  usageLimitOf,
  usageLimitOnWire,
} from '../limits-wire.ts'
import { RULE_FIELDS, RULE_REPLY, ruleOnWire } from './rule-wire.ts'

const TYPE = z.enum(['cost', 'tokens', 'requests'])

const LIMIT = {
  ...USAGE_LIMIT_FIELDS,
  type: TYPE.describe('What the budget counts. `cost` is in US dollars.'),
  credit_limit: z.number().describe('The limit: at least 1 US dollar, 1 request or 100 tokens.'),
}

export const usagePolicyBody = z.strictObject({ id: givenId, ...RULE_FIELDS, ...LIMIT }).superRefine(checkUsageLimit)

/** `type` and `group_by` define the budget accounts and cannot be changed. */
export const usagePolicyChange = z
  .strictObject({ ...RULE_FIELDS, ...LIMIT })
  .partial()
  .extend({
    reset_usage_for_value: z
      .string()
      .max(2_048)
      .nullish()
      .describe('A value_key of …/entities whose usage is reset to 0.'),
  })

export type UsagePolicyChange = z.infer<typeof usagePolicyChange>

export const usagePolicyReply = z.object({
  object: z.literal('policy_usage_limits'),
  ...RULE_REPLY,
  ...USAGE_LIMIT_REPLY_FIELDS,
  type: TYPE,
  value_key_usage_map: z
    .record(z.string(), z.number())
    .optional()
    .describe('With include_usage=true: usage by group value, for the 1000 values with the most usage.'),
})

export const usageEntityReply = z.object({
  object: z.literal('policy_usage_limits_entity'),
  id: z.string(),
  value_key: z.string().describe('key:value of each group, joined with -.'),
  current_usage: z.number().describe('Usage in this period, in US dollars, tokens or requests.'),
  held: z.number(),
  credit_limit: z.number(),
  status: z.enum(['active', 'exhausted']),
  last_reset_at: z.string().nullable(),
  next_usage_reset_at: z.string().nullable(),
})

export function usagePolicyOnWire(policy: UsagePolicy, nowMs: number): z.infer<typeof usagePolicyReply> {
  const { limit } = policy
  return {
    object: 'policy_usage_limits',
    ...ruleOnWire(policy),
    ...usageLimitOnWire(limit),
    type: limit.type,
    next_usage_reset_at: nextReset(limit, nowMs),
  }
}

/** Null if the budget never resets, or if each group counts its N days from its own first use. */
function nextReset(limit: SavedBudget, nowMs: number): string | null {
  if (limit.periodicResetDays !== null && limit.nextResetAtMs === null) return null
  return isoOrNull(nextBoundaryMs(scheduleOf(limit), nowMs, nowMs))
}

export function usageEntityOnWire(value: string, spending: Spending): z.infer<typeof usageEntityReply> {
  const amount = (units: number) => amountOnWire(spending.unit, units)
  return {
    object: 'policy_usage_limits_entity',
    id: entityId(value),
    value_key: value,
    current_usage: amount(spending.usedUnits),
    held: amount(spending.heldUnits),
    credit_limit: amount(spending.limitUnits),
    status: spending.isExhausted ? 'exhausted' : 'active',
    last_reset_at: isoOrNull(spending.periodStartedAtMs),
    next_usage_reset_at: isoOrNull(spending.nextResetAtMs),
  }
}

/** Encodes the group value, which may contain any character, for use in a path. */
export function entityId(value: string): string {
  return Buffer.from(value).toString('base64url')
}

/** Merges the sent fields into the budget. A new reset period replaces the old one. */
export function changedBudget({ limit: before }: UsagePolicy, given: UsagePolicyChange, nowMs: number): SavedBudget {
  const old = usageLimitOnWire(before)
  const period =
    given.periodic_reset == null && given.periodic_reset_days == null
      ? {}
      : { periodic_reset: null, periodic_reset_days: null, next_usage_reset_at: null }
  const sent = { ...old, ...period, ...definedOf(given), type: before.type }
  const isWithoutPeriod = sent.periodic_reset == null && sent.periodic_reset_days == null
  const merged = { ...sent, ...(isWithoutPeriod && { next_usage_reset_at: given.next_usage_reset_at ?? null }) }
  const checked = z.object(LIMIT).superRefine(checkUsageLimit).safeParse(merged)
  if (checked.success) return usageLimitOf(checked.data, before, nowMs)
  const [issue] = checked.error.issues
  const param = String(issue?.path[0] ?? 'body')
  throw new GatewayError('invalid_body', { param, message: `${param}: ${issue?.message ?? 'invalid'}.` })
}

function definedOf(given: UsagePolicyChange): Partial<UsagePolicyChange> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
