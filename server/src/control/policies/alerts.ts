/** Lists budget alerts, newest first. */

import { z } from 'zod'
import type { StoredAlert } from '../../core/money/alerts.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { amountOnWire } from '../limits-wire.ts'
import { pageFrom } from '../page-wire.ts'
import { PAGE_QUERY } from './find-policy.ts'

const KIND = z.enum(['api_key', 'virtual_key', 'integration', 'workspace', 'policy'])

export const ALERT_REPLY = z.object({
  object: z.literal('alert'),
  event: z.literal('budget.threshold_reached'),
  id: z.string(),
  created_at: z.string(),
  organisation_id: z.string(),
  workspace_id: z.string().nullable(),
  holder: z.object({
    kind: KIND,
    id: z.string(),
    value_key: z.string().optional().describe('For policies: the group value that the budget belongs to.'),
  }),
  name: z.string(),
  type: z.enum(['cost', 'tokens', 'requests']),
  alert_threshold: z.number().describe('Threshold. Amounts are in US dollars, tokens or requests, depending on type.'),
  credit_limit: z.number(),
  current_usage: z.number(),
  next_usage_reset_at: z.string().nullable(),
})

/** Also used as the body of the alert webhook. */
export function alertOnWire(alert: StoredAlert): z.infer<typeof ALERT_REPLY> {
  const { holder, unit } = alert
  const { kind, id } = holder
  return {
    object: 'alert',
    event: 'budget.threshold_reached',
    id: alert.id,
    created_at: new Date(alert.atMs).toISOString(),
    organisation_id: alert.organisationId,
    workspace_id: alert.workspaceId,
    holder: { kind, id, ...(holder.kind === 'policy' && { value_key: holder.value }) },
    name: alert.name,
    type: unit,
    alert_threshold: amountOnWire(unit, alert.thresholdUnits),
    credit_limit: amountOnWire(unit, alert.limitUnits),
    current_usage: amountOnWire(unit, alert.usedUnits),
    next_usage_reset_at: alert.nextResetAtMs === null ? null : new Date(alert.nextResetAtMs).toISOString(),
  }
}

export const listAlerts: Operation = endpoint({
  name: 'alerts.list',
  method: 'GET',
  path: '/alerts',
  summary: 'List budget alerts',
  permission: { scope: 'policies.list' },
  query: z.object({ ...PAGE_QUERY, kind: KIND.optional() }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(ALERT_REPLY) }),
  example: {},
  async handle({ reach, query, stores }) {
    const filter = query.kind === undefined ? {} : { kind: query.kind }
    const { rows, total } = await stores.alerts.list(reach, filter, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(alertOnWire) }
  },
})
