/** Alert rules: a condition on a metric of a workspace or the whole organisation, and where to send notifications. */

import type { Listed, Page, Reach } from '../stores/reach.ts'

export const ALERT_METRICS = ['error_rate', 'latency_p95', 'cost', 'budget_forecast'] as const

export type AlertMetric = (typeof ALERT_METRICS)[number]

export type AlertCondition = {
  readonly metric: AlertMetric
  /** The rule fires above it. Percent (`error_rate`, `budget_forecast`), ms (`latency_p95`) or US dollars (`cost`). */
  readonly threshold: number
  /** Not used by `budget_forecast`, which covers the period of each budget. */
  readonly windowMinutes: number
  /** With fewer requests in the window the condition is not met. Not used by `budget_forecast`. */
  readonly minRequests: number
}

export type AlertRule = {
  readonly id: string
  readonly organisationId: string
  /** Null: all workspaces together. */
  readonly workspaceId: string | null
  readonly name: string
  readonly condition: AlertCondition
  readonly channelIds: readonly string[]
  /** Minutes between notifications while the rule fires; null: only the first. */
  readonly reminderMinutes: number | null
  readonly isEnabled: boolean
  /** No notifications before this time. */
  readonly silencedUntilMs: number | null
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** One firing of a rule. A rule on budgets can fire for several budgets at the same time. */
export type FiringState = {
  readonly ruleId: string
  /** Identifies a budget; empty for the other metrics. */
  readonly subject: string
  readonly subjectName: string
  readonly value: number
  readonly sinceMs: number
  /** Null: silenced since it fired. */
  readonly notifiedAtMs: number | null
}

export type AlertReading = {
  readonly subject: string
  readonly subjectName: string
  /** In the unit of the threshold; null if there is nothing to measure. */
  readonly value: number | null
  /** Null for budgets. */
  readonly requests: number | null
}

export type RuleStatus = {
  readonly firing: readonly FiringState[]
  readonly evaluatedAtMs: number | null
  /** The highest value of the last evaluation. */
  readonly value: number | null
}

export interface AlertRuleStore {
  /** Finds only rules the caller may change: those of its workspace, or all if it can access the organisation. */
  find(reach: Reach, id: string): Promise<AlertRule | undefined>
  /** Sorted by name. A workspace does not see the rules of the organisation, whose values cover other workspaces. */
  list(reach: Reach, page: Page): Promise<Listed<AlertRule>>
  count(organisationId: string): Promise<number>
  enabled(): Promise<readonly AlertRule[]>
  usingChannel(organisationId: string, channelId: string): Promise<readonly AlertRule[]>
  insert(rule: AlertRule): Promise<void>
  update(rule: AlertRule): Promise<void>
  remove(id: string): Promise<void>
  /** By rule id. */
  statusOf(ruleIds: readonly string[]): Promise<ReadonlyMap<string, RuleStatus>>
  /** Replaces the whole status, including all firing states. */
  saveStatus(ruleId: string, status: RuleStatus): Promise<void>
  /**
   * True for exactly one of the nodes that claim the same slot. A slot is the start time of an evaluation. Slots only
   * move forward, unless the stored slot is more than an hour ahead, which means that a clock was wrong.
   */
  claimSlot(slotMs: number): Promise<boolean>
  /** The store's clock, which all nodes share. */
  nowMs(): Promise<number>
}
