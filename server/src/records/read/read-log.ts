/** One record with its bodies and feedback. */

import type { Database } from 'bun:sqlite'
import type { Feedback } from '../../core/logs/feedback.ts'
import type { LogScope } from '../../core/logs/log-filter.ts'
import type { LogDetail } from '../../core/logs/log-reader.ts'
import type { RecordBodies } from '../../core/record.ts'
import { readBlock } from '../store/blocks.ts'
import { COLUMNS, type RecordRow } from '../store/record-row.ts'
import { fromRow, type RecordDetail } from '../store/row-codec.ts'

const MOST_FEEDBACK = 100

const BODY_PLACE = ['body_block', 'body_offset', 'request_length', 'response_length'] as const
export const BODY_PLACE_COLUMNS: readonly string[] = BODY_PLACE

type BodyPlace = readonly [
  block: number | null,
  offset: number | null,
  requestLength: number | null,
  responseLength: number | null,
]

const READ = `SELECT ${COLUMNS.join(', ')} FROM logs WHERE id = ?1 AND organisation_id = ?2 AND (?3 IS NULL OR workspace_id = ?3)`
const PLACE = `SELECT detail_block, detail_offset, detail_length, ${BODY_PLACE.join(', ')} FROM logs WHERE id = ?`

export function readLog(database: Database, scope: LogScope, id: string): LogDetail | null {
  const row = database.query(READ).values(id, scope.organisationId, scope.workspaceId)[0] as RecordRow | undefined
  const place = row && (database.query(PLACE).values(id)[0] as [number, number, number, ...BodyPlace] | undefined)
  if (!row || !place) return null
  const [detailBlock, detailOffset, detailLength, ...bodyPlace] = place
  const detail: Partial<RecordDetail> & Omit<RecordDetail, 'costLines'> = JSON.parse(
    new TextDecoder().decode(readBlock(database, detailBlock)?.subarray(detailOffset, detailOffset + detailLength)),
  )
  const { attemptCount: _, ...fields } = fromRow(row)
  // The first release knew no costs.
  const record = { ...fields, ...detail, costLines: detail.costLines ?? [] }
  return {
    record,
    bodies: bodiesAt(bodyPlace, (block) => readBlock(database, block)),
    feedback: feedbackOf(database, record),
  }
}

/** Copies: a view would carry the whole block along to the main thread. */
export function bodiesAt(place: BodyPlace, read: (block: number) => Uint8Array | null): RecordBodies {
  const [block, offset, requestLength, responseLength] = place
  const raw = block === null || offset === null ? null : read(block)
  if (!raw || offset === null) return { request: null, response: null }
  const responseAt = offset + (requestLength ?? 0)
  return {
    request: requestLength === null ? null : raw.slice(offset, responseAt),
    response: responseLength === null ? null : raw.slice(responseAt, responseAt + responseLength),
  }
}

type FeedbackRow = [string, string, number, number, string | null, number, number]

function feedbackOf(
  database: Database,
  record: { readonly organisationId: string; readonly workspaceId: string; readonly traceId: string },
): Feedback[] {
  const sql = `SELECT id, trace_id, value, weight_micros, metadata, created_at_ms, updated_at_ms
    FROM feedback INDEXED BY feedback_trace WHERE workspace_id = ? AND trace_id = ? AND organisation_id = ?
    ORDER BY created_at_ms, id LIMIT ${MOST_FEEDBACK}`
  const rows = database.query(sql).values(record.workspaceId, record.traceId, record.organisationId) as FeedbackRow[]
  return rows.map(([id, traceId, value, weightMicros, metadata, createdAtMs, updatedAtMs]) => ({
    id,
    traceId,
    value,
    weight: weightMicros / 1e6,
    metadata: metadata === null ? null : JSON.parse(metadata),
    createdAtMs,
    updatedAtMs,
  }))
}
