/** How traces begin: the first words of their first requests. */

import type { LogScope } from '../../../core/logs/log-filter.ts'
import type { TraceSummary } from '../../../core/logs/log-traces.ts'
import { promptStart } from '../../../core/logs/readable-text.ts'
import type { LogDatabase } from '../engine/log-database.ts'
import { INSIDE_COLUMNS, insidePlace, readInsides } from '../inside/read-insides.ts'
import { Conditions } from '../read-filter.ts'
import { type TraceFacts, traceName } from './trace-facts.ts'

/** With the search before it well under 200 ms. */
const READ_MS = 50

type FirstRow = [workspaceId: string, traceId: string, startedAtMs: number, ...inside: unknown[]]

export async function readTraceWords(
  database: LogDatabase,
  scope: LogScope,
  traces: readonly TraceFacts[],
): Promise<TraceSummary[]> {
  const deadlineMs = performance.now() + READ_MS
  const firsts = await firstRows(database, scope, traces)
  const places = firsts.map(([, , startedAtMs, ...cells]) =>
    insidePlace(startedAtMs, cells, { detail: false, body: true }),
  )
  const words = new Map<string, string | null>()
  for await (const insides of readInsides(database, places)) {
    for (const { bodies } of insides) {
      const [workspaceId, traceId] = firsts[words.size]!
      words.set(traceName({ workspaceId, traceId }), bodies.request && promptStart(bodies.request))
    }
    if (performance.now() >= deadlineMs) break
  }
  return traces.map((trace) => ({ ...trace, words: words.get(traceName(trace)) ?? null }))
}

/** One row a trace: that of its first start. */
async function firstRows(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  traces: readonly TraceFacts[],
): Promise<FirstRow[]> {
  if (traces.length === 0) return []
  const { words } = database
  const conditions = new Conditions(words)
  conditions.take(words.anyOf('started_at_ms', [...new Set(traces.map(({ firstAtMs }) => firstAtMs))]))
  conditions.take(words.anyOf('trace_id', [...new Set(traces.map(({ traceId }) => traceId))]))
  conditions.where('organisation_id = ?', organisationId)
  if (workspaceId !== null) conditions.where('workspace_id = ?', workspaceId)
  const columns = ['workspace_id', 'trace_id', 'started_at_ms', ...INSIDE_COLUMNS]
  const sql = `SELECT ${columns.join(', ')} FROM ${words.logsBy('logs_time')} WHERE ${conditions.text}`
  const rows = (await database.rows(sql, conditions.values)) as FirstRow[]
  const starts = new Map(traces.map((trace) => [traceName(trace), trace.firstAtMs]))
  const chosen = new Map<string, FirstRow>()
  for (const row of rows) {
    const name = traceName({ workspaceId: row[0], traceId: row[1] })
    if (!chosen.has(name) && starts.get(name) === Number(row[2])) chosen.set(name, row)
  }
  return [...chosen.values()]
}
