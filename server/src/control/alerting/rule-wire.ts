/** Request and response format of alert rules. */

import { z } from 'zod'
import { ALERT_METRICS, type AlertCondition, type AlertRule, type RuleStatus } from '../../core/alerting/alert-rules.ts'

const MAX_CHANNELS = 10
const MAX_WINDOW_MINUTES = 1_440
const DEFAULT_WINDOW_MINUTES = 5
/** Rates and percentiles of fewer requests are not meaningful. */
const DEFAULT_MIN_REQUESTS = { error_rate: 10, latency_p95: 10, cost: 0, budget_forecast: 0 } as const
const MAX_THRESHOLD = { error_rate: 100, latency_p95: 86_400_000, cost: 9_000_000, budget_forecast: 10_000 } as const

const CONDITION = z
  .strictObject({
    metric: z
      .enum(ALERT_METRICS)
      .describe(
        '`error_rate`: percent of requests that failed. `latency_p95`: milliseconds. `cost`: US dollars in the window. `budget_forecast`: usage of each budget, extrapolated to the end of its period, in percent of its limit.',
      ),
    threshold: z.number().min(0).describe('The rule fires above this value.'),
    window_minutes: z
      .int()
      .min(1)
      .max(MAX_WINDOW_MINUTES)
      .optional()
      .describe(`Time range to measure. Default ${DEFAULT_WINDOW_MINUTES}. Not used by budget_forecast.`),
    min_requests: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe(
        'The rule does not fire with fewer requests in the window. Default 10 for error_rate and latency_p95, otherwise 0.',
      ),
  })
  .superRefine(({ metric, threshold }, context) => {
    const message = `must be at most ${MAX_THRESHOLD[metric]} for ${metric}`
    if (threshold > MAX_THRESHOLD[metric]) context.addIssue({ code: 'custom', path: ['threshold'], message })
  })

const FIELDS = {
  name: z.string().trim().min(1).max(128),
  condition: CONDITION,
  channel_ids: z
    .array(z.string().max(128))
    .max(MAX_CHANNELS)
    .refine((ids) => new Set(ids).size === ids.length, 'names a channel twice')
    .describe('Channels that are notified. Without channels, alerts only appear in the history.'),
  reminder_minutes: z
    .int()
    .min(5)
    .max(10_080)
    .nullish()
    .describe('Minutes between notifications while the rule fires. Default: one notification.'),
  enabled: z.boolean(),
  silenced_until: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('No notifications before this time. The history still records the alerts.'),
}

export const ruleBody = z.strictObject({
  ...FIELDS,
  channel_ids: FIELDS.channel_ids.default([]),
  enabled: FIELDS.enabled.default(true),
  workspace_id: z.string().max(128).optional().describe('Admin keys can omit it to measure all workspaces together.'),
})

export const ruleChange = z.strictObject({
  name: FIELDS.name.optional(),
  condition: FIELDS.condition.optional().describe('Replaces the whole condition.'),
  channel_ids: FIELDS.channel_ids.optional(),
  reminder_minutes: FIELDS.reminder_minutes,
  enabled: FIELDS.enabled.optional(),
  silenced_until: FIELDS.silenced_until,
  workspace_id: z.string().max(128).optional().describe('The workspace of the rule. It cannot be changed.'),
})

export const ruleReply = z.object({
  object: z.literal('alert_rule'),
  id: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null: all workspaces together.'),
  name: z.string(),
  condition: z.object({
    metric: z.enum(ALERT_METRICS),
    threshold: z.number(),
    window_minutes: z.number(),
    min_requests: z.number(),
  }),
  channel_ids: z.array(z.string()),
  reminder_minutes: z.number().nullable(),
  enabled: z.boolean(),
  silenced_until: z.string().nullable(),
  status: z.enum(['disabled', 'waiting', 'ok', 'firing']).describe('`waiting`: not evaluated yet.'),
  value: z.number().nullable().describe('Value at the last evaluation; for budgets, the highest.'),
  firing: z.array(z.object({ budget_name: z.string().nullable(), value: z.number(), since: z.string() })),
  last_evaluated_at: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  last_updated_at: z.string(),
})

export function conditionOf(given: z.infer<typeof CONDITION>): AlertCondition {
  return {
    metric: given.metric,
    threshold: given.threshold,
    windowMinutes: given.window_minutes ?? DEFAULT_WINDOW_MINUTES,
    minRequests: given.min_requests ?? DEFAULT_MIN_REQUESTS[given.metric],
  }
}

export const NOT_EVALUATED: RuleStatus = { firing: [], evaluatedAtMs: null, value: null }

export function ruleOnWire(rule: AlertRule, status: RuleStatus = NOT_EVALUATED): z.infer<typeof ruleReply> {
  const { metric, threshold, windowMinutes, minRequests } = rule.condition
  return {
    object: 'alert_rule',
    id: rule.id,
    organisation_id: rule.organisationId,
    workspace_id: rule.workspaceId,
    name: rule.name,
    condition: { metric, threshold, window_minutes: windowMinutes, min_requests: minRequests },
    channel_ids: [...rule.channelIds],
    reminder_minutes: rule.reminderMinutes,
    enabled: rule.isEnabled,
    silenced_until: isoOrNull(rule.silencedUntilMs),
    status: statusOf(rule, status),
    value: status.value,
    firing: status.firing.map(({ subjectName, value, sinceMs }) => ({
      budget_name: subjectName === '' ? null : subjectName,
      value,
      since: new Date(sinceMs).toISOString(),
    })),
    last_evaluated_at: isoOrNull(status.evaluatedAtMs),
    created_by: rule.createdBy,
    created_at: new Date(rule.createdAtMs).toISOString(),
    last_updated_at: new Date(rule.updatedAtMs).toISOString(),
  }
}

function statusOf({ isEnabled }: AlertRule, { firing, evaluatedAtMs }: RuleStatus) {
  if (!isEnabled) return 'disabled'
  if (firing.length > 0) return 'firing'
  return evaluatedAtMs === null ? 'waiting' : 'ok'
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
