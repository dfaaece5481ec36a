/** The most frequent values beside a list of logs. */

import type { GroupPage } from '../../core/logs/analytics.ts'
import type { FacetName, LogFacets } from '../../core/logs/log-reader.ts'
import { GROUPINGS, type Grouping, groupSource, groups } from './groups.ts'
import { BUCKET_MS, type Question, roundTo, widthOf } from './question.ts'
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

const MOST_VALUES = 20

/** All from sums, or all from one walk over the logs: counts beside each other must be of the same logs. */
export function facets(question: Question): Promise<LogFacets> {
  const isSummed = FACETS.every((name) => groupSource(question, GROUPINGS[name]) !== null)
  return isSummed ? fromSums(question) : fromLogs(question)
}

async function fromSums(question: Question): Promise<LogFacets> {
  const pages: [FacetName, GroupPage][] = []
  for (const name of FACETS) pages.push([name, await groups(question, name, { offset: 0, limit: MOST_VALUES })])
  const found = pages.map(([name, page]) => [name, page.groups.map(({ value, requests }) => ({ value, requests }))])
  const { fromMs, toMs } = pages[0]![1]
  return { fromMs, toMs, isPartial: false, facets: Object.fromEntries(found) as LogFacets['facets'] }
}

async function fromLogs(question: Question): Promise<LogFacets> {
  const range = roundTo(question.range, BUCKET_MS[widthOf(question, null, null)])
  const counters = FACETS.map((name) => ({
    name,
    grouping: GROUPINGS[name] as Grouping,
    counts: new Map<string, number>(),
  }))
  const read = await sumLogs(question, question.filter, range, (_, dimensions) => {
    for (const { grouping, counts } of counters) {
      const value = grouping.ofLog(dimensions)
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  })
  const found = counters.map(({ name, counts }) => {
    const values = [...counts].map(([value, requests]) => ({ value, requests }))
    return [name, values.sort((left, right) => right.requests - left.requests).slice(0, MOST_VALUES)]
  })
  return { ...read, facets: Object.fromEntries(found) as LogFacets['facets'] }
}
