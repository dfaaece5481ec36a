/** One page of an export, oldest first, optionally with bodies. Holds only a few blocks in memory. */

import type { LogExportPage } from '../../core/logs/log-reader.ts'
import type { RecordBodies } from '../../core/record.ts'
import type { LogPosition } from './cursor.ts'
import { SUMMARY_COLUMNS, storedRange, toSummary } from './list-logs.ts'
import type { ScanRow } from './log-contents.ts'
import type { LogDatabase } from './log-database.ts'
import { blockReader } from './read-block.ts'
import type { ReadFilter } from './read-filter.ts'
import { BODY_LOCATION_COLUMNS, type BodyLocation, bodiesAt } from './read-log.ts'
import { findWatermarks } from './rollup-reader.ts'
import { scanLogs } from './scan-logs.ts'
import { SearchTime } from './search-time.ts'

/** Half the time of a list: an export runs for minutes next to interactive queries. */
const SEARCH_MS = 50
const PAGE_BYTES = 4 * 1024 * 1024

export type ExportQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: LogPosition | null
  readonly withBodies: boolean
}

export type ExportResult = { readonly logs: LogExportPage['logs']; readonly next: LogPosition | null }

const NO_BODIES: RecordBodies = { request: null, response: null }

export async function exportLogs(
  database: LogDatabase,
  { filter, limit, after, withBodies }: ExportQuery,
): Promise<ExportResult> {
  const watermarks = await findWatermarks(database, Date.now())
  const rows: ScanRow[] = []
  let sizeBytes = 0
  const { next } = await scanLogs(
    database,
    {
      filter,
      range: await storedRange(database, filter),
      order: 'oldest',
      after,
      columns: [...SUMMARY_COLUMNS, ...(withBodies ? BODY_LOCATION_COLUMNS : [])],
      limit,
      time: new SearchTime(SEARCH_MS),
    },
    watermarks,
    (row) => {
      if (sizeBytes >= PAGE_BYTES) return false
      rows.push(row)
      if (withBodies) sizeBytes += bodyBytes(bodyLocation(row))
      return true
    },
  )
  const read = blockReader(database)
  const logs: LogExportPage['logs'][number][] = []
  for (const row of rows) {
    const [startedAtMs, , ...cells] = row
    const bodies = withBodies ? await bodiesAt(bodyLocation(row), startedAtMs, read) : NO_BODIES
    logs.push({ log: toSummary(cells), bodies })
  }
  return { logs, next }
}

function bodyLocation(row: ScanRow): BodyLocation {
  return row.slice(2 + SUMMARY_COLUMNS.length) as unknown as BodyLocation
}

function bodyBytes([, , requestLength, responseLength]: BodyLocation): number {
  return (requestLength ?? 0) + (responseLength ?? 0)
}
