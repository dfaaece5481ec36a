/** All queries the reader worker can run. */

import type {
  AnalyticsSummary,
  BucketWidth,
  Graph,
  Graphs,
  GroupBy,
  GroupPage,
  GroupSeries,
  GuardrailAnalytics,
  ProviderAttemptsPage,
  SeriesMeasure,
} from '../../core/logs/analytics.ts'
import type { LogScope } from '../../core/logs/log-filter.ts'
import type { LogDetail, LogFacets, LogHistogram } from '../../core/logs/log-reader.ts'
import type { UnpricedFilter, UnpricedLog, UnpricedLogs } from '../../core/logs/unpriced.ts'
import type { Awaitable } from '../../core/ports.ts'
import { type AnalyticsQuery, prepareQuery } from '../analytics/analytics-query.ts'
import { errorStatusesGraph } from '../analytics/error-statuses-graph.ts'
import { facets } from '../analytics/facets.ts'
import { feedbackGraph } from '../analytics/feedback-graph.ts'
import { groupSeries } from '../analytics/group-series.ts'
import { groups } from '../analytics/groups.ts'
import { guardrailRuns } from '../analytics/guardrail-runs.ts'
import { logHistogram } from '../analytics/log-histogram.ts'
import { providerAttempts } from '../analytics/provider-attempts.ts'
import { summary, totalsGraph } from '../analytics/totals-graph.ts'
import { usersGraph } from '../analytics/users-graph.ts'
import { type ExportQuery, type ExportResult, exportLogs } from './export-logs.ts'
import { type ListQuery, type ListResult, listLogs } from './list-logs.ts'
import { listTraces, type TraceListQuery, type TraceListResult } from './list-traces.ts'
import type { LogDatabase } from './log-database.ts'
import type { ReadFilter } from './read-filter.ts'
import { readLog } from './read-log.ts'
import { type UnpricedPage, unpricedModels, unpricedPage } from './unpriced-logs.ts'

/** Parameters and result by kind of query. */
export type Queries = {
  readonly list: { readonly params: ListQuery; readonly result: ListResult }
  readonly read: { readonly params: LogScope & { readonly id: string }; readonly result: LogDetail | null }
  readonly export: { readonly params: ExportQuery; readonly result: ExportResult }
  readonly traces: { readonly params: TraceListQuery; readonly result: TraceListResult }
  readonly facets: { readonly params: { readonly filter: ReadFilter }; readonly result: LogFacets }
  readonly histogram: {
    readonly params: { readonly filter: ReadFilter; readonly bars: number }
    readonly result: LogHistogram
  }
  readonly graph: {
    readonly params: { readonly metric: keyof Graphs; readonly filter: ReadFilter; readonly width: BucketWidth | null }
    readonly result: Graph<keyof Graphs>
  }
  readonly summary: { readonly params: { readonly filter: ReadFilter }; readonly result: AnalyticsSummary }
  readonly groups: {
    readonly params: {
      readonly by: GroupBy
      readonly filter: ReadFilter
      readonly page: { readonly offset: number; readonly limit: number }
    }
    readonly result: GroupPage
  }
  readonly attempts: { readonly params: { readonly filter: ReadFilter }; readonly result: ProviderAttemptsPage }
  readonly guardrails: {
    readonly params: { readonly filter: ReadFilter; readonly width: BucketWidth | null }
    readonly result: GuardrailAnalytics
  }
  readonly series: {
    readonly params: {
      readonly by: GroupBy
      readonly filter: ReadFilter
      readonly top: { readonly measure: SeriesMeasure; readonly limit: number }
      readonly width: BucketWidth | null
    }
    readonly result: GroupSeries
  }
  readonly 'unpriced-models': {
    readonly params: { readonly filter: UnpricedFilter }
    readonly result: Awaited<ReturnType<UnpricedLogs['models']>>
  }
  readonly 'unpriced-page': { readonly params: UnpricedPage; readonly result: readonly UnpricedLog[] }
}

type Handlers = {
  readonly [Kind in keyof Queries]: (
    database: LogDatabase,
    params: Queries[Kind]['params'],
    nowMs: number,
  ) => Promise<Queries[Kind]['result']>
}

const DAY_MS = 86_400_000

const GRAPHS: {
  readonly [Metric in keyof Graphs]: (query: AnalyticsQuery, width: BucketWidth | null) => Promise<Graph<Metric>>
} = {
  totals: totalsGraph,
  users: usersGraph,
  'error-statuses': errorStatusesGraph,
  feedback: feedbackGraph,
}

const HANDLERS: Handlers = {
  list: listLogs,
  read: (database, { id, ...scope }) => readLog(database, scope, id),
  export: exportLogs,
  traces: listTraces,
  facets: async (database, { filter }, nowMs) => facets(await prepareQuery(database, filter, nowMs)),
  async histogram(database, { filter, bars }, nowMs) {
    const fromMs = filter.fromMs ?? (filter.toMs ?? nowMs) - DAY_MS
    return logHistogram(await prepareQuery(database, { ...filter, fromMs }, nowMs), bars)
  },
  graph: async (database, { metric, filter, width }, nowMs) =>
    GRAPHS[metric](await prepareQuery(database, filter, nowMs), width),
  summary: async (database, { filter }, nowMs) => summary(await prepareQuery(database, filter, nowMs)),
  groups: async (database, { by, filter, page }, nowMs) =>
    groups(await prepareQuery(database, filter, nowMs), by, page),
  attempts: async (database, { filter }, nowMs) => providerAttempts(await prepareQuery(database, filter, nowMs)),
  guardrails: (database, { filter, width }, nowMs) => guardrailRuns(database, filter, width, nowMs),
  series: async (database, { by, filter, top, width }, nowMs) =>
    groupSeries(await prepareQuery(database, filter, nowMs), by, top, width),
  'unpriced-models': (database, { filter }) => unpricedModels(database, filter),
  'unpriced-page': unpricedPage,
}

export type ReadQuery = {
  readonly [Kind in keyof Queries]: { readonly kind: Kind } & Queries[Kind]['params']
}[keyof Queries]

/**
 * Call in one snapshot: rollups must match their watermarks, and retention must not delete a block between reading a
 * row and its bodies.
 */
export function runQuery(database: LogDatabase, query: ReadQuery, nowMs: number): Awaitable<unknown> {
  const result = HANDLERS[query.kind] as (database: LogDatabase, params: ReadQuery, nowMs: number) => Promise<unknown>
  return result(database, query, nowMs)
}

/** A log store that runs each query in its own snapshot. */
export interface LogSource {
  run(query: ReadQuery): Promise<unknown>
  close(): Awaitable<void>
}
