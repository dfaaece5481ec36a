/** Everything the reader worker can be asked. */

import type {
  AnalyticsSummary,
  BucketWidth,
  Graph,
  Graphs,
  GroupBy,
  GroupPage,
  GroupSeries,
  SeriesMeasure,
} from '../../core/logs/analytics.ts'
import type { LogScope } from '../../core/logs/log-filter.ts'
import type { LogDetail, LogFacets, LogHistogram } from '../../core/logs/log-reader.ts'
import type { UnpricedFilter, UnpricedLog, UnpricedLogs } from '../../core/logs/unpriced.ts'
import type { Awaitable } from '../../core/ports.ts'
import { openQuestion, type Question } from '../analytics/analytics-query.ts'
import { errorStatusesGraph } from '../analytics/error-statuses-graph.ts'
import { facets } from '../analytics/facets.ts'
import { feedbackGraph } from '../analytics/feedback-graph.ts'
import { groupSeries } from '../analytics/group-series.ts'
import { groups } from '../analytics/groups.ts'
import { logHistogram } from '../analytics/log-histogram.ts'
import { summary, totalsGraph } from '../analytics/totals-graph.ts'
import { usersGraph } from '../analytics/users-graph.ts'
import { type ExportQuery, type ExportResult, exportLogs } from './export-logs.ts'
import { type ListQuery, type ListResult, listLogs } from './list-logs.ts'
import { listTraces, type TraceListQuery, type TraceListResult } from './list-traces.ts'
import type { LogDatabase } from './log-database.ts'
import type { ReadFilter } from './read-filter.ts'
import { readLog } from './read-log.ts'
import { type UnpricedPage, unpricedModels, unpricedPage } from './unpriced-logs.ts'

/** By kind: what is asked, and what is answered. */
export type Questions = {
  readonly list: { readonly ask: ListQuery; readonly answer: ListResult }
  readonly read: { readonly ask: LogScope & { readonly id: string }; readonly answer: LogDetail | null }
  readonly export: { readonly ask: ExportQuery; readonly answer: ExportResult }
  readonly traces: { readonly ask: TraceListQuery; readonly answer: TraceListResult }
  readonly facets: { readonly ask: { readonly filter: ReadFilter }; readonly answer: LogFacets }
  readonly histogram: {
    readonly ask: { readonly filter: ReadFilter; readonly bars: number }
    readonly answer: LogHistogram
  }
  readonly graph: {
    readonly ask: { readonly metric: keyof Graphs; readonly filter: ReadFilter; readonly width: BucketWidth | null }
    readonly answer: Graph<keyof Graphs>
  }
  readonly summary: { readonly ask: { readonly filter: ReadFilter }; readonly answer: AnalyticsSummary }
  readonly groups: {
    readonly ask: {
      readonly by: GroupBy
      readonly filter: ReadFilter
      readonly page: { readonly offset: number; readonly limit: number }
    }
    readonly answer: GroupPage
  }
  readonly series: {
    readonly ask: {
      readonly by: GroupBy
      readonly filter: ReadFilter
      readonly top: { readonly measure: SeriesMeasure; readonly limit: number }
      readonly width: BucketWidth | null
    }
    readonly answer: GroupSeries
  }
  readonly 'unpriced-models': {
    readonly ask: { readonly filter: UnpricedFilter }
    readonly answer: Awaited<ReturnType<UnpricedLogs['models']>>
  }
  readonly 'unpriced-page': { readonly ask: UnpricedPage; readonly answer: readonly UnpricedLog[] }
}

type Answers = {
  readonly [Kind in keyof Questions]: (
    database: LogDatabase,
    ask: Questions[Kind]['ask'],
    nowMs: number,
  ) => Promise<Questions[Kind]['answer']>
}

const DAY_MS = 86_400_000

const GRAPHS: {
  readonly [Metric in keyof Graphs]: (question: Question, width: BucketWidth | null) => Promise<Graph<Metric>>
} = {
  totals: totalsGraph,
  users: usersGraph,
  'error-statuses': errorStatusesGraph,
  feedback: feedbackGraph,
}

const ANSWERS: Answers = {
  list: listLogs,
  read: (database, { id, ...scope }) => readLog(database, scope, id),
  export: exportLogs,
  traces: listTraces,
  facets: async (database, { filter }, nowMs) => facets(await openQuestion(database, filter, nowMs)),
  async histogram(database, { filter, bars }, nowMs) {
    const fromMs = filter.fromMs ?? (filter.toMs ?? nowMs) - DAY_MS
    return logHistogram(await openQuestion(database, { ...filter, fromMs }, nowMs), bars)
  },
  graph: async (database, { metric, filter, width }, nowMs) =>
    GRAPHS[metric](await openQuestion(database, filter, nowMs), width),
  summary: async (database, { filter }, nowMs) => summary(await openQuestion(database, filter, nowMs)),
  groups: async (database, { by, filter, page }, nowMs) =>
    groups(await openQuestion(database, filter, nowMs), by, page),
  series: async (database, { by, filter, top, width }, nowMs) =>
    groupSeries(await openQuestion(database, filter, nowMs), by, top, width),
  'unpriced-models': (database, { filter }) => unpricedModels(database, filter),
  'unpriced-page': unpricedPage,
}

export type ReadQuestion = {
  readonly [Kind in keyof Questions]: { readonly kind: Kind } & Questions[Kind]['ask']
}[keyof Questions]

/** In one snapshot: sums and their marks belong together, and retention must not take a block between row and bodies. */
export function answerReader(database: LogDatabase, question: ReadQuestion, nowMs: number): Awaitable<unknown> {
  const answer = ANSWERS[question.kind] as (database: LogDatabase, ask: ReadQuestion, nowMs: number) => Promise<unknown>
  return answer(database, question, nowMs)
}

// >>> server/src/records/read/log-source.ts: /** A store of logs that answers readers' questions, each in a snapshot of its own. */
export interface LogSource {
  answer(question: ReadQuestion): Promise<unknown>
  close(): Awaitable<void>
}
