/** Works off the queue of alert deliveries: bounded retries with back-off; the queue survives a restart. */

import type { AlertChannelStore } from '../../core/alerting/alert-channels.ts'
import type { AlertEventStore, DeliveryOutcome, DueDelivery } from '../../core/alerting/alert-events.ts'
import type { SendAlert } from './send-alert.ts'

/** Wait before the second, third, fourth and fifth attempt. */
const WAIT_MS = [10_000, 60_000, 300_000, 900_000] as const
/** Longer than an attempt. A node that stops during an attempt blocks the delivery for this long. */
const LEASE_MS = 60_000
const MAX_AT_ONCE = 10

export type DeliveryPorts = {
  readonly channels: Pick<AlertChannelStore, 'find'>
  readonly events: AlertEventStore
  readonly send: SendAlert
}

/** Attempts every due delivery once. */
export async function deliverDue(
  { channels, events, send }: DeliveryPorts,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const due = await events.due(nowMs, MAX_AT_ONCE)
  await Promise.all(due.map(attempt))

  async function attempt(delivery: DueDelivery): Promise<void> {
    if (!(await events.claim(delivery, nowMs + LEASE_MS))) return
    const outcome = await outcomeOf(delivery)
    // The lease ends by itself, and the next start attempts it again.
    if (!signal.aborted) await events.settle(delivery, outcome, nowMs)
  }

  async function outcomeOf(delivery: DueDelivery): Promise<DeliveryOutcome> {
    const { event, channelId, attempts } = delivery
    const ended = { nextAttemptAtMs: nowMs }
    if (attempts > WAIT_MS.length) return { status: 'failed', error: 'The gateway stopped.', ...ended }
    const channel = await channels.find({ organisationId: event.organisationId, workspaceId: null }, channelId)
    if (!channel) return { status: 'failed', error: 'The channel was deleted.', ...ended }
    const error = await send(channel, event, signal)
    if (error === null) return { status: 'delivered', error, ...ended }
    const waitMs = WAIT_MS[attempts]
    return waitMs === undefined
      ? { status: 'failed', error, ...ended }
      : { status: 'pending', error, nextAttemptAtMs: nowMs + waitMs }
  }
}
