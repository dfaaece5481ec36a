/** One page of an export, oldest first, with bodies when asked for: never more in memory than a few blocks. */

import type { Database } from 'bun:sqlite'
import type { LogExportPage } from '../../core/logs/log-reader.ts'
import type { RecordBodies } from '../../core/record.ts'
import { readBlock } from '../store/blocks.ts'
import { readMarks } from '../sums/progress.ts'
import { SUMMARY_COLUMNS, storedRange, toSummary } from './list-logs.ts'
import type { Place } from './page-cursor.ts'
import type { ReadFilter } from './read-filter.ts'
import { BODY_PLACE_COLUMNS, bodiesAt } from './read-log.ts'
import { walkLogs } from './walk-logs.ts'

/** Half of what lists take: an export runs for minutes beside people who look at pages. */
const SEARCH_MS = 50
const PAGE_BYTES = 4 * 1024 * 1024

export type ExportQuery = {
  readonly filter: ReadFilter
  readonly limit: number
  readonly after: Place | null
  readonly withBodies: boolean
}

export type ExportResult = { readonly logs: LogExportPage['logs']; readonly next: Place | null }

const NO_BODIES: RecordBodies = { request: null, response: null }

export function exportLogs(database: Database, { filter, limit, after, withBodies }: ExportQuery): ExportResult {
  const marks = readMarks(database, Date.now())
  const logs: LogExportPage['logs'][number][] = []
  const read = blockReader(database)
  let sizeBytes = 0
  const { next } = walkLogs(
    database,
    {
      filter,
      range: storedRange(database, filter),
      order: 'oldest',
      after,
      columns: [...SUMMARY_COLUMNS, ...(withBodies ? BODY_PLACE_COLUMNS : [])],
      limit,
      deadlineMs: performance.now() + SEARCH_MS,
    },
    marks,
    ([, , ...cells]) => {
      if (sizeBytes >= PAGE_BYTES) return false
      const place = cells.slice(SUMMARY_COLUMNS.length) as unknown as Parameters<typeof bodiesAt>[0]
      const bodies = withBodies ? bodiesAt(place, read) : NO_BODIES
      sizeBytes += (bodies.request?.length ?? 0) + (bodies.response?.length ?? 0)
      logs.push({ log: toSummary(cells), bodies })
      return true
    },
  )
  return { logs, next }
}

/** Neighbours share a block: each is unpacked once per page. */
function blockReader(database: Database): (block: number) => Uint8Array | null {
  const blocks = new Map<number, Uint8Array | null>()
  return (id) => {
    let raw = blocks.get(id)
    if (raw === undefined) {
      if (blocks.size >= 4) blocks.delete(blocks.keys().next().value!)
      raw = readBlock(database, id)
      blocks.set(id, raw)
    }
    return raw
  }
}
