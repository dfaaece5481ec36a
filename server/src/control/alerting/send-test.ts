/** Test notifications of alert channels and rules. They are clearly marked, and not part of the history. */

import { z } from 'zod'
import { type AlertChannel, CHANNEL_TYPES } from '../../core/alerting/alert-channels.ts'
import type { AlertEvent } from '../../core/alerting/alert-events.ts'
import type { AlertCondition } from '../../core/alerting/alert-rules.ts'
import { GatewayError } from '../../core/errors.ts'
import { Throttle, type ThrottleTerms } from '../../core/throttle.ts'

/** Makes one attempt. Resolves with the reason for the failure, or null if the test was delivered. */
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

/** `condition`: the condition of the tested rule; null if a channel is tested. */
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

/** Limits per channel and per organisation, because a test notifies real people. Each node counts separately. */
const OF_CHANNEL: ThrottleTerms = { burst: 5, intervalMs: 30_000 }
const OF_ORGANISATION: ThrottleTerms = { burst: 40, intervalMs: 10_000 }

/** Throws if too many tests were sent. */
export type LimitTests = (tested: readonly Pick<AlertChannel, 'id' | 'organisationId'>[], nowMs: number) => void

export function limitTests(what = 'test notifications'): LimitTests {
  const byChannel = new Throttle(OF_CHANNEL)
  const byOrganisation = new Throttle(OF_ORGANISATION)
  return (tested, nowMs) => {
    const waits = tested.map(({ id }) => byChannel.take(id, 1, nowMs))
    const organisationId = tested[0]?.organisationId ?? ''
    const retryAfterMs = Math.max(...waits, byOrganisation.take(organisationId, tested.length, nowMs))
    if (retryAfterMs > 0)
      throw new GatewayError('rate_limited', {
        message: `Too many ${what} were sent.`,
        hint: 'Wait for the time in Retry-After.',
        retryAfterMs,
      })
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
