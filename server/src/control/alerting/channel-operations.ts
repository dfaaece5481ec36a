/** Alert channel operations: create, list, read, update, delete, and send a test notification. */

import { z } from 'zod'
import { type AlertChannel, type ChannelSecret, channelContext } from '../../core/alerting/alert-channels.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { channelBody, channelChange, channelOnWire, channelReply, urlHintOf } from './channel-wire.ts'
import { type LimitTests, type SendTest, sendTest, testEvent, testResult } from './send-test.ts'

const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })
const MAX_CHANNELS = 100

export type ChannelPorts = {
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly send: SendTest
}

export function channelOperations(ports: ChannelPorts, limitTests: LimitTests): readonly Operation[] {
  const { send } = ports
  const test = testChannel(send, limitTests)
  return [createChannel(ports), listChannels, readChannel, updateChannel(ports), deleteChannel, test]
}

function createChannel({ vault }: ChannelPorts): Operation {
  return endpoint({
    name: 'alerts.channels.create',
    method: 'POST',
    path: '/alerts/channels',
    summary: 'Create an alert channel',
    permission: { scope: 'alerts.create' },
    audit: 'alert_channel.create',
    body: channelBody,
    reply: channelReply,
    example: { body: { name: 'On call', type: 'webhook', webhook_url: 'https://hooks.example.com/gatehouse' } },
    async handle(call) {
      const { body, reach, principal, nowMs } = call
      const home = { id: crypto.randomUUID(), organisationId: reach.organisationId }
      refuseOtherFields(body.type, body)
      if (body.type === 'email' ? !body.recipients : body.webhook_url === undefined) throw missing(body.type)
      const secret =
        body.webhook_url === undefined ? null : { url: body.webhook_url, signingSecret: body.signing_secret ?? null }
      const channel: AlertChannel = {
        ...home,
        workspaceId: reach.workspaceId,
        name: body.name,
        type: body.type,
        ...sealed(vault, home, secret),
        recipients: body.recipients ?? [],
        receivesBudgetAlerts: body.budget_alerts,
        createdBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      return call.change(async (stores) => {
        if ((await stores.alertChannels.count(reach.organisationId)) >= MAX_CHANNELS)
          throw new GatewayError('conflict', {
            message: `The limit of ${MAX_CHANNELS} alert channels is reached.`,
            hint: 'Delete a channel first.',
          })
        await stores.alertChannels.insert(channel)
        call.note({ ...targetOf(channel), after: channelOnWire(channel) })
        return channelOnWire(channel)
      })
    },
  })
}

const listChannels = endpoint({
  name: 'alerts.channels.list',
  method: 'GET',
  path: '/alerts/channels',
  summary: 'List alert channels',
  permission: { scope: 'alerts.list' },
  query: z.object({ ...IN_WORKSPACE.shape, ...pageQuery({ defaultSize: 100, maxSize: 1_000 }) }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(channelReply) }),
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.alertChannels.list(reach, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map(channelOnWire) }
  },
})

const readChannel = endpoint({
  name: 'alerts.channels.read',
  method: 'GET',
  path: '/alerts/channels/{id}',
  summary: 'Read an alert channel',
  permission: { scope: 'alerts.read' },
  query: IN_WORKSPACE,
  reply: channelReply,
  async handle({ reach, params, stores }) {
    return channelOnWire(await requireChannel(stores, reach, params['id'] ?? ''))
  },
})

function updateChannel({ vault }: ChannelPorts): Operation {
  return endpoint({
    name: 'alerts.channels.update',
    method: 'PUT',
    path: '/alerts/channels/{id}',
    summary: 'Update an alert channel',
    description: 'Omitted fields stay unchanged. The type cannot be changed.',
    permission: { scope: 'alerts.update' },
    audit: 'alert_channel.update',
    query: IN_WORKSPACE,
    body: channelChange,
    reply: channelReply,
    async handle(call) {
      const { body } = call
      return call.change(async (stores) => {
        const before = await requireChannel(stores, call.reach, call.params['id'] ?? '')
        refuseOtherFields(before.type, body)
        const old = before.sealed === null ? null : secretOf(vault, before)
        const secret = old && {
          url: body.webhook_url ?? old.url,
          signingSecret: body.signing_secret === undefined ? old.signingSecret : body.signing_secret,
        }
        const after: AlertChannel = {
          ...before,
          name: body.name ?? before.name,
          ...sealed(vault, before, secret),
          recipients: body.recipients ?? before.recipients,
          receivesBudgetAlerts: body.budget_alerts ?? before.receivesBudgetAlerts,
          updatedAtMs: call.nowMs,
        }
        await stores.alertChannels.update(after)
        call.note({ ...targetOf(after), before: channelOnWire(before), after: channelOnWire(after) })
        return channelOnWire(after)
      })
    },
  })
}

const deleteChannel = endpoint({
  name: 'alerts.channels.delete',
  method: 'DELETE',
  path: '/alerts/channels/{id}',
  summary: 'Delete an alert channel',
  permission: { scope: 'alerts.delete' },
  audit: 'alert_channel.delete',
  query: IN_WORKSPACE,
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const channel = await requireChannel(stores, call.reach, call.params['id'] ?? '')
      const rules = await stores.alertRules.usingChannel(channel.organisationId, channel.id)
      if (rules.length > 0)
        throw new GatewayError('conflict', {
          param: 'id',
          message: `The channel is used by ${rules.length === 1 ? 'an alert rule' : `${rules.length} alert rules`}.`,
          hint: 'Remove the channel from the rules first.',
          details: rules.map(({ name }) => name),
        })
      await stores.alertChannels.remove(channel.id)
      call.note({ ...targetOf(channel), before: channelOnWire(channel) })
      return {}
    })
  },
})

function testChannel(send: SendTest, limitTests: LimitTests): Operation {
  return endpoint({
    name: 'alerts.channels.test',
    method: 'POST',
    path: '/alerts/channels/{id}/test',
    summary: 'Send a test notification',
    description: 'Makes one attempt and returns its result.',
    permission: { scope: 'alerts.update' },
    audit: 'alert_channel.test',
    query: IN_WORKSPACE,
    reply: z.object({ object: z.literal('alert_test'), ...testResult.shape }),
    async handle(call) {
      const channel = await requireChannel(call.stores, call.reach, call.params['id'] ?? '')
      limitTests([channel], call.nowMs)
      const result = await sendTest(send, channel, testEvent({ ...channel, ruleId: null }, null, call.nowMs))
      const { delivered, error } = result
      return call.change(async () => {
        call.note({ ...targetOf(channel), after: { delivered, error } })
        return { object: 'alert_test' as const, ...result }
      })
    },
  })
}

function sealed(
  vault: ChannelPorts['vault'],
  home: Pick<AlertChannel, 'id' | 'organisationId'>,
  secret: ChannelSecret | null,
) {
  return {
    sealed: secret && vault.seal(JSON.stringify(secret), channelContext(home)),
    urlHint: secret && urlHintOf(secret.url),
    hasSigningSecret: secret !== null && secret.signingSecret !== null,
  }
}

function secretOf(vault: ChannelPorts['vault'], channel: AlertChannel): ChannelSecret {
  return JSON.parse(vault.open(channel.sealed ?? '', channelContext(channel))) as ChannelSecret
}

async function requireChannel(stores: Stores, reach: Reach, id: string): Promise<AlertChannel> {
  const channel = id.length > 128 ? undefined : await stores.alertChannels.find(reach, id)
  if (channel) return channel
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No alert channel with this id exists.',
    hint: 'GET /v1/alerts/channels lists them. Channels for every workspace can only be changed with an Admin key.',
  })
}

type Given = {
  readonly webhook_url?: string | undefined
  readonly signing_secret?: string | null | undefined
  readonly recipients?: readonly string[] | undefined
}

const FIELDS_OF = { webhook: ['webhook_url', 'signing_secret'], slack: ['webhook_url'], email: ['recipients'] } as const

function refuseOtherFields(type: AlertChannel['type'], given: Given): void {
  for (const field of ['webhook_url', 'signing_secret', 'recipients'] as const) {
    if (given[field] == null || (FIELDS_OF[type] as readonly string[]).includes(field)) continue
    throw new GatewayError('invalid_body', {
      param: field,
      message: `${field}: not used by channels of type ${type}.`,
      hint: `Channels of type ${type} have the fields ${FIELDS_OF[type].join(', ')}.`,
    })
  }
}

function missing(type: AlertChannel['type']): GatewayError {
  const param = type === 'email' ? 'recipients' : 'webhook_url'
  return new GatewayError('invalid_body', {
    param,
    message: `${param}: required for channels of type ${type}.`,
    hint: type === 'slack' ? 'Send the URL of an incoming webhook of Slack.' : `Send ${param}.`,
  })
}

function targetOf({ id, name, workspaceId }: AlertChannel) {
  return { id, name, workspaceId }
}
