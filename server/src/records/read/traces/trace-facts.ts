/** What traces add up to: all requests of each, whatever filter found it. */

import type { LogScope } from '../../../core/logs/log-filter.ts'
import type { TraceSummary } from '../../../core/logs/log-traces.ts'
import type { LogDatabase } from '../engine/log-database.ts'
import { Conditions } from '../read-filter.ts'

/** Of all traces asked for together: a trace id that stands on everything must not hold the reader. */
const MOST_LOGS = 20_000
const MOST_MODELS = 20

export type TraceKey = { readonly workspaceId: string; readonly traceId: string }
export type TraceFacts = Omit<TraceSummary, 'words'>

const READ_COLUMNS = `workspace_id, trace_id, model, started_at_ms, duration_ms, status, ending, cost_nano_usd, total_tokens,
  user_label`
const SUMS = `workspace_id, trace_id, model, count(*),
  sum(CASE WHEN status >= 400 OR ending = 'broken' THEN 1 ELSE 0 END), max(status), min(started_at_ms),
  max(started_at_ms), max(started_at_ms + duration_ms), sum(cost_nano_usd), count(cost_nano_usd), sum(total_tokens),
  min(user_label)`

/** One row a model. */
type ModelRow = [
  workspaceId: string,
  traceId: string,
  model: string | null,
  requests: number,
  errors: number,
  worstStatus: number,
  firstAtMs: number,
  lastAtMs: number,
  endMs: number,
  costNanoUsd: number | null,
  priced: number,
  totalTokens: number | null,
  user: string | null,
]

export function traceName({ workspaceId, traceId }: TraceKey): string {
  return `${workspaceId}\u0000${traceId}`
}

/** By `traceName`. */
export async function traceFacts(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  traces: readonly TraceKey[],
): Promise<ReadonlyMap<string, TraceFacts>> {
  if (traces.length === 0) return new Map()
  const { words } = database
  const conditions = new Conditions(words)
  conditions.take(words.rareIs('trace_id', [...new Set(traces.map(({ traceId }) => traceId))]))
  conditions.where('organisation_id = ?', organisationId)
  if (workspaceId !== null) conditions.where('workspace_id = ?', workspaceId)
  const sql = `SELECT ${SUMS} FROM (
      SELECT ${READ_COLUMNS} FROM ${words.logsBy('logs_trace')} WHERE ${conditions.text} LIMIT ${MOST_LOGS + 1}
    ) AS found GROUP BY workspace_id, trace_id, model`
  const rows = (await database.rows(sql, conditions.values)) as ModelRow[]
  const isPartial = rows.reduce((sum, [, , , requests]) => sum + Number(requests), 0) > MOST_LOGS
  const groups = Map.groupBy(rows, ([ofWorkspace, traceId]) => traceName({ workspaceId: ofWorkspace, traceId }))
  return new Map([...groups].map(([name, models]) => [name, factsOf(models, isPartial)]))
}

function factsOf(rows: readonly ModelRow[], isPartial: boolean): TraceFacts {
  const [workspaceId, traceId] = rows[0]!
  const numbers = (at: number) => rows.map((row) => Number(row[at] ?? 0))
  const sum = (at: number) => numbers(at).reduce((total, value) => total + value, 0)
  const requests = sum(3)
  const priced = sum(10)
  const firstAtMs = Math.min(...numbers(6))
  const models = rows
    .toSorted((left, right) => right[3] - left[3])
    .flatMap(([, , model]) => (model === null ? [] : [model]))
  return {
    traceId,
    workspaceId,
    requests,
    errors: sum(4),
    worstStatus: Math.max(...numbers(5)),
    firstAtMs,
    lastAtMs: Math.max(...numbers(7)),
    durationMs: Math.max(...numbers(8)) - firstAtMs,
    models: models.slice(0, MOST_MODELS),
    user: rows.flatMap(({ [12]: user }) => (user === null ? [] : [user])).toSorted()[0] ?? null,
    totalTokens: sum(11),
    costNanoUsd: priced === 0 ? null : sum(9),
    unpricedRequests: requests - priced,
    isPartial,
  }
}
