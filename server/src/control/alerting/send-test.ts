/** Test notifications of alert channels and rules. They are clearly marked, and not part of the history. */

import { z } from 'zod'
import { type AlertChannel, CHANNEL_TYPES } from '../../core/alerting/alert-channels.ts'
import type { AlertEvent } from '../../core/alerting/alert-events.ts'
import type { AlertCondition } from '../../core/alerting/alert-rules.ts'

/** One attempt; resolves with the reason of the failure, or null. */
export type SendTest = (channel: AlertChannel, event: AlertEvent, signal: AbortSignal) => Promise<string | null>

export const testResult = z.object({
  channel_id: z.string(),
  channel_name: z.string(),
  channel_type: z.enum(CHANNEL_TYPES),
  delivered: z.boolean(),
  error: z.string().nullable(),
  duration_ms: z.number(),
})

type Tested = Pick<AlertEvent, 'organisationId' | 'workspaceId' | 'name' | 'ruleId'>

/** `condition`: that of the tested rule; null for a test of a channel. */
export function testEvent(
  { organisationId, workspaceId, name, ruleId }: Tested,
  condition: AlertCondition | null,
  atMs: number,
): AlertEvent {
  return {
    id: Bun.randomUUIDv7(),
    organisationId,
    workspaceId,
    kind: 'alert.test',
    ruleId,
    name,
    atMs,
    isSilenced: false,
    facts: condition && { condition, value: null, requests: null, subjectName: '', sinceMs: atMs },
    budget: null,
  }
}

export async function sendTest(
  send: SendTest,
  channel: AlertChannel,
  event: AlertEvent,
): Promise<z.infer<typeof testResult>> {
  const startedAtMs = performance.now()
  const error = await send(channel, event, new AbortController().signal)
  return {
    channel_id: channel.id,
    channel_name: channel.name,
    channel_type: channel.type,
    delivered: error === null,
    error,
    duration_ms: Math.round(performance.now() - startedAtMs),
  }
}
