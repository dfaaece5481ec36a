/** One page of traces, ordered by their newest matching request. Scans requests within a time limit. */

import type { LogScope } from '../../core/logs/log-filter.ts'
import type { TraceSummary } from '../../core/logs/log-traces.ts'
import { promptStart } from '../../core/logs/readable-text.ts'
import type { Watermarks } from '../rollups/watermarks.ts'
import type { LogPosition } from './cursor.ts'
import { storedRange } from './list-logs.ts'
import { CONTENT_COLUMNS, contentLocation, readContents } from './log-contents.ts'
import type { LogDatabase } from './log-database.ts'
import { Conditions, type ReadFilter } from './read-filter.ts'
import { findWatermarks, type TimeRange } from './rollup-reader.ts'
import { scanLogs } from './scan-logs.ts'
import { SearchTime } from './search-time.ts'
import { timeOfId } from './timed-id.ts'

const SEARCH_MS = 100
/** Requests scanned, and traces aggregated, between two checks of the time limit. */
const BATCH_ROWS = 1000
const BATCH_TRACES = 50

export type TraceListQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: LogPosition | null
  readonly leastRequests: number
}

export type TraceListResult = {
  readonly traces: readonly TraceSummary[]
  readonly next: LogPosition | null
  readonly isPartial: boolean
}

/** A trace and the position of its newest matching request. */
type FoundTrace = { readonly workspaceId: string; readonly traceId: string; readonly position: LogPosition }

export async function listTraces(database: LogDatabase, query: TraceListQuery): Promise<TraceListResult> {
  const watermarks = await findWatermarks(database, Date.now())
  const search = new TraceSearch(database, query, watermarks, await storedRange(database, query.filter))
  return search.page()
}

class TraceSearch {
  readonly #time = new SearchTime(SEARCH_MS)
  readonly #found: TraceFacts[] = []
  readonly #seen = new Set<string>()
  /** Requests that are probably the only one of their trace. */
  readonly #single = new Map<string, FoundTrace>()

  constructor(
    private readonly database: LogDatabase,
    private readonly query: TraceListQuery,
    private readonly watermarks: Watermarks,
    private readonly range: TimeRange,
  ) {}

  async page(): Promise<TraceListResult> {
    let after = this.query.after
    for (;;) {
      const { traces, next } = await this.#scan(after)
      const last = await this.#takeAll(traces)
      if (last) return this.#result(last, this.#found.length < this.query.limit)
      if (next === null) return this.#result(null, false)
      if (this.#time.isOverAfterStep()) return this.#result(next, true)
      after = next
    }
  }

  /** Returns where the page ends: it is full, or the time is over. Null if all traces were taken and more would fit. */
  async #takeAll(traces: readonly FoundTrace[]): Promise<LogPosition | null> {
    for (let at = 0; at < traces.length; at += BATCH_TRACES) {
      const some = traces.slice(at, at + BATCH_TRACES)
      const facts = await traceFacts(this.database, this.query.filter, some)
      for (const one of some) {
        const own = facts.get(traceKeyText(one))
        if (!own || own.requests < this.query.leastRequests || (await this.#wasOnEarlierPage(one, own))) continue
        this.#found.push(own)
        if (this.#found.length >= this.query.limit) return one.position
      }
      const end = some.at(-1)
      const hasMore = at + BATCH_TRACES < traces.length
      if (end && hasMore && this.#time.isOverAfterStep()) return end.position
    }
    return null
  }

  async #scan(
    after: LogPosition | null,
  ): Promise<{ readonly traces: readonly FoundTrace[]; readonly next: LogPosition | null }> {
    const traces: FoundTrace[] = []
    const scan = {
      filter: this.query.filter,
      range: this.range,
      order: 'newest' as const,
      columns: ['workspace_id', 'trace_id'],
      time: this.#time,
    }
    const { next } = await scanLogs(
      this.database,
      { ...scan, after, limit: BATCH_ROWS },
      this.watermarks,
      ([startedAtMs, seq, workspaceId, traceId]) => {
        const one = { workspaceId: workspaceId as string, traceId: traceId as string, position: { startedAtMs, seq } }
        if (this.#isNew(one)) traces.push(one)
        return true
      },
    )
    return { traces, next }
  }

  #isNew(trace: FoundTrace): boolean {
    const name = traceKeyText(trace)
    if (this.#seen.has(name)) return false
    // Skip requests that are probably alone in their trace, without looking them up.
    if (
      this.query.leastRequests > 1 &&
      !this.#single.has(name) &&
      madeOwnTraceId(trace.traceId, trace.position.startedAtMs)
    ) {
      this.#single.set(name, trace)
      return false
    }
    this.#seen.add(name)
    return true
  }

  /** True if the trace's newest matching request was on an earlier page. */
  async #wasOnEarlierPage({ traceId, workspaceId }: FoundTrace, facts: TraceFacts): Promise<boolean> {
    const { filter, after } = this.query
    if (after === null || (!facts.isPartial && facts.lastAtMs < after.startedAtMs)) return false
    let newest: LogPosition | null = null
    await scanLogs(
      this.database,
      {
        filter: { ...filter, workspaceId, traceIds: [traceId] },
        range: this.range,
        order: 'newest',
        after: null,
        columns: [],
        limit: 1,
        time: this.#time,
      },
      this.watermarks,
      ([startedAtMs, seq]) => {
        newest = { startedAtMs, seq }
        return true
      },
    )
    return newest !== null && !isBehind(newest, after)
  }

  async #result(next: LogPosition | null, isPartial: boolean): Promise<TraceListResult> {
    return { traces: await addFirstWords(this.database, this.query.filter, this.#found), next, isPartial }
  }
}

function isBehind(position: LogPosition, end: LogPosition): boolean {
  return position.startedAtMs < end.startedAtMs || (position.startedAtMs === end.startedAtMs && position.seq < end.seq)
}

/** The gateway creates the id while the request arrives; a request that reuses the id starts later. */
const MAX_CLOCK_GAP_MS = 5

/** True if the gateway created the trace id for this request: the first and usually the only request of its trace. */
function madeOwnTraceId(traceId: string, startedAtMs: number): boolean {
  const madeAtMs = timeOfId(traceId)
  return madeAtMs !== null && Math.abs(madeAtMs - startedAtMs) <= MAX_CLOCK_GAP_MS
}

/** Limit for all traces of one query together: a client may send the same trace id with every request. */
const MAX_LOGS = 20_000
const MAX_MODELS = 20

type TraceKey = { readonly workspaceId: string; readonly traceId: string }
type TraceFacts = Omit<TraceSummary, 'words'>

const READ_COLUMNS = `workspace_id, trace_id, model, started_at_ms, duration_ms, status, ending, cost_nano_usd, total_tokens,
  user_label`
const SUMS = `workspace_id, trace_id, model, count(*),
  sum(CASE WHEN status >= 400 OR ending = 'broken' THEN 1 ELSE 0 END), max(status), min(started_at_ms),
  max(started_at_ms), max(started_at_ms + duration_ms), sum(cost_nano_usd), count(cost_nano_usd), sum(total_tokens),
  min(user_label)`

/** One row per trace and model. */
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

function traceKeyText({ workspaceId, traceId }: TraceKey): string {
  return `${workspaceId}\u0000${traceId}`
}

/** Aggregates all requests of each trace, not only the matching ones. Keyed by `traceKeyText`. */
async function traceFacts(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  traces: readonly TraceKey[],
): Promise<ReadonlyMap<string, TraceFacts>> {
  if (traces.length === 0) return new Map()
  const { dialect } = database
  const { logs } = dialect.textLookUp('trace_id', [...new Set(traces.map(({ traceId }) => traceId))])
  const conditions = new Conditions(dialect)
  conditions.where('organisation_id = ?', organisationId)
  if (workspaceId !== null) conditions.where('workspace_id = ?', workspaceId)
  const sql = `SELECT ${SUMS} FROM (
      SELECT ${READ_COLUMNS} FROM ${logs.text} AND ${conditions.text} LIMIT ${MAX_LOGS + 1}
    ) AS found GROUP BY workspace_id, trace_id, model`
  const rows = (await database.rows(sql, [...logs.values, ...conditions.values])) as ModelRow[]
  const isPartial = rows.reduce((sum, [, , , requests]) => sum + Number(requests), 0) > MAX_LOGS
  const groups = Map.groupBy(rows, ([ofWorkspace, traceId]) => traceKeyText({ workspaceId: ofWorkspace, traceId }))
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
    models: models.slice(0, MAX_MODELS),
    user: rows.flatMap(({ [12]: user }) => (user === null ? [] : [user])).toSorted()[0] ?? null,
    totalTokens: sum(11),
    costNanoUsd: priced === 0 ? null : sum(9),
    unpricedRequests: requests - priced,
    isPartial,
  }
}

/** Keeps the page below 200 ms together with the search. */
const READ_MS = 50

type FirstRow = [workspaceId: string, traceId: string, startedAtMs: number, ...content: unknown[]]

/** Adds the first words of each trace's first request. Traces beyond the time limit get none. */
async function addFirstWords(
  database: LogDatabase,
  scope: LogScope,
  traces: readonly TraceFacts[],
): Promise<TraceSummary[]> {
  const time = new SearchTime(READ_MS)
  const firsts = await firstRows(database, scope, traces)
  const locations = firsts.map(([, , startedAtMs, ...cells]) =>
    contentLocation(startedAtMs, cells, { detail: false, body: true }),
  )
  const words = new Map<string, string | null>()
  for await (const contents of readContents(database, locations)) {
    for (const { bodies } of contents) {
      const [workspaceId, traceId] = firsts[words.size]!
      words.set(traceKeyText({ workspaceId, traceId }), bodies.request && promptStart(bodies.request))
    }
    if (time.isOverAfterStep()) break
  }
  return traces.map((trace) => ({ ...trace, words: words.get(traceKeyText(trace)) ?? null }))
}

/** The first request of each trace. */
async function firstRows(
  database: LogDatabase,
  { organisationId, workspaceId }: LogScope,
  traces: readonly TraceFacts[],
): Promise<FirstRow[]> {
  if (traces.length === 0) return []
  const { dialect } = database
  const conditions = new Conditions(dialect)
  conditions.take(dialect.anyOf('started_at_ms', [...new Set(traces.map(({ firstAtMs }) => firstAtMs))]))
  conditions.take(dialect.anyOf('trace_id', [...new Set(traces.map(({ traceId }) => traceId))]))
  conditions.where('organisation_id = ?', organisationId)
  if (workspaceId !== null) conditions.where('workspace_id = ?', workspaceId)
  const columns = ['workspace_id', 'trace_id', 'started_at_ms', ...CONTENT_COLUMNS]
  const sql = `SELECT ${columns.join(', ')} FROM ${dialect.logsBy('logs_time')} WHERE ${conditions.text}`
  const rows = (await database.rows(sql, conditions.values)) as FirstRow[]
  const starts = new Map(traces.map((trace) => [traceKeyText(trace), trace.firstAtMs]))
  const chosen = new Map<string, FirstRow>()
  for (const row of rows) {
    const name = traceKeyText({ workspaceId: row[0], traceId: row[1] })
    if (!chosen.has(name) && starts.get(name) === Number(row[2])) chosen.set(name, row)
  }
  return [...chosen.values()]
}
