/** What a graph of the analytics is: where its sums come from, and how points and the whole range look on the wire. */

import { z } from 'zod'
import type { Graphs } from '../../core/logs/analytics.ts'
import { centsOf } from '../logs/log-filter-wire.ts'

export type Wire = Readonly<Record<string, unknown>>
type PointsOf<Metric extends keyof Graphs> = Graphs[Metric]['points']
type SummaryOf<Metric extends keyof Graphs> = Graphs[Metric]['summary']

export type GraphDefinition<Metric extends keyof Graphs = keyof Graphs> = {
  /** After /analytics/graphs/. */
  readonly path: string
  readonly summary: string
  readonly metric: Metric
  readonly summaryShape: z.ZodRawShape
  readonly pointShape: z.ZodRawShape
  summarise(whole: SummaryOf<Metric>): Wire
  /** One for each bucket of time; null when the graph has other bars, which `bars` gives. */
  readonly points: ((points: PointsOf<Metric>) => readonly Wire[]) | null
  readonly bars?: (whole: SummaryOf<Metric>) => readonly Wire[]
}

export function graph<Metric extends keyof Graphs>(definition: GraphDefinition<Metric>): GraphDefinition {
  // The store is asked for this definition's own metric, so its points are of the right kind.
  return definition as unknown as GraphDefinition
}

export const count = z.number()
/** Nothing to measure is no zero. */
export const measured = z.number().nullable()
export const cents = z.number().nullable().meta({ description: 'US cents; null when no request has a known cost.' })
export const TOTAL = { total: count }

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** Null when there were requests and none of them has a price. */
export function knownCents(nanoUsd: number, requests: number, unpricedRequests: number): number | null {
  return requests > 0 && unpricedRequests === requests ? null : centsOf(nanoUsd)
}
