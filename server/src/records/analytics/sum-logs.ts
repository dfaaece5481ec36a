/** Adds up single logs for queries that rollups cannot serve, within a time limit. */

import type { ReadFilter } from '../read/read-filter.ts'
import type { TimeRange } from '../read/rollup-reader.ts'
import { scanLogs } from '../read/scan-logs.ts'
import { SearchTime } from '../read/search-time.ts'
import { DIMENSION_COLUMNS, type DimensionInput } from '../rollups/dimensions.ts'
import { type Contribution, contribute, INPUT_COLUMNS, newContribution, type SumInput } from '../rollups/sum-columns.ts'
import type { AnalyticsQuery } from './analytics-query.ts'

/** Keeps a query below 80 ms in total. */
const SEARCH_MS = 60
const MAX_LOGS = 50_000

const COLUMNS = [
  ...INPUT_COLUMNS,
  ...DIMENSION_COLUMNS,
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
  'workspace_id',
] as const
/** Indexes in a scanned row, which starts with its position. */
const FIRST_INPUT = 2
const FIRST_DIMENSION = FIRST_INPUT + INPUT_COLUMNS.length
const FIRST_FEEDBACK = FIRST_DIMENSION + DIMENSION_COLUMNS.length
const WORKSPACE = FIRST_INPUT + COLUMNS.length - 1

type Visit = (contribution: Contribution, dimensions: DimensionInput, workspaceId: string) => void

/** Reads the newest logs first. The returned range starts later than requested if the time or row limit was reached. */
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
    (row) => {
      const count = row[FIRST_FEEDBACK] as number
      const micros = row[FIRST_FEEDBACK + 1] as number
      const weightMicros = row[FIRST_FEEDBACK + 2] as number
      const input = row.slice(FIRST_INPUT, FIRST_DIMENSION) as unknown as SumInput
      contribute(contribution, input, { count, micros, weightMicros })
      const dimensions = row.slice(FIRST_DIMENSION, FIRST_FEEDBACK) as unknown as DimensionInput
      visit(contribution, dimensions, row[WORKSPACE] as string)
      return true
    },
  )
  return { fromMs: next?.startedAtMs ?? range.fromMs, toMs: range.toMs, isPartial: next !== null }
}
