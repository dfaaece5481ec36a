/** Alert rule operations: create, list, read, update, delete, and send a test notification. */

import { z } from 'zod'
import { channelsOf } from '../../core/alerting/alert-channels.ts'
import type { AlertRule } from '../../core/alerting/alert-rules.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { conditionOf, NOT_EVALUATED, ruleBody, ruleChange, ruleOnWire, ruleReply } from './rule-wire.ts'
import { type LimitTests, type SendTest, sendTest, testEvent, testResult } from './send-test.ts'

const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })
/** Limited, because all rules are evaluated in one pass. */
const MAX_RULES = 200

const createRule = endpoint({
  name: 'alerts.rules.create',
  method: 'POST',
  path: '/alerts/rules',
  summary: 'Create an alert rule',
  permission: { scope: 'alerts.create' },
  audit: 'alert_rule.create',
  body: ruleBody,
  reply: ruleReply,
  example: { body: { name: 'Errors', condition: { metric: 'error_rate', threshold: 5 } } },
  async handle(call) {
    const { body, reach, principal, nowMs } = call
    return call.change(async (stores) => {
      if ((await stores.alertRules.count(reach.organisationId)) >= MAX_RULES)
        throw new GatewayError('conflict', {
          message: `The limit of ${MAX_RULES} alert rules is reached.`,
          hint: 'Delete a rule first.',
        })
      await requireChannels(body.channel_ids, reach, stores)
      const rule: AlertRule = {
        id: crypto.randomUUID(),
        organisationId: reach.organisationId,
        workspaceId: reach.workspaceId,
        name: body.name,
        condition: conditionOf(body.condition),
        channelIds: body.channel_ids,
        reminderMinutes: body.reminder_minutes ?? null,
        isEnabled: body.enabled,
        silencedUntilMs: msOrNull(body.silenced_until),
        createdBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      await stores.alertRules.insert(rule)
      call.note({ ...targetOf(rule), after: ruleOnWire(rule) })
      return ruleOnWire(rule)
    })
  },
})

const listRules = endpoint({
  name: 'alerts.rules.list',
  method: 'GET',
  path: '/alerts/rules',
  summary: 'List alert rules',
  permission: { scope: 'alerts.list' },
  query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(ruleReply) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.alertRules.list(reach, pageFrom(query))
    const statuses = await stores.alertRules.statusOf(rows.map(({ id }) => id))
    return { object: 'list' as const, total, data: rows.map((rule) => ruleOnWire(rule, statuses.get(rule.id))) }
  },
})

const readRule = endpoint({
  name: 'alerts.rules.read',
  method: 'GET',
  path: '/alerts/rules/{id}',
  summary: 'Read an alert rule',
  permission: { scope: 'alerts.read' },
  query: IN_WORKSPACE,
  reply: ruleReply,
  async handle({ reach, params, stores }) {
    const rule = await requireRule(stores, reach, params['id'] ?? '')
    return ruleOnWire(rule, (await stores.alertRules.statusOf([rule.id])).get(rule.id))
  },
})

const updateRule = endpoint({
  name: 'alerts.rules.update',
  method: 'PUT',
  path: '/alerts/rules/{id}',
  summary: 'Update an alert rule',
  description: 'Omitted fields stay unchanged. Set silenced_until to silence the rule, and null to end the silence.',
  permission: { scope: 'alerts.update' },
  audit: 'alert_rule.update',
  query: IN_WORKSPACE,
  body: ruleChange,
  reply: ruleReply,
  async handle(call) {
    const { body } = call
    return call.change(async (stores) => {
      const before = await requireRule(stores, call.reach, call.params['id'] ?? '')
      if (body.channel_ids) await requireChannels(body.channel_ids, before, stores)
      const after: AlertRule = {
        ...before,
        name: body.name ?? before.name,
        condition: body.condition ? conditionOf(body.condition) : before.condition,
        channelIds: body.channel_ids ?? before.channelIds,
        reminderMinutes: body.reminder_minutes === undefined ? before.reminderMinutes : body.reminder_minutes,
        isEnabled: body.enabled ?? before.isEnabled,
        silencedUntilMs: body.silenced_until === undefined ? before.silencedUntilMs : msOrNull(body.silenced_until),
        updatedAtMs: Math.max(call.nowMs, before.updatedAtMs + 1),
      }
      await stores.alertRules.update(after)
      // Resets the firing state, which belongs to the old condition.
      const isOther = !Bun.deepEquals(after.condition, before.condition)
      if (isOther || !after.isEnabled) await stores.alertRules.saveStatus(after.id, NOT_EVALUATED)
      call.note({ ...targetOf(after), before: ruleOnWire(before), after: ruleOnWire(after) })
      return ruleOnWire(after, (await stores.alertRules.statusOf([after.id])).get(after.id))
    })
  },
})

const deleteRule = endpoint({
  name: 'alerts.rules.delete',
  method: 'DELETE',
  path: '/alerts/rules/{id}',
  summary: 'Delete an alert rule',
  description: 'Its events stay in the history.',
  permission: { scope: 'alerts.delete' },
  audit: 'alert_rule.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const rule = await requireRule(stores, call.reach, call.params['id'] ?? '')
      await stores.alertRules.remove(rule.id)
      call.note({ ...targetOf(rule), before: ruleOnWire(rule) })
      return {}
    })
  },
})

function testRule(send: SendTest, limitTests: LimitTests): Operation {
  return endpoint({
    name: 'alerts.rules.test',
    method: 'POST',
    path: '/alerts/rules/{id}/test',
    summary: 'Send a test notification to the channels of a rule',
    description:
      'Makes one attempt per channel and returns the results. Also sends if the rule is silenced or disabled. The state and the history of the rule stay unchanged.',
    permission: { scope: 'alerts.update' },
    audit: 'alert_rule.test',
    query: IN_WORKSPACE,
    reply: z.object({ object: z.literal('alert_rule_test'), rule_id: z.string(), data: z.array(testResult) }),
    async handle(call) {
      const rule = await requireRule(call.stores, call.reach, call.params['id'] ?? '')
      const channels = await channelsOf(rule, call.stores.alertChannels)
      if (channels.length === 0)
        throw new GatewayError('conflict', {
          message: `The alert rule "${rule.name}" has no channels.`,
          hint: 'Add a channel to the rule first.',
        })
      limitTests(channels, call.nowMs)
      const event = testEvent({ ...rule, ruleId: rule.id }, rule.condition, call.nowMs)
      const data = await Promise.all(channels.map((channel) => sendTest(send, channel, event)))
      return call.change(async () => {
        call.note({ ...targetOf(rule), after: { channels: data } })
        return { object: 'alert_rule_test' as const, rule_id: rule.id, data }
      })
    },
  })
}

export function ruleOperations(send: SendTest, limitTests: LimitTests): readonly Operation[] {
  return [createRule, listRules, readRule, updateRule, deleteRule, testRule(send, limitTests)]
}

async function requireRule(stores: Stores, reach: Reach, id: string): Promise<AlertRule> {
  const rule = id.length > 128 ? undefined : await stores.alertRules.find(reach, id)
  if (rule) return rule
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No alert rule with this id exists.',
    hint: 'GET /v1/alerts/rules lists them. Rules for all workspaces can only be changed with an Admin key.',
  })
}

/** A rule can use the channels of its workspace and those for every workspace. */
async function requireChannels(ids: readonly string[], { organisationId, workspaceId }: Reach, stores: Stores) {
  for (const [i, id] of ids.entries()) {
    const channel = await stores.alertChannels.find({ organisationId, workspaceId: null }, id)
    if (channel && (channel.workspaceId === null || channel.workspaceId === workspaceId)) continue
    throw new GatewayError('invalid_body', {
      param: `channel_ids[${i}]`,
      message: `channel_ids[${i}]: no channel with this id can be used by the rule.`,
      hint: 'GET /v1/alerts/channels lists them. A rule for all workspaces needs a channel for every workspace.',
    })
  }
}

function targetOf({ id, name, workspaceId }: AlertRule) {
  return { id, name, workspaceId }
}

function msOrNull(iso: string | null | undefined): number | null {
  return iso == null ? null : Date.parse(iso)
}
