/** Adds up single logs for queries that rollups cannot serve, within a time limit. */

import type { ReadFilter } from '../read/read-filter.ts'
import type { TimeRange } from '../read/rollup-reader.ts'
import { scanLogs } from '../read/scan-logs.ts'
import { SearchTime } from '../read/search-time.ts'
import { DIMENSION_COLUMNS, type DimensionInput } from '../rollups/dimensions.ts'
import { type Contribution, contribute, INPUT_COLUMNS, newContribution, type SumInput } from '../rollups/sum-columns.ts'
import type { AnalyticsQuery } from './analytics-query.ts'

const SEARCH_MS = 120
const MAX_LOGS = 50_000

const COLUMNS = [
  ...INPUT_COLUMNS,
  ...DIMENSION_COLUMNS,
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
  'workspace_id',
] as const
const FIRST_DIMENSION = INPUT_COLUMNS.length
const FIRST_FEEDBACK = FIRST_DIMENSION + DIMENSION_COLUMNS.length
const WORKSPACE = COLUMNS.length - 1

type Visit = (contribution: Contribution, dimensions: DimensionInput, workspaceId: string) => void

/** Newest first. Returns the range that was read; it starts later than requested if the time limit was reached. */
export async function sumLogs(
  { database, watermarks }: AnalyticsQuery,
  filter: ReadFilter,
  range: TimeRange,
  visit: Visit,
): Promise<TimeRange & { readonly isPartial: boolean }> {
  const contribution = newContribution()
  const { next } = await scanLogs(
    database,
    {
      filter,
      range,
      order: 'newest',
      after: null,
      columns: COLUMNS,
      limit: MAX_LOGS,
      time: new SearchTime(SEARCH_MS),
    },
    watermarks,
    ([, , ...cells]) => {
      const [count, micros, weightMicros] = cells.slice(FIRST_FEEDBACK) as [number, number, number]
      contribute(contribution, cells.slice(0, FIRST_DIMENSION) as unknown as SumInput, { count, micros, weightMicros })
      const dimensions = cells.slice(FIRST_DIMENSION, FIRST_FEEDBACK) as unknown as DimensionInput
      visit(contribution, dimensions, cells[WORKSPACE] as string)
      return true
    },
  )
  return { fromMs: next?.startedAtMs ?? range.fromMs, toMs: range.toMs, isPartial: next !== null }
}
