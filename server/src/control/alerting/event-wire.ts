/** Response format of alert events. It is also the body of the webhook. */

import { z } from 'zod'
import { CHANNEL_TYPES } from '../../core/alerting/alert-channels.ts'
import { type AlertDelivery, type AlertEvent, EVENT_KINDS } from '../../core/alerting/alert-events.ts'
import { ALERT_METRICS } from '../../core/alerting/alert-rules.ts'
import { ALERT_REPLY, alertOnWire } from '../policies/alerts.ts'
import { describeEvent } from './describe-event.ts'

const EVENT_FIELDS = {
  object: z.literal('alert_event'),
  event: z.enum(EVENT_KINDS),
  id: z.string(),
  created_at: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable().describe('Null if it concerns all workspaces.'),
  rule_id: z.string().nullable().describe('Null for budget alerts and tests of a channel.'),
  name: z.string().describe('Name of the rule, the budget or the tested channel.'),
  title: z.string(),
  summary: z.string().describe('What happened, in words.'),
  is_silenced: z.boolean().describe('True if no notification was sent because the rule is silenced.'),
  metric: z.enum(ALERT_METRICS).nullable(),
  value: z
    .number()
    .nullable()
    .describe('In the unit of the threshold. Null if there were too few requests to measure.'),
  threshold: z.number().nullable(),
  window_minutes: z.number().nullable(),
  requests: z.number().nullable().describe('Requests in the window.'),
  budget_name: z.string().nullable().describe('For budget_forecast: the budget that exceeds its limit.'),
  firing_since: z.string().nullable(),
  budget: ALERT_REPLY.nullable().describe('For budget.threshold_reached.'),
}

export const DELIVERY_REPLY = z.object({
  channel_id: z.string(),
  channel_name: z.string(),
  channel_type: z.enum(CHANNEL_TYPES),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number(),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  last_updated_at: z.string(),
})

export const EVENT_REPLY = z.object({ ...EVENT_FIELDS, deliveries: z.array(DELIVERY_REPLY) })

const WEBHOOK_BODY = z.object(EVENT_FIELDS)

export function eventOnWire(event: AlertEvent): z.infer<typeof WEBHOOK_BODY> {
  const { facts } = event
  const { title, lines } = describeEvent(event)
  return {
    object: 'alert_event',
    event: event.kind,
    id: event.id,
    created_at: new Date(event.atMs).toISOString(),
    organisation_id: event.organisationId,
    workspace_id: event.workspaceId,
    rule_id: event.ruleId,
    name: event.name,
    title,
    summary: lines.join('\n'),
    is_silenced: event.isSilenced,
    metric: facts?.condition.metric ?? null,
    value: facts?.value ?? null,
    threshold: facts?.condition.threshold ?? null,
    window_minutes: facts && facts.condition.metric !== 'budget_forecast' ? facts.condition.windowMinutes : null,
    requests: facts?.requests ?? null,
    budget_name: facts === null || facts.subjectName === '' ? null : facts.subjectName,
    firing_since: facts === null || event.kind === 'alert.test' ? null : new Date(facts.sinceMs).toISOString(),
    budget: event.budget && alertOnWire(event.budget),
  }
}

export function deliveryOnWire(delivery: AlertDelivery): z.infer<typeof DELIVERY_REPLY> {
  return {
    channel_id: delivery.channelId,
    channel_name: delivery.channelName,
    channel_type: delivery.channelType,
    status: delivery.status,
    attempts: delivery.attempts,
    error: delivery.error,
    last_updated_at: new Date(delivery.updatedAtMs).toISOString(),
  }
}
