/** Reads one page of an export, oldest first. Holds only a few blocks in memory. */

import type { LogExportPage } from '../../core/logs/log-reader.ts'
import type { RecordBodies } from '../../core/record.ts'
import { withAttemptBodies } from '../log-row.ts'
import type { LogPosition } from './cursor.ts'
import { SUMMARY_COLUMNS, storedRange, toSummary } from './list-logs.ts'
import {
  CONTENT_COLUMNS,
  DETAIL_LOCATION_COLUMNS,
  type DetailLocation,
  readDetail,
  type ScanRow,
} from './log-contents.ts'
import type { LogDatabase } from './log-database.ts'
import { blockReader, type ReadBlock } from './read-block.ts'
import type { ReadFilter } from './read-filter.ts'
import { type BodyLocation, bodiesAt } from './read-log.ts'
import { findWatermarks } from './rollup-reader.ts'
import { scanLogs } from './scan-logs.ts'
import { SearchTime } from './search-time.ts'

/** Short, because an export runs for minutes next to interactive queries. */
const SEARCH_MS = 50
const PAGE_BYTES = 4 * 1024 * 1024

export type ExportQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: LogPosition | null
  readonly withBodies: boolean
  readonly withDetail: boolean
}

export type ExportResult = { readonly logs: LogExportPage['logs']; readonly next: LogPosition | null }

const NO_BODIES: RecordBodies = { request: null, response: null }

export async function exportLogs(
  database: LogDatabase,
  { filter, limit, after, withBodies, withDetail }: ExportQuery,
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
      columns: [...SUMMARY_COLUMNS, ...CONTENT_COLUMNS],
      limit,
      time: new SearchTime(SEARCH_MS),
    },
    watermarks,
    (row) => {
      if (sizeBytes >= PAGE_BYTES) return false
      rows.push(row)
      sizeBytes += contentBytes(row, { withBodies, withDetail })
      return true
    },
  )
  const read = blockReader(database)
  const logs: LogExportPage['logs'][number][] = []
  for (const row of rows) {
    const [startedAtMs, , ...cells] = row
    const { detail, body } = locationsOf(row)
    const { attempts, guardrails = [] } = withDetail ? await detailAt(detail, startedAtMs, read) : readDetail(null)
    const hasAttemptBodies = withDetail && body[4] !== null
    const stored = withBodies || hasAttemptBodies ? await bodiesAt(body, startedAtMs, read) : null
    // The export fails rather than omit bodies that exist.
    if (withBodies && stored?.unavailable === 'unreachable')
      throw new Error('bodies cannot be read from their storage: it does not respond')
    logs.push({
      log: toSummary(cells),
      bodies: withBodies && stored ? { request: stored.request, response: stored.response } : NO_BODIES,
      attempts: withDetail ? withAttemptBodies(attempts, stored?.attempts ?? null) : attempts,
      guardrails,
    })
  }
  return { logs, next }
}

function locationsOf(row: ScanRow): { readonly detail: DetailLocation; readonly body: BodyLocation } {
  const cells = row.slice(2 + SUMMARY_COLUMNS.length)
  return {
    detail: cells.slice(0, DETAIL_LOCATION_COLUMNS.length) as unknown as DetailLocation,
    body: cells.slice(DETAIL_LOCATION_COLUMNS.length, CONTENT_COLUMNS.length) as unknown as BodyLocation,
  }
}

function contentBytes(row: ScanRow, wanted: Pick<ExportQuery, 'withBodies' | 'withDetail'>): number {
  const { detail, body } = locationsOf(row)
  const [, , requestLength, responseLength, attemptsLength] = body
  return (
    (wanted.withBodies ? (requestLength ?? 0) + (responseLength ?? 0) : 0) +
    (wanted.withDetail ? (detail[2] ?? 0) + (attemptsLength ?? 0) : 0)
  )
}

/** Empty if the detail is deleted. */
async function detailAt(
  [block, offset, length]: DetailLocation,
  startedAtMs: number,
  read: ReadBlock,
): Promise<ReturnType<typeof readDetail>> {
  if (block === null || offset === null || length === null) return readDetail(null)
  const raw = await read(block, startedAtMs)
  return readDetail(raw?.subarray(offset, offset + length) ?? null)
}
