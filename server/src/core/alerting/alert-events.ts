/** History of alerts and the queue of their deliveries. */

import type { IsWantedGroup, StoredAlert } from '../money/alerts.ts'
import type { Listed, Page, Reach } from '../stores/reach.ts'
import type { AlertChannel } from './alert-channels.ts'
import type { AlertCondition } from './alert-rules.ts'

export const EVENT_KINDS = [
  'alert.fired',
  'alert.reminder',
  'alert.resolved',
  'alert.test',
  'budget.threshold_reached',
] as const

/** Longest wait before an attempt. A delivery scheduled later than that was set by a fast clock and counts as due. */
export const MAX_DELIVERY_WAIT_MS = 3_600_000

export const EVENT_RETENTION_MS = 400 * 86_400_000

export type AlertEventKind = (typeof EVENT_KINDS)[number]

/** What was measured when the rule changed its state. */
export type RuleFacts = {
  readonly condition: AlertCondition
  /** Null if too few requests were left to measure. */
  readonly value: number | null
  readonly requests: number | null
  /** Name of the budget; empty for the other metrics. */
  readonly subjectName: string
  /** When the rule started to fire. */
  readonly sinceMs: number
}

export type AlertEvent = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string | null
  readonly kind: AlertEventKind
  /** Null for budget alerts and tests of a channel. */
  readonly ruleId: string | null
  /** Name of the rule, the budget or the tested channel. */
  readonly name: string
  readonly atMs: number
  readonly isSilenced: boolean
  /** Null for budget alerts and tests of a channel. */
  readonly facts: RuleFacts | null
  /** For `budget.threshold_reached` only. */
  readonly budget: StoredAlert | null
}

export type AlertDelivery = {
  readonly channelId: string
  readonly channelName: string
  readonly channelType: AlertChannel['type']
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly error: string | null
  /** Time of the last result. */
  readonly updatedAtMs: number
}

export type EventWithDeliveries = { readonly event: AlertEvent; readonly deliveries: readonly AlertDelivery[] }

export type DueDelivery = {
  readonly event: AlertEvent
  readonly channelId: string
  /** Attempts before this one. */
  readonly attempts: number
}

export type DeliveryOutcome = Pick<AlertDelivery, 'status' | 'error'> & { readonly nextAttemptAtMs: number }

export interface AlertEventStore {
  /** Newest first. A workspace sees only its own events. */
  list(reach: Reach, filter: { readonly ruleId?: string }, page: Page): Promise<Listed<EventWithDeliveries>>
  /** Each channel gets a pending delivery that is due at once. */
  insert(event: AlertEvent, channels: readonly AlertChannel[]): Promise<void>
  removeBefore(atMs: number): Promise<void>
  /** Deletes budget alerts about groups of policies, even if they are not delivered yet; returns their number. */
  removeGroups(organisationId: string, isWanted: IsWantedGroup): Promise<number>
  /** The oldest due delivery of each channel, oldest first, without the channels in `channelsInUse`. */
  due(nowMs: number, limit: number, channelsInUse?: readonly string[]): Promise<readonly DueDelivery[]>
  /** Counts the attempt and hides the delivery until the lease ends. False if another node was faster. */
  claim(delivery: DueDelivery, leaseUntilMs: number): Promise<boolean>
  settle(delivery: DueDelivery, outcome: DeliveryOutcome, nowMs: number): Promise<void>
}
