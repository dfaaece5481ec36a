/** Measures the metrics of alert rules: rollups of the logs, and the budgets of the ledger. */

import type { AlertReading, AlertRule } from '../../core/alerting/alert-rules.ts'
import type { Analytics, Totals } from '../../core/logs/analytics.ts'
import { usdOf } from '../../core/money/nano-usd.ts'
import type { Spending, SpendingService } from '../../core/money/spending.ts'
import { integrationHolderId } from '../../core/stores/integrations.ts'
import type { Limits } from '../../core/stores/limits.ts'
import { isGroupOfWorkspace, mayHaveGroupsOf } from '../../core/stores/policies.ts'
import type { Page, Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { VirtualKey } from '../../core/stores/virtual-keys.ts'
import { forecastPercent } from '../../policies/budget-forecast.ts'

const MINUTE_MS = 60_000
/** Bounds one evaluation. */
const MAX_HOLDERS: Page = { currentPage: 0, pageSize: 1_000 }
const MAX_BUDGETS = 100

/** Reads the metric of a rule. Within one evaluation, rules with the same scope and window share a query. */
export type ReadMetrics = (rule: AlertRule, nowMs: number) => Promise<readonly AlertReading[]>

export type MetricPorts = {
  readonly stores: Stores
  readonly analytics: Pick<Analytics, 'graph'>
  readonly spending: SpendingService
}

/** Call it once for each evaluation. */
export function metricReader({ stores, analytics, spending }: MetricPorts): ReadMetrics {
  const totals = new Map<string, Promise<Totals>>()
  const budgets = new Map<string, Promise<readonly AlertReading[]>>()
  return async (rule, nowMs) => {
    const { organisationId, workspaceId, condition } = rule
    const scope = `${organisationId} ${workspaceId}`
    if (condition.metric === 'budget_forecast')
      return remembered(budgets, scope, () => readForecasts({ organisationId, workspaceId }, stores, spending, nowMs))
    const sums = await remembered(totals, `${scope} ${condition.windowMinutes}`, async () => {
      const fromMs = nowMs - condition.windowMinutes * MINUTE_MS
      // Rollups by minute cover this filter; no single log is read.
      return (await analytics.graph('totals', { organisationId, workspaceId, fromMs, toMs: nowMs + 1 }, 'minute'))
        .summary
    })
    return [{ subject: '', subjectName: '', value: measured(condition.metric, sums), requests: sums.requests }]
  }
}

function remembered<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>) {
  const value = known.get(key) ?? read()
  known.set(key, value)
  return value
}

function measured(metric: 'error_rate' | 'latency_p95' | 'cost', { requests, errors, latency, cost }: Totals) {
  switch (metric) {
    case 'error_rate':
      return requests === 0 ? null : (errors / requests) * 100
    case 'latency_p95':
      return latency.p95Ms
    case 'cost':
      return usdOf(cost.nanoUsd)
  }
}

/** The budgets with the highest forecast first. */
async function readForecasts(
  reach: Reach,
  stores: Stores,
  spending: SpendingService,
  nowMs: number,
): Promise<readonly AlertReading[]> {
  const readings: AlertReading[] = []
  for await (const { subject, subjectName, spent } of budgetsOf(reach, stores, spending)) {
    const value = forecastPercent(spent, nowMs)
    if (value !== null) readings.push({ subject, subjectName, value, requests: null })
  }
  return readings.sort((left, right) => (right.value ?? 0) - (left.value ?? 0)).slice(0, MAX_BUDGETS)
}

type Budget = { readonly subject: string; readonly subjectName: string; readonly spent: Spending }

/** The budgets of the workspace, or of the whole organisation: at most 1,000 holders of each kind, and all policies. */
async function* budgetsOf(reach: Reach, stores: Stores, spending: SpendingService): AsyncGenerator<Budget> {
  const { organisationId, workspaceId } = reach
  const workspaces =
    workspaceId === null
      ? (await stores.workspaces.list(organisationId, {}, MAX_HOLDERS)).rows
      : [await stores.workspaces.find(organisationId, workspaceId)].filter((one) => one !== undefined)
  const types = ['organisation-service', 'workspace-service', 'workspace-user'] as const
  const virtualKeys = (await stores.virtualKeys.list(reach, MAX_HOLDERS)).rows
  const holders = [
    ...workspaces.map((one) => ({ kind: 'workspace' as const, label: 'Workspace', ...namedLimits(one) })),
    ...virtualKeys.map((one) => ({ kind: 'virtual_key' as const, label: 'Virtual key', ...namedLimits(one) })),
    ...grantsIn(virtualKeys).map((one) => ({ kind: 'integration' as const, label: 'Integration', ...one })),
    ...(await stores.apiKeys.list(reach, { types }, MAX_HOLDERS)).rows.map((one) => ({
      kind: 'api_key' as const,
      label: 'API key',
      ...namedLimits(one),
    })),
  ]
  for (const { kind, id, name, label, limits } of holders) {
    if (limits.usageLimit === null) continue
    const spent = await spending.read({ kind, id }, limits.usageLimit)
    yield { subject: `${kind} ${id}`, subjectName: `${label} ${name}`, spent }
  }
  for (const policy of await stores.policies.active(organisationId)) {
    if (policy.kind !== 'usage' || (workspaceId !== null && !mayHaveGroupsOf(policy, workspaceId))) continue
    for (const { value, spending: spent } of await spending.readPolicy(policy.id, policy.limit)) {
      // A policy for every workspace also has groups of other workspaces, which would reveal their spending and users.
      if (workspaceId !== null && !isGroupOfWorkspace(policy, value, workspaceId)) continue
      yield {
        subject: `policy ${policy.id} ${value}`,
        subjectName: `Policy ${policy.name ?? policy.id}: ${value}`,
        spent,
      }
    }
  }
}

/** The budgets of workspaces on the integrations that their virtual keys were made from. */
function grantsIn(virtualKeys: readonly VirtualKey[]) {
  const grants = virtualKeys.flatMap(({ workspaceId, integration }) => {
    if (integration === null) return []
    const { id, slug: name, limits } = integration
    return [{ id: integrationHolderId(id, workspaceId), name, limits }]
  })
  return [...new Map(grants.map((grant) => [grant.id, grant])).values()]
}

function namedLimits({ id, name, limits }: { readonly id: string; readonly name: string; readonly limits: Limits }) {
  return { id, name, limits }
}
