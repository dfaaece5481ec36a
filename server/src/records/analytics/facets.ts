/** The most frequent values per field, shown next to a list of logs. */

import type { FacetName, LogFacets } from '../../core/logs/log-reader.ts'
import { type RollupSource, splitRange } from '../read/rollup-reader.ts'
import { type AnalyticsQuery, BUCKET_MS, roundTo, widthOf } from './analytics-query.ts'
import { countEach, GROUPINGS, type Grouping, groupSource } from './groupings.ts'
import { sumLogs } from './sum-logs.ts'

const FACETS: readonly FacetName[] = [
  'status',
  'provider',
  'model',
  'endpoint',
  'key',
  'virtualKey',
  'config',
  'prompt',
]

const MAX_VALUES = 20

/** Uses rollups for all facets or one log scan for all of them, so that all counts refer to the same logs. */
export function facets(query: AnalyticsQuery): Promise<LogFacets> {
  const sources = FACETS.flatMap((name): (readonly [Grouping, RollupSource])[] => {
    const source = groupSource(query, GROUPINGS[name])
    return source ? [[GROUPINGS[name], source]] : []
  })
  return sources.length === FACETS.length ? fromSums(query, sources) : fromLogs(query)
}

async function fromSums(
  query: AnalyticsQuery,
  sources: readonly (readonly [Grouping, RollupSource])[],
): Promise<LogFacets> {
  // All facets use the range rounded to the widest bucket any of them needs.
  const widthsMs = sources.map(([, { dimensionId }]) => BUCKET_MS[widthOf(query, null, dimensionId)])
  const range = roundTo(query.range, Math.max(...widthsMs))
  const counted = await countEach(query, sources, splitRange(range, query.watermarks, BUCKET_MS.day))
  const found = counted.map((groups, i) => [
    FACETS[i],
    groups.slice(0, MAX_VALUES).map(({ label, requests }) => ({ value: label, requests })),
  ])
  return { ...range, isPartial: false, facets: Object.fromEntries(found) as LogFacets['facets'] }
}

async function fromLogs(query: AnalyticsQuery): Promise<LogFacets> {
  const range = roundTo(query.range, BUCKET_MS[widthOf(query, null, null)])
  const counters = FACETS.map((name) => ({
    name,
    grouping: GROUPINGS[name] as Grouping,
    counts: new Map<string, number>(),
  }))
  const read = await sumLogs(query, query.filter, range, (_, dimensions, workspaceId) => {
    for (const { grouping, counts } of counters) {
      const value = grouping.ofLog(dimensions, workspaceId)
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  })
  const found = counters.map(({ name, counts }) => {
    const values = [...counts].map(([value, requests]) => ({ value, requests }))
    return [name, values.sort((left, right) => right.requests - left.requests).slice(0, MAX_VALUES)]
  })
  return { ...read, facets: Object.fromEntries(found) as LogFacets['facets'] }
}
