/** Processes the queue of alert deliveries: bounded retries with back-off; the queue survives a restart. */

import type { AlertChannelStore } from '../../core/alerting/alert-channels.ts'
import type { AlertEventStore, DeliveryOutcome, DueDelivery } from '../../core/alerting/alert-events.ts'
import type { SendAlert } from './send-alert.ts'

/** Wait before the second, third, fourth and fifth attempt. */
const WAIT_MS = [10_000, 60_000, 300_000, 900_000] as const
/** Longer than an attempt. A node that stops during an attempt blocks the delivery for this long. */
const LEASE_MS = 60_000
/** Concurrent deliveries, at most one per channel. An organisation has at most 100 channels. */
const MAX_AT_ONCE = 100

export type DeliveryPorts = {
  readonly channels: Pick<AlertChannelStore, 'find'>
  readonly events: AlertEventStore
  readonly send: SendAlert
  readonly now: () => Promise<number>
}

/** Attempts every due delivery, one at a time per channel, so that a slow receiver delays only its own deliveries. */
export class AlertQueue {
  readonly #ports: DeliveryPorts
  readonly #signal: AbortSignal
  readonly #channelsInUse = new Set<string>()

  constructor(ports: DeliveryPorts, signal: AbortSignal) {
    this.#ports = ports
    this.#signal = signal
  }

  /** Starts due deliveries of channels not in use. Resolves when they, and those started after them, have ended. */
  async run(): Promise<void> {
    const free = MAX_AT_ONCE - this.#channelsInUse.size
    if (free <= 0 || this.#signal.aborted) return
    const { events, now } = this.#ports
    const nowMs = await now()
    const due = await events.due(nowMs, free, [...this.#channelsInUse])
    await Promise.all(due.map((delivery) => this.#attempt(delivery, nowMs)))
  }

  async #attempt(delivery: DueDelivery, nowMs: number): Promise<void> {
    const { channelId } = delivery
    // A concurrent run is already delivering to this channel.
    if (this.#channelsInUse.has(channelId)) return
    this.#channelsInUse.add(channelId)
    try {
      const { events } = this.#ports
      if (!(await events.claim(delivery, nowMs + LEASE_MS))) return
      const outcome = await outcomeOf(delivery, this.#ports, nowMs, this.#signal)
      // The gateway is stopping. Once the lease has expired, the delivery is attempted again.
      if (this.#signal.aborted) return
      await events.settle(delivery, outcome, nowMs)
    } finally {
      this.#channelsInUse.delete(channelId)
    }
    await this.run()
  }
}

async function outcomeOf(
  { event, channelId, attempts }: DueDelivery,
  { channels, send }: DeliveryPorts,
  nowMs: number,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
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
