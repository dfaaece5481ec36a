/** State machine of an alert rule: ok -> firing -> resolved, with one notification for each change. */

import type { AlertEventKind } from '../core/alerting/alert-events.ts'
import type { AlertReading, AlertRule, FiringState } from '../core/alerting/alert-rules.ts'

const MINUTE_MS = 60_000

type Rule = Pick<AlertRule, 'id' | 'condition' | 'reminderMinutes' | 'silencedUntilMs'>

export type AlertStep = {
  /** Null: the condition is not met. */
  readonly firing: FiringState | null
  /** Null: nothing to record. */
  readonly event: Extract<AlertEventKind, 'alert.fired' | 'alert.reminder' | 'alert.resolved'> | null
  /** False while the rule is silenced. */
  readonly isNotified: boolean
}

export function stepAlert(
  rule: Rule,
  before: FiringState | undefined,
  reading: AlertReading,
  nowMs: number,
): AlertStep {
  const isSilenced = rule.silencedUntilMs !== null && nowMs < rule.silencedUntilMs
  const { value } = reading
  if (value === null || !isMet(rule, value, reading.requests)) {
    if (!before) return { firing: null, event: null, isNotified: false }
    // If no notification was sent when the rule fired, none is sent when it resolves.
    return { firing: null, event: 'alert.resolved', isNotified: !isSilenced && before.notifiedAtMs !== null }
  }
  const { subject, subjectName } = reading
  const current = { ruleId: rule.id, subject, subjectName, value, sinceMs: before?.sinceMs ?? nowMs }
  if (!before) {
    return {
      firing: { ...current, notifiedAtMs: isSilenced ? null : nowMs },
      event: 'alert.fired',
      isNotified: !isSilenced,
    }
  }
  const kept = { firing: { ...current, notifiedAtMs: before.notifiedAtMs }, event: null, isNotified: false }
  if (isSilenced) return kept
  const notified = { firing: { ...current, notifiedAtMs: nowMs }, isNotified: true }
  // The rule fired while it was silenced, and the silence has ended.
  if (before.notifiedAtMs === null) return { ...notified, event: 'alert.fired' }
  // A notification time in the future was set by a clock that was ahead.
  const isReminderDue =
    rule.reminderMinutes !== null &&
    (nowMs - before.notifiedAtMs >= rule.reminderMinutes * MINUTE_MS || before.notifiedAtMs > nowMs)
  return isReminderDue ? { ...notified, event: 'alert.reminder' } : kept
}

function isMet({ condition }: Rule, value: number, requests: number | null): boolean {
  return value > condition.threshold && (requests === null || requests >= condition.minRequests)
}
