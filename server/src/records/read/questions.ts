/** Everything the reader worker can be asked. */

import type { Database } from 'bun:sqlite'
import type { AnalyticsSummary, BucketWidth, Graph, Graphs, GroupBy, GroupPage } from '../../core/logs/analytics.ts'
import type { LogScope } from '../../core/logs/log-filter.ts'
import type { LogDetail, LogFacets, LogHistogram } from '../../core/logs/log-reader.ts'
import { errorStatusesGraph } from '../analytics/error-statuses-graph.ts'
import { facets } from '../analytics/facets.ts'
import { feedbackGraph } from '../analytics/feedback-graph.ts'
import { groups } from '../analytics/groups.ts'
import { logHistogram } from '../analytics/log-histogram.ts'
import { openQuestion, type Question } from '../analytics/question.ts'
import { summary, totalsGraph } from '../analytics/totals-graph.ts'
import { usersGraph } from '../analytics/users-graph.ts'
import { type ExportQuery, type ExportResult, exportLogs } from './export-logs.ts'
import { type ListQuery, type ListResult, listLogs } from './list-logs.ts'
import type { ReadFilter } from './read-filter.ts'
import { readLog } from './read-log.ts'

/** By kind: what is asked, and what is answered. */
export type Questions = {
  readonly list: { readonly ask: ListQuery; readonly answer: ListResult }
  readonly read: { readonly ask: LogScope & { readonly id: string }; readonly answer: LogDetail | null }
  readonly export: { readonly ask: ExportQuery; readonly answer: ExportResult }
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
}

type Answers = {
  readonly [Kind in keyof Questions]: (
    database: Database,
    ask: Questions[Kind]['ask'],
    nowMs: number,
  ) => Questions[Kind]['answer']
}

const DAY_MS = 86_400_000

const GRAPHS: { readonly [Metric in keyof Graphs]: (question: Question, width: BucketWidth | null) => Graph<Metric> } =
  {
    totals: totalsGraph,
    users: usersGraph,
    'error-statuses': errorStatusesGraph,
    feedback: feedbackGraph,
  }

const ANSWERS: Answers = {
  list: listLogs,
  read: (database, { id, ...scope }) => readLog(database, scope, id),
  export: exportLogs,
  facets: (database, { filter }, nowMs) => facets(openQuestion(database, filter, nowMs)),
  histogram(database, { filter, bars }, nowMs) {
    const fromMs = filter.fromMs ?? (filter.toMs ?? nowMs) - DAY_MS
    return logHistogram(openQuestion(database, { ...filter, fromMs }, nowMs), bars)
  },
  graph: (database, { metric, filter, width }, nowMs) => GRAPHS[metric](openQuestion(database, filter, nowMs), width),
  summary: (database, { filter }, nowMs) => summary(openQuestion(database, filter, nowMs)),
  groups: (database, { by, filter, page }, nowMs) => groups(openQuestion(database, filter, nowMs), by, page),
}

export type ReadQuestion = {
  readonly [Kind in keyof Questions]: { readonly kind: Kind } & Questions[Kind]['ask']
}[keyof Questions]

/** One snapshot: sums and their marks belong together, and retention must not take a block between row and bodies. */
export function answerReader(database: Database, question: ReadQuestion, nowMs: number): unknown {
  const answer = ANSWERS[question.kind] as (database: Database, ask: ReadQuestion, nowMs: number) => unknown
  return database.transaction(() => answer(database, question, nowMs))()
}
