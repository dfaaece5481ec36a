/** Reads one record with its bodies and feedback. */

import type { Feedback } from '../../core/logs/feedback.ts'
import type { LogScope } from '../../core/logs/log-filter.ts'
import type { LogDetail } from '../../core/logs/log-reader.ts'
import type { CostLine, RecordBodies } from '../../core/record.ts'
import { COLUMNS, fromRow, type RecordDetail, type RecordRow, withAttemptBodies } from '../log-row.ts'
import { ObjectUnavailable } from '../objects/body-objects.ts'

import { firstRow, type LogDatabase } from './log-database.ts'
import { type ReadBlock, readBlock } from './read-block.ts'
import { timeOfId } from './timed-id.ts'

const MAX_FEEDBACK = 100

const BODY_LOCATION = ['body_block', 'body_offset', 'request_length', 'response_length', 'attempts_length'] as const
export const BODY_LOCATION_COLUMNS: readonly string[] = BODY_LOCATION

export type BodyLocation = readonly [
  block: number | null,
  offset: number | null,
  requestLength: number | null,
  responseLength: number | null,
  attemptsLength: number | null,
]

export type StoredBodies = RecordBodies & {
  /** Bodies of attempts, JSON. */
  readonly attempts: Uint8Array | null
  /** True if there were bodies, but they have been deleted. */
  readonly areExpired: boolean
  /** Why the bodies cannot be read now; null if they can. */
  readonly unavailable: LogDetail['bodiesUnavailable']
}

const LOCATION = ['detail_block', 'detail_offset', 'detail_length', ...BODY_LOCATION]
const READ = `SELECT ${[...LOCATION, ...COLUMNS].join(', ')} FROM logs WHERE id = ? AND organisation_id = ?`

/** Largest gap between the time in an id and the start time: a request starts when its id is created. */
const MAX_ID_GAP_MS = 3_600_000

/** Finds the row of a log: first near the time in the id, which is in few partitions, then in all partitions. */
async function findRow(database: LogDatabase, scope: LogScope, id: string): Promise<unknown[] | undefined> {
  const [condition, scoped] = scope.workspaceId === null ? ['', []] : [' AND workspace_id = ?', [scope.workspaceId]]
  const sql = READ + condition
  const values = [id, scope.organisationId, ...scoped]
  const madeAtMs = database.dialect.partitionMs === null ? null : timeOfId(id)
  if (madeAtMs !== null) {
    const near = [madeAtMs - MAX_ID_GAP_MS, madeAtMs + MAX_ID_GAP_MS]
    const found = await firstRow(database, `${sql} AND started_at_ms >= ? AND started_at_ms < ?`, [...values, ...near])
    if (found) return found
  }
  return (await database.plannedRows(sql, values))[0]
}

export async function readLog(database: LogDatabase, scope: LogScope, id: string): Promise<LogDetail | null> {
  const found = await findRow(database, scope, id)
  if (!found) return null
  const [detailBlock, detailOffset, detailLength, ...bodyLocation] = found.slice(0, LOCATION.length) as [
    number,
    number,
    number,
    ...BodyLocation,
  ]
  const {
    attemptCount: _,
    guardrailOutcomes: __,
    ...fields
  } = fromRow(found.slice(LOCATION.length) as unknown as RecordRow)
  const read: ReadBlock = (block, startedAtMs) => readBlock(database, block, startedAtMs)
  const raw = await read(detailBlock, fields.startedAtMs)
  // The workspace and its key were deleted; retention has not deleted the row yet.
  if (!raw) return null
  const detail: Partial<RecordDetail> & Omit<RecordDetail, 'costLines'> = JSON.parse(
    new TextDecoder().decode(raw.subarray(detailOffset, detailOffset + detailLength)),
  )
  // Logs of the first release have no cost lines.
  const stored = detail.costLines ?? []
  const isPricedLater = stored.length === 0 && (fields.costNanoUsd ?? 0) > 0
  const costLines = isPricedLater ? await laterLines(database, fields) : stored
  const { request, response, attempts, areExpired, unavailable } = await bodiesAt(
    bodyLocation,
    fields.startedAtMs,
    read,
  )
  const record = { ...fields, ...detail, attempts: withAttemptBodies(detail.attempts, attempts), costLines }
  return {
    record,
    bodies: { request, response },
    areBodiesExpired: areExpired,
    bodiesUnavailable: unavailable,
    feedback: await feedbackOf(database, record),
  }
}

type Priced = { readonly id: string; readonly workspaceId: string; readonly startedAtMs: number }

/** Cost lines of a cost that was set after the log was written. */
async function laterLines(database: LogDatabase, { id, workspaceId, startedAtMs }: Priced): Promise<CostLine[]> {
  const sql = 'SELECT lines FROM later_costs WHERE workspace_id = ? AND started_at_ms = ? AND log_id = ?'
  const [lines] = (await firstRow(database, sql, [workspaceId, startedAtMs, id])) ?? []
  return typeof lines === 'string' ? JSON.parse(lines) : []
}

/** Returns copies: posting a view to the main thread would transfer the whole block. */
export async function bodiesAt(location: BodyLocation, startedAtMs: number, read: ReadBlock): Promise<StoredBodies> {
  const [block, offset, requestLength, responseLength, attemptsLength] = location
  const none: StoredBodies = { request: null, response: null, attempts: null, areExpired: false, unavailable: null }
  if (block === null) return none
  let raw: Uint8Array | null
  try {
    raw = offset === null ? null : await read(block, startedAtMs)
  } catch (error) {
    if (!(error instanceof ObjectUnavailable)) throw error
    return { ...none, unavailable: error.reason }
  }
  if (!raw || offset === null) return { ...none, areExpired: true }
  const responseAt = offset + (requestLength ?? 0)
  const attemptsAt = responseAt + (responseLength ?? 0)
  return {
    request: requestLength === null ? null : raw.slice(offset, responseAt),
    response: responseLength === null ? null : raw.slice(responseAt, attemptsAt),
    attempts: attemptsLength === null ? null : raw.slice(attemptsAt, attemptsAt + attemptsLength),
    areExpired: false,
    unavailable: null,
  }
}

type FeedbackRow = [string, string, number, number, string | null, number, number]

async function feedbackOf(
  database: LogDatabase,
  record: { readonly organisationId: string; readonly workspaceId: string; readonly traceId: string },
): Promise<Feedback[]> {
  const sql = `SELECT id, trace_id, value, weight_micros, metadata, created_at_ms, updated_at_ms
    FROM ${database.dialect.feedbackBy('feedback_trace')} WHERE workspace_id = ? AND trace_id = ? AND organisation_id = ?
    ORDER BY created_at_ms, id LIMIT ${MAX_FEEDBACK}`
  const { organisationId, workspaceId, traceId: trace } = record
  const rows = (await database.rows(sql, [workspaceId, trace, organisationId])) as FeedbackRow[]
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
