/** Evaluates alert rules once: measures, advances their state and queues notifications. */

import { channelsOf } from '../../core/alerting/alert-channels.ts'
import { EVENT_RETENTION_MS } from '../../core/alerting/alert-events.ts'
import type { AlertReading, AlertRule, FiringState } from '../../core/alerting/alert-rules.ts'
import type { ControlStore, Stores } from '../../core/stores/stores.ts'
import { stepAlert } from '../../policies/alert-state.ts'
import type { ReadMetrics } from './read-metrics.ts'

export type EvaluationPorts = {
  readonly control: ControlStore
  readonly read: ReadMetrics
  readonly onDefect: (error: unknown) => void
}

/** A rule that fails does not stop the others. */
export async function evaluateRules(
  rules: readonly AlertRule[],
  { control, read, onDefect }: EvaluationPorts,
  nowMs: number,
): Promise<void> {
  for (const rule of rules) {
    try {
      const readings = await read(rule, nowMs)
      await control.transact((stores) => advance(rule, readings, stores, nowMs))
    } catch (error) {
      onDefect(error)
    }
  }
  await control.stores.alertEvents.removeBefore(nowMs - EVENT_RETENTION_MS)
}

/** One transaction: a crash leaves neither an event without its state nor a state without its event. */
async function advance(
  measured: AlertRule,
  readings: readonly AlertReading[],
  stores: Stores,
  nowMs: number,
): Promise<void> {
  const rule = await stores.alertRules.find(measured, measured.id)
  // Changed or deleted while it was measured: the next evaluation measures the new condition.
  if (!rule?.isEnabled || rule.updatedAtMs !== measured.updatedAtMs) return
  const before = (await stores.alertRules.statusOf([rule.id])).get(rule.id)?.firing ?? []
  const firing: FiringState[] = []
  for (const reading of [...readings, ...goneFrom(readings, before)]) {
    const known = before.find(({ subject }) => subject === reading.subject)
    const step = stepAlert(rule, known, reading, nowMs)
    if (step.firing) firing.push(step.firing)
    if (step.event === null) continue
    const { value, requests, subjectName } = reading
    const event = {
      id: Bun.randomUUIDv7(),
      organisationId: rule.organisationId,
      workspaceId: rule.workspaceId,
      kind: step.event,
      ruleId: rule.id,
      name: rule.name,
      atMs: nowMs,
      isSilenced: !step.isNotified,
      facts: { condition: rule.condition, value, requests, subjectName, sinceMs: known?.sinceMs ?? nowMs },
      budget: null,
    }
    await stores.alertEvents.insert(event, step.isNotified ? await channelsOf(rule, stores.alertChannels) : [])
  }
  const values = readings.flatMap(({ value }) => value ?? [])
  const value = values.length === 0 ? null : Math.max(...values)
  await stores.alertRules.saveStatus(rule.id, { firing, value, evaluatedAtMs: nowMs })
}

/** Budgets that fired and no longer exist. */
function goneFrom(readings: readonly AlertReading[], before: readonly FiringState[]): readonly AlertReading[] {
  return before
    .filter(({ subject }) => !readings.some((reading) => reading.subject === subject))
    .map(({ subject, subjectName }) => ({ subject, subjectName, value: null, requests: null }))
}
