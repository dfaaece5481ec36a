/** Graphs of requests, cost, latency, tokens, errors and cache hits. */

import { z } from 'zod'
import type { Totals } from '../../core/logs/analytics.ts'
import { centsOf } from '../../core/money/nano-usd.ts'
import {
  cents,
  count,
  type GraphDefinition,
  graph,
  knownCents,
  measured,
  ratio,
  TOTAL,
  type Wire,
} from './graph-definition.ts'

const costShape = {
  total: cents,
  avg: cents,
  unpriced_requests: count.meta({ description: 'Requests with unknown cost. Not included in total and avg.' }),
}
const tokenShape = { total: count, avg: measured, total_request_units: count, total_response_units: count }
export const latencyShape = {
  avg: measured,
  p50: measured,
  p90: measured,
  p95: measured,
  p99: measured,
  gateway_avg: measured.meta({
    description: 'Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown.',
  }),
  gateway_share: measured.meta({ description: 'Time spent in the gateway as a percentage of the total latency.' }),
  is_approximate: z
    .literal(true)
    .meta({ description: 'Percentiles are approximated from a histogram with buckets 5 % wide.' }),
}
const rateShape = { rate: measured.meta({ description: 'Percent.' }) }
const savings = count.meta({ description: 'US cents saved since the start of the range.' })

export const REQUEST_GRAPHS: readonly GraphDefinition[] = [
  totalsGraph('requests', 'Get requests over time', TOTAL, ({ requests }) => ({ total: requests })),
  totalsGraph('cost', 'Get cost over time', costShape, costOf),
  totalsGraph('latency', 'Get latency over time', latencyShape, latencyOf),
  totalsGraph('tokens', 'Get tokens over time', tokenShape, tokensOf),
  totalsGraph('usage', 'Get requests and tokens over time', { requests: count, ...tokenShape }, (totals) => ({
    requests: totals.requests,
    ...tokensOf(totals),
  })),
  totalsGraph('errors', 'Get errors over time', TOTAL, ({ errors }) => ({ total: errors })),
  totalsGraph('errors/rate', 'Get the error rate over time', rateShape, ({ errors, requests }) => ({
    rate: percent(errors, requests),
  })),
  graph<'totals'>({
    path: 'requests/rescued',
    summary: 'Get requests recovered by retry or fallback over time',
    metric: 'totals',
    summaryShape: { retry: count, fallback: count },
    pointShape: { retry: z.array(z.object({ retry_success_count: count, count })), fallback: count },
    summarise: ({ recoveredByRetry: rescuedByRetry, recoveredByFallback: rescuedByFallback }) => ({
      retry: rescuedByRetry.reduce((sum, one) => sum + one, 0),
      fallback: rescuedByFallback,
    }),
    points: (points) => points.map(rescuedOf),
  }),
  graph<'totals'>({
    path: 'cache/hit-rate',
    summary: 'Get cache hits over time',
    metric: 'totals',
    summaryShape: { total: count, ...rateShape },
    pointShape: {
      simple_hits: count,
      semantic_hits: count,
      ...rateShape,
      cumulative_simple_cache_savings: savings,
      cumulative_semantic_cache_savings: savings,
    },
    summarise: (totals) => ({ total: hitsOf(totals), rate: percent(hitsOf(totals), totals.requests) }),
    points: hitPoints,
  }),
  graph<'totals'>({
    path: 'cache/latency',
    summary: 'Get the latency of cache hits over time',
    metric: 'totals',
    summaryShape: {},
    pointShape: { avg: measured },
    summarise: () => ({}),
    points: (points) => points.map(({ cache }) => ({ avg: cache.avgHitMs })),
  }),
]

/** A graph whose summary has the same fields as its points. */
function totalsGraph(
  path: string,
  summary: string,
  shape: z.ZodRawShape,
  wire: (totals: Totals) => Wire,
): GraphDefinition {
  const shared = { path, summary, summaryShape: shape, pointShape: shape, summarise: wire }
  return graph<'totals'>({ ...shared, metric: 'totals', points: (points) => points.map(wire) })
}

function costOf({ cost, requests }: Totals) {
  const { nanoUsd, unpricedRequests: unpriced } = cost
  const avg = ratio(centsOf(nanoUsd), requests - unpriced)
  return { total: knownCents(nanoUsd, requests, unpriced), avg, unpriced_requests: unpriced }
}

function tokensOf({ tokens, requests }: Totals) {
  const avg = ratio(tokens.total, requests)
  return { total: tokens.total, avg, total_request_units: tokens.input, total_response_units: tokens.output }
}

export function latencyOf({ latency, own }: Totals) {
  const { avgMs, p50Ms, p90Ms, p95Ms, p99Ms } = latency
  return {
    avg: avgMs,
    p50: p50Ms,
    p90: p90Ms,
    p95: p95Ms,
    p99: p99Ms,
    gateway_avg: own.avgMs,
    gateway_share: own.share === null ? null : 100 * own.share,
    is_approximate: true as const,
  }
}

function rescuedOf({ recoveredByRetry: rescuedByRetry, recoveredByFallback: rescuedByFallback }: Totals) {
  const bars = rescuedByRetry.map((rescued, i) => ({ retry_success_count: i + 1, count: rescued }))
  return { retry: bars.filter((bar) => bar.count > 0), fallback: rescuedByFallback }
}

function hitPoints(points: readonly Totals[]): Wire[] {
  let [simpleNanoUsd, semanticNanoUsd] = [0, 0]
  return points.map((totals) => {
    const { simpleHits, semanticHits, simpleSavedNanoUsd, semanticSavedNanoUsd } = totals.cache
    simpleNanoUsd += simpleSavedNanoUsd
    semanticNanoUsd += semanticSavedNanoUsd
    return {
      simple_hits: simpleHits,
      semantic_hits: semanticHits,
      rate: percent(hitsOf(totals), totals.requests),
      cumulative_simple_cache_savings: centsOf(simpleNanoUsd),
      cumulative_semantic_cache_savings: centsOf(semanticNanoUsd),
    }
  })
}

function hitsOf({ cache }: Totals): number {
  return cache.simpleHits + cache.semanticHits
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}
