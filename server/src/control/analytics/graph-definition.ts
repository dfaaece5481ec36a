/** The definition of an analytics graph: its metric, and the response format of its points and summary. */

import { z } from 'zod'
import type { Graphs } from '../../core/logs/analytics.ts'
import { centsOf } from '../../core/money/nano-usd.ts'

export type Wire = Readonly<Record<string, unknown>>
type PointsOf<Metric extends keyof Graphs> = Graphs[Metric]['points']
type SummaryOf<Metric extends keyof Graphs> = Graphs[Metric]['summary']

export type GraphDefinition<Metric extends keyof Graphs = keyof Graphs> = {
  /** Path below /analytics/graphs/. */
  readonly path: string
  readonly summary: string
  readonly metric: Metric
  readonly summaryShape: z.ZodRawShape
  readonly pointShape: z.ZodRawShape
  summarise(whole: SummaryOf<Metric>): Wire
  /** Converts one point per time bucket. Null for graphs whose axis is not time; they have `bars` instead. */
  readonly points: ((points: PointsOf<Metric>) => readonly Wire[]) | null
  readonly bars?: (whole: SummaryOf<Metric>) => readonly Wire[]
}

export function graph<Metric extends keyof Graphs>(definition: GraphDefinition<Metric>): GraphDefinition {
  // Safe: the store is queried with this definition's own metric, so the points have the matching type.
  return definition as unknown as GraphDefinition
}

export const count = z.number()
/** Null if there is nothing to measure, which is different from 0. */
export const measured = z.number().nullable()
export const cents = z.number().nullable().meta({ description: 'US cents. Null if no request has a known cost.' })
export const TOTAL = { total: count }

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Null if there were requests but none of them has a price. */
export function knownCents(nanoUsd: number, requests: number, unpricedRequests: number): number | null {
  return requests > 0 && unpricedRequests === requests ? null : centsOf(nanoUsd)
}
