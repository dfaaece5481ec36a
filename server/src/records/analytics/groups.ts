/** Sums by value: the values with the most requests first, a page of them, and how many there are. */

import type { GroupBy, GroupPage } from '../../core/logs/analytics.ts'
import { findKeyDimension } from '../read/find-key-dimension.ts'
import { piecesOf, readPieces, requestsByValue, type SumSource, type TimeRange } from '../read/pieces.ts'
import { cut, DIMENSION, type DimensionInput, metadataPairs, splitPair } from '../sums/dimensions.ts'
import { STORED_COLUMNS, type StoredSums } from '../sums/sum-table.ts'
import { type Accumulator, accumulatorOf } from './accumulator.ts'
import { BUCKET_MS, type Question, roundTo, widthOf } from './question.ts'
import { sumLogs } from './sum-logs.ts'

type Page = { readonly offset: number; readonly limit: number }

export type Grouping = {
  /** Null: not added up. */
  readonly dimensionId: number | null
  /** A dimension's value as its group; '' is none. */
  readonly label: (value: string) => string
  readonly ofLog: (dimensions: DimensionInput) => string | null
}

const itself = (value: string) => value

async function groupingOf({ database, filter }: Question, by: GroupBy): Promise<Grouping> {
  if (typeof by === 'object') {
    const { metadata: key } = by
    if (key === '_user') return { dimensionId: DIMENSION.user, label: itself, ofLog: (log) => log[9] }
    const ofLog = (log: DimensionInput) => metadataPairs(log[10]).find(([name]) => name === key)?.[1] ?? null
    return { dimensionId: await findKeyDimension(database, filter, key), label: itself, ofLog }
  }
  return GROUPINGS[by]
}

export const GROUPINGS: Readonly<Record<Exclude<GroupBy, object>, Grouping>> = {
  status: { dimensionId: DIMENSION.status, label: itself, ofLog: (log) => String(log[0]) },
  provider: { dimensionId: DIMENSION.model, label: (value) => splitPair(value)[0], ofLog: (log) => log[1] },
  model: { dimensionId: DIMENSION.model, label: (value) => splitPair(value)[1], ofLog: (log) => log[2] },
  providerModel: {
    dimensionId: DIMENSION.model,
    label: (value) => splitPair(value).join('__'),
    ofLog: (log) => (log[1] || log[2] ? `${log[1] ?? ''}__${log[2] ?? ''}` : null),
  },
  key: { dimensionId: DIMENSION.key, label: itself, ofLog: (log) => log[3] },
  config: { dimensionId: DIMENSION.config, label: itself, ofLog: (log) => log[4] },
  virtualKey: { dimensionId: DIMENSION.virtualKey, label: itself, ofLog: (log) => log[5] },
  prompt: { dimensionId: DIMENSION.prompt, label: (value) => splitPair(value)[0], ofLog: (log) => log[6] },
  promptVersion: {
    dimensionId: DIMENSION.prompt,
    label: (value) => splitPair(value).join('@'),
    ofLog: (log) => (log[6] ? `${log[6]}@${log[7] ?? ''}` : null),
  },
  endpoint: { dimensionId: DIMENSION.endpoint, label: itself, ofLog: (log) => log[8] },
  user: { dimensionId: DIMENSION.user, label: itself, ofLog: (log) => log[9] },
}

/** Where the sums have these groups: without a filter, or with one on the same dimension. */
export function groupSource({ source, scope }: Question, { dimensionId }: Grouping): SumSource | null {
  if (dimensionId === null || !source) return null
  if (source.dimensionId === dimensionId) return source
  return source.dimensionId === DIMENSION.total ? { scope, dimensionId, values: null } : null
}

export async function groups(question: Question, by: GroupBy, page: Page): Promise<GroupPage> {
  const grouping = await groupingOf(question, by)
  const source = groupSource(question, grouping)
  const width = widthOf(question, null, source?.dimensionId ?? null)
  const range = roundTo(question.range, BUCKET_MS[width])
  return source ? groupSums(question, grouping, source, range, page) : groupLogs(question, grouping, range, page)
}

/** First only how many requests each value has, which is enough to choose the page; then the page's sums. */
async function groupSums(
  { database, marks }: Question,
  grouping: Grouping,
  source: SumSource,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const pieces = piecesOf(range, marks, BUCKET_MS.day)
  const found = new Map<string, { requests: number; values: string[] }>()
  for (const [value, requests] of await requestsByValue(database, pieces, source)) {
    const label = grouping.label(value)
    if (label === '') continue
    const group = found.get(label)
    if (group) {
      group.requests += requests
      group.values.push(value)
    } else found.set(label, { requests, values: [value] })
  }
  const chosen = [...found]
    .sort(([leftName, left], [rightName, right]) => right.requests - left.requests || compare(leftName, rightName))
    .slice(offset, offset + limit)
  const values = chosen.flatMap(([, group]) => group.values)
  const rows = (await readPieces(database, pieces, { ...source, values }, STORED_COLUMNS)) as StoredSums[]
  const sums = new Map<string, Accumulator>()
  for (const row of rows) accumulatorOf(sums, grouping.label(row[3])).addStored(row)
  return {
    ...range,
    isPartial: false,
    groups: chosen.map(([label]) => accumulatorOf(sums, label).group(label)),
    total: found.size,
  }
}

async function groupLogs(
  question: Question,
  grouping: Grouping,
  range: TimeRange,
  { offset, limit }: Page,
): Promise<GroupPage> {
  const sums = new Map<string, Accumulator>()
  const read = await sumLogs(question, question.filter, range, (contribution, dimensions) => {
    const label = grouping.ofLog(dimensions)
    if (label) accumulatorOf(sums, cut(label)).addLog(contribution)
  })
  const chosen = [...sums]
    .sort(
      ([leftName, left], [rightName, right]) =>
        right.get('requests') - left.get('requests') || compare(leftName, rightName),
    )
    .slice(offset, offset + limit)
  return { ...read, groups: chosen.map(([label, sum]) => sum.group(label)), total: sums.size }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
