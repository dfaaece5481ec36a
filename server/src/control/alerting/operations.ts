/** Operations on alert rules, alert channels and the alert history. */

import { z } from 'zod'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { type ChannelPorts, channelOperations } from './channel-operations.ts'
import { deliveryOnWire, EVENT_REPLY, eventOnWire } from './event-wire.ts'
import { ruleOperations } from './rule-operations.ts'
import { limitTests } from './send-test.ts'

export function alertingOperations(ports: ChannelPorts): readonly Operation[] {
  const limit = limitTests()
  return [...ruleOperations(ports.send, limit), ...channelOperations(ports, limit), listEvents]
}

const listEvents = endpoint({
  name: 'alerts.events.list',
  method: 'GET',
  path: '/alerts/events',
  summary: 'List alert events',
  description: 'The history of alert rules and budget alerts with their deliveries, newest first.',
  permission: { scope: 'alerts.list' },
  query: z.object({
    workspace_id: z.string().max(128).optional(),
    rule_id: z.string().max(128).optional(),
    ...pageQuery({ defaultSize: 50, maxSize: 500 }),
  }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(EVENT_REPLY) }),
  example: {},
  async handle({ reach, query, stores }) {
    const filter = query.rule_id === undefined ? {} : { ruleId: query.rule_id }
    const { rows, total } = await stores.alertEvents.list(reach, filter, pageFrom(query))
    const data = rows.map(({ event, deliveries }) => ({
      ...eventOnWire(event),
      deliveries: deliveries.map(deliveryOnWire),
    }))
    return { object: 'list' as const, total, data }
  },
})
