/** Graphs of users, errors by status, and feedback. */

import { z } from 'zod'
import { count, type GraphDefinition, graph, measured, ratio, TOTAL } from './graph-definition.ts'

const USER_GRAPHS: readonly GraphDefinition[] = [
  graph<'users'>({
    path: 'users',
    summary: 'Get distinct users over time',
    metric: 'users',
    summaryShape: TOTAL,
    pointShape: TOTAL,
    summarise: ({ users }) => ({ total: users }),
    points: (points) => points.map(({ users }) => ({ total: users })),
  }),
  graph<'users'>({
    path: 'users/requests',
    summary: 'Get requests per user over time',
    metric: 'users',
    summaryShape: { total: count, unique: count, avg: measured },
    pointShape: { avg: measured },
    summarise: ({ users, requests }) => ({ total: requests, unique: users, avg: ratio(requests, users) }),
    points: (points) => points.map(({ users, requests }) => ({ avg: ratio(requests, users) })),
  }),
]

const STATUS_GRAPHS: readonly GraphDefinition[] = [
  graph<'error-statuses'>({
    path: 'errors/stacks',
    summary: 'Get errors by status over time',
    metric: 'error-statuses',
    summaryShape: TOTAL,
    pointShape: { stats: z.array(z.object({ response_status_code: count, count })) },
    summarise: ({ total }) => ({ total }),
    points: (points) =>
      points.map(({ statuses }) => ({
        stats: statuses.map(({ status, count }) => ({ response_status_code: status, count })),
      })),
  }),
  graph<'error-statuses'>({
    path: 'errors/status-codes',
    summary: 'Get errors by status',
    metric: 'error-statuses',
    summaryShape: { total_errors: count, unique_error_codes: count },
    pointShape: { status_code: count, count },
    summarise: ({ total, statuses }) => ({ total_errors: total, unique_error_codes: statuses.length }),
    points: null,
    bars: ({ statuses }) => statuses.map(({ status, count }) => ({ status_code: status, count })),
  }),
]

const FEEDBACK_GRAPHS: readonly GraphDefinition[] = [
  graph<'feedback'>({
    path: 'feedbacks',
    summary: 'Get feedback over time',
    metric: 'feedback',
    summaryShape: TOTAL,
    pointShape: TOTAL,
    summarise: ({ total }) => ({ total }),
    points: (points) => points.map(({ total }) => ({ total })),
  }),
  graph<'feedback'>({
    path: 'feedbacks/scores',
    summary: 'Get feedback by score',
    metric: 'feedback',
    summaryShape: TOTAL,
    pointShape: { score: count, total: count },
    summarise: ({ total }) => ({ total }),
    points: null,
    bars: ({ scores }) => scores.map(({ score, total }) => ({ score, total })),
  }),
  graph<'feedback'>({
    path: 'feedbacks/weighted',
    summary: 'Get weighted feedback over time',
    metric: 'feedback',
    summaryShape: { avg: measured },
    pointShape: { avg: measured },
    summarise: ({ avgWeighted }) => ({ avg: avgWeighted }),
    points: (points) => points.map(({ avgWeighted }) => ({ avg: avgWeighted })),
  }),
  graph<'feedback'>({
    path: 'feedbacks/ai-models',
    summary: 'Get feedback by model',
    metric: 'feedback',
    summaryShape: {},
    pointShape: { ai_model: z.string(), provider: z.string(), total: count, avg_weighted_feedback: measured },
    summarise: () => ({}),
    points: null,
    bars: ({ models }) =>
      models.map(({ provider, model, total, avgWeighted }) => ({
        ai_model: model,
        provider,
        total,
        avg_weighted_feedback: avgWeighted,
      })),
  }),
]

export const USER_AND_FEEDBACK_GRAPHS: readonly GraphDefinition[] = [
  ...USER_GRAPHS,
  ...STATUS_GRAPHS,
  ...FEEDBACK_GRAPHS,
]
