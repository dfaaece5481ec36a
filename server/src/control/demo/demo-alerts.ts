/** Builds alert channels, rules and their history for the demo workspace. The hosts of the channels do not exist. */

import { type AlertChannel, channelContext } from '../../core/alerting/alert-channels.ts'
import type { AlertEvent, DeliveryOutcome } from '../../core/alerting/alert-events.ts'
import type { AlertCondition, AlertRule, FiringState } from '../../core/alerting/alert-rules.ts'
import type { StoredAlert } from '../../core/money/alerts.ts'
import { budgetTerms } from '../../core/money/budget-terms.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'
import { urlHintOf } from '../alerting/channel-wire.ts'
import { DEMO_HOOKS, PEOPLE } from './demo-content.ts'
import { ELAPSED_SHARE, nextResetMs } from './demo-objects.ts'
import type { UsedBudget } from './demo-spending.ts'
import { DEMO_DAYS } from './demo-traffic.ts'

const HOUR_MS = 3_600_000

type Delivered = readonly [channel: AlertChannel, outcome: Pick<DeliveryOutcome, 'status' | 'error'>, attempts: number]
type PastEvent = { readonly event: AlertEvent; readonly deliveries: readonly Delivered[] }

export type DemoAlerts = {
  readonly channels: readonly AlertChannel[]
  readonly rules: readonly AlertRule[]
  readonly firing: readonly FiringState[]
  readonly budgetAlerts: readonly StoredAlert[]
  readonly history: readonly PastEvent[]
}

export type AlertSource = {
  readonly workspace: Workspace
  readonly budgets: readonly UsedBudget[]
  readonly totalNanoUsd: number
  readonly createdBy: string
  readonly nowMs: number
}

export function demoAlerts(source: AlertSource, vault: Pick<Vault, 'seal'>): DemoAlerts {
  const { workspace, budgets, totalNanoUsd, createdBy, nowMs } = source
  const createdAtMs = workspace.createdAtMs + 26 * HOUR_MS
  const home = { organisationId: workspace.organisationId, workspaceId: workspace.id }
  const owned = { ...home, createdBy, createdAtMs, updatedAtMs: createdAtMs }
  const channelOf = (name: string, type: AlertChannel['type'], path: string | null): AlertChannel => {
    const id = crypto.randomUUID()
    const url = path === null ? null : DEMO_HOOKS + path
    return {
      ...owned,
      id,
      name,
      type,
      sealed: url && vault.seal(JSON.stringify({ url, signingSecret: null }), channelContext({ ...home, id })),
      urlHint: url && urlHintOf(url),
      hasSigningSecret: false,
      recipients: path === null ? PEOPLE.slice(0, 2).map(({ email }) => email) : [],
      receivesBudgetAlerts: false,
    }
  }
  const onCall = channelOf('On call', 'slack', '/services/demo')
  const pager = channelOf('Pager', 'webhook', '/pager')
  const mail = channelOf('Team mail', 'email', null)
  const ruleOf = (name: string, condition: AlertCondition, channels: readonly AlertChannel[]): AlertRule => ({
    ...owned,
    id: crypto.randomUUID(),
    name,
    condition,
    channelIds: channels.map(({ id }) => id),
    reminderMinutes: null,
    isEnabled: true,
    silencedUntilMs: null,
  })
  const errors = ruleOf('Error rate', { metric: 'error_rate', threshold: 10, windowMinutes: 15, minRequests: 20 }, [
    onCall,
    pager,
  ])
  const latency = ruleOf(
    'Slow responses',
    { metric: 'latency_p95', threshold: 20_000, windowMinutes: 30, minRequests: 10 },
    [onCall],
  )
  // Three times the average cost of a day, which the demo never reaches.
  const daily = Math.max(1, Math.ceil((3 * usdOf(totalNanoUsd)) / DEMO_DAYS))
  const cost = ruleOf('Cost per day', { metric: 'cost', threshold: daily, windowMinutes: 1_440, minRequests: 0 }, [
    onCall,
  ])
  const forecast = ruleOf(
    'Budget forecast',
    { metric: 'budget_forecast', threshold: 100, windowMinutes: 5, minRequests: 0 },
    [onCall],
  )
  // Disabled, because a configured SMTP server would accept e-mail to addresses that do not exist.
  const night = {
    ...ruleOf('Error rate at night', { metric: 'error_rate', threshold: 25, windowMinutes: 60, minRequests: 10 }, [
      mail,
    ]),
    isEnabled: false,
  }
  const firing = budgets
    .map((budget) => firingOf(forecast, budget, nowMs - 26 * HOUR_MS))
    .filter((state) => state.value > forecast.condition.threshold)
  const budgetAlerts = budgets.flatMap((budget) => budgetAlertOf(budget, home, nowMs))

  const ok = (channel: AlertChannel): Delivered => [channel, { status: 'delivered', error: null }, 1]
  const broken = (channel: AlertChannel): Delivered => [channel, { status: 'failed', error: 'HTTP status 503' }, 5]
  const past = (
    rule: AlertRule,
    kind: AlertEvent['kind'],
    [hoursAgo, sinceHoursAgo]: readonly [number, number],
    [value, requests]: readonly [number, number | null],
    deliveries: readonly Delivered[],
    { subjectName = '', isSilenced = false } = {},
  ): PastEvent => ({
    event: {
      ...home,
      id: Bun.randomUUIDv7('hex', nowMs - hoursAgo * HOUR_MS),
      kind,
      ruleId: rule.id,
      name: rule.name,
      atMs: nowMs - hoursAgo * HOUR_MS,
      isSilenced,
      facts: {
        condition: rule.condition,
        value,
        requests,
        subjectName,
        sinceMs: nowMs - sinceHoursAgo * HOUR_MS,
      },
      budget: null,
    },
    deliveries,
  })
  const silenced = { isSilenced: true }
  return {
    channels: [onCall, pager, mail],
    rules: [errors, latency, cost, forecast, night],
    firing,
    budgetAlerts,
    history: [
      past(errors, 'alert.fired', [122.5, 122.5], [14.3, 28], [ok(onCall), broken(pager)]),
      past(errors, 'alert.resolved', [122.1, 122.5], [4, 25], [ok(onCall), ok(pager)]),
      past(latency, 'alert.fired', [75, 75], [23_400, 41], [ok(onCall)]),
      past(latency, 'alert.resolved', [74.2, 75], [11_200, 44], [ok(onCall)]),
      past(errors, 'alert.fired', [51, 51], [12.5, 24], [], silenced),
      past(errors, 'alert.resolved', [50.6, 51], [3.7, 27], [], silenced),
      ...firing.map(({ value, subjectName }) =>
        past(forecast, 'alert.fired', [26, 26], [value, null], [ok(onCall)], { subjectName }),
      ),
      ...budgetAlerts.map((budget) => ({
        event: {
          ...home,
          id: budget.id,
          kind: 'budget.threshold_reached' as const,
          ruleId: null,
          name: budget.name,
          atMs: budget.atMs,
          isSilenced: false,
          facts: null,
          budget,
        },
        deliveries: [ok(mail)],
      })),
      past(errors, 'alert.fired', [4.8, 4.8], [38.2, 34], [ok(onCall), ok(pager)]),
      past(errors, 'alert.resolved', [2.4, 4.8], [6.1, 33], [ok(onCall), ok(pager)]),
    ],
  }
}

const LABELS = {
  workspace: 'Workspace',
  integration: 'Integration',
  virtual_key: 'Virtual key',
  api_key: 'API key',
  policy: 'Policy',
} as const

/** Uses the subject that the rule evaluation would use, so that the evaluation finds nothing new to report. */
function firingOf({ id: ruleId }: AlertRule, { holder, name, limit, used }: UsedBudget, sinceMs: number): FiringState {
  const subject = `${holder.kind} ${holder.id}`
  const named = `${LABELS[holder.kind]} ${name}`
  return {
    ruleId,
    subject: holder.kind === 'policy' ? `${subject} ${holder.value}` : subject,
    subjectName: holder.kind === 'policy' ? `${named}: ${holder.value}` : named,
    value: (shareOf({ limit, used }) / ELAPSED_SHARE) * 100,
    sinceMs,
    notifiedAtMs: sinceMs,
  }
}

function shareOf({ limit, used }: Pick<UsedBudget, 'limit' | 'used'>): number {
  if (limit.type === 'requests') return 0
  const usedUnits = limit.type === 'cost' ? usdOf(used.cost) : used.tokens
  return usedUnits / limit.creditLimit
}

/** Empty if the usage is below the alert threshold. */
function budgetAlertOf(
  { holder, name, limit, used }: UsedBudget,
  home: { readonly organisationId: string; readonly workspaceId: string },
  nowMs: number,
): StoredAlert[] {
  const atMs = nowMs - 20 * HOUR_MS
  const { unit, limitUnits, alertUnits } = budgetTerms({ holder, name, ...home }, limit)
  if (unit === 'requests' || alertUnits === null || used[unit] < alertUnits) return []
  const amounts = { unit, limitUnits, thresholdUnits: alertUnits, usedUnits: alertUnits }
  return [
    { id: Bun.randomUUIDv7('hex', atMs), ...home, holder, name, ...amounts, nextResetAtMs: nextResetMs(nowMs), atMs },
  ]
}

/** Call it inside the transaction. Past deliveries are stored as settled, so that nothing is sent. */
export async function insertAlerts(stores: Stores, alerts: DemoAlerts, nowMs: number): Promise<void> {
  for (const channel of alerts.channels) await stores.alertChannels.insert(channel)
  for (const rule of alerts.rules) {
    await stores.alertRules.insert(rule)
    const firing = alerts.firing.filter(({ ruleId }) => ruleId === rule.id)
    if (firing.length === 0) continue
    const value = Math.max(...firing.map((state) => state.value))
    await stores.alertRules.saveStatus(rule.id, { firing, value, evaluatedAtMs: nowMs })
  }
  for (const alert of alerts.budgetAlerts) await stores.alerts.insert(alert)
  for (const { event, deliveries } of alerts.history) {
    await stores.alertEvents.insert(
      event,
      deliveries.map(([channel]) => channel),
    )
    for (const [{ id: channelId }, outcome, attempts] of deliveries) {
      const delivery = { event, channelId, attempts: attempts - 1 }
      for (let before = 0; before < attempts; before++)
        await stores.alertEvents.claim({ event, channelId, attempts: before }, event.atMs)
      await stores.alertEvents.settle(delivery, { ...outcome, nextAttemptAtMs: event.atMs }, event.atMs)
    }
  }
}
