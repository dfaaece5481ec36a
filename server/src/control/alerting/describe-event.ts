/** Describes an alert in words, for Slack, e-mail and the dashboard. */

import type { AlertEvent, RuleFacts } from '../../core/alerting/alert-events.ts'
import type { AlertMetric } from '../../core/alerting/alert-rules.ts'
import { amountOnWire } from '../limits-wire.ts'

export type EventText = { readonly title: string; readonly lines: readonly string[] }

const TITLES: Readonly<Record<AlertEvent['kind'], string>> = {
  'alert.fired': 'Firing',
  'alert.reminder': 'Still firing',
  'alert.resolved': 'Resolved',
  'alert.test': 'Test',
  'budget.threshold_reached': 'Budget alert',
}

const METRICS: Readonly<Record<AlertMetric, string>> = {
  error_rate: 'Error rate',
  latency_p95: 'p95 latency',
  cost: 'Cost',
  budget_forecast: 'Budget forecast',
}

export function describeEvent(event: AlertEvent): EventText {
  return { title: `${TITLES[event.kind]}: ${event.name}`, lines: linesOf(event) }
}

function linesOf({ kind, facts, budget, atMs }: AlertEvent): string[] {
  if (kind === 'alert.test')
    return ['Test notification of Gatehouse. No action is needed.', ...(facts ? [conditionText(facts)] : [])]
  if (budget) {
    const amount = (units: number) => amountText(budget.unit, amountOnWire(budget.unit, units))
    return [
      `${amount(budget.usedUnits)} of ${amount(budget.limitUnits)} used, alert threshold ${amount(budget.thresholdUnits)}.`,
    ]
  }
  return facts ? factLines(kind, facts, atMs) : []
}

function conditionText({ condition: { metric, threshold, windowMinutes } }: RuleFacts): string {
  const window = metric === 'budget_forecast' ? '' : ` over ${minutesText(windowMinutes)}`
  return `The rule fires if: ${METRICS[metric]} above ${valueText(metric, threshold)}${window}`
}

function factLines(kind: AlertEvent['kind'], facts: RuleFacts, atMs: number): string[] {
  const { metric, threshold, windowMinutes } = facts.condition
  const isForecast = metric === 'budget_forecast'
  const window = isForecast ? 'at the end of the period' : `over ${minutesText(windowMinutes)}`
  const value = facts.value === null ? 'too few requests' : valueText(metric, facts.value)
  const requests = facts.requests === null ? [] : [`Requests: ${facts.requests.toLocaleString('en')}`]
  const fired = minutesText(Math.max(0, Math.round((atMs - facts.sinceMs) / 60_000)))
  const duration = kind === 'alert.fired' ? [] : [`${kind === 'alert.resolved' ? 'Fired' : 'Firing'} for ${fired}`]
  return [
    `${METRICS[metric]}: ${value} ${window}, threshold ${valueText(metric, threshold)}`,
    ...(facts.subjectName === '' ? [] : [`Budget: ${facts.subjectName}`]),
    ...requests,
    ...duration,
  ]
}

function valueText(metric: AlertMetric, value: number): string {
  if (metric === 'latency_p95') return `${Math.round(value).toLocaleString('en')} ms`
  if (metric === 'cost') return amountText('cost', value)
  return `${Number(value.toFixed(1))} %${metric === 'budget_forecast' ? ' of the limit' : ''}`
}

function amountText(unit: string, amount: number): string {
  return unit === 'cost'
    ? `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
    : `${amount.toLocaleString('en')} ${unit}`
}

function minutesText(minutes: number): string {
  if (minutes < 120) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
