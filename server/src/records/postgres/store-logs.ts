/** Inserts a batch of logs into PostgreSQL: rows, blocks, rollups and the journal position in one transaction. */

import type { Client } from 'pg'
import type { JournalPosition } from '../journal/segments.ts'
import { AT, COLUMNS, type RecordRow } from '../log-row.ts'
import { bodyParts, type NewLog } from '../new-log.ts'
import { picker } from '../rollups/rollups.ts'
import type { FeedbackSums } from '../rollups/sum-columns.ts'
import type { BlockPacker } from './blocks.ts'
import { cleanJson, cleanText } from './clean-text.ts'
import { hasCode, inTransaction, rowsOf } from './connection.ts'
import { type Cell, copyIn } from './copy-in.ts'
import type { SharedRollups } from './shared-rollups.ts'

/** No block has this id. A log that refers to it has expired bodies. */
const MISSING_BLOCK = 0

const pick = picker(COLUMNS)

const INSERTED = [
  ...COLUMNS,
  'detail_block',
  'detail_offset',
  'detail_length',
  'body_block',
  'body_offset',
  'request_length',
  'response_length',
  'attempts_length',
  'feedback_count',
  'feedback_micros',
  'feedback_weight_micros',
]

export type LogTarget = {
  readonly client: Client
  readonly rollups: SharedRollups
  readonly blocks: BlockPacker
  /** Id of the journal the positions belong to. */
  readonly journal: string
}

/** Replaces characters PostgreSQL cannot store. */
export function cleanLog(log: NewLog): NewLog {
  const row = log.row.map((cell, i) =>
    typeof cell !== 'string' ? cell : i === AT.metadata ? cleanJson(cell) : cleanText(cell),
  )
  return { ...log, row: row as unknown as RecordRow }
}

/** Returns how many logs were new. Saves `next` in the same transaction. */
export async function storeLogs(
  target: LogTarget,
  logs: readonly NewLog[],
  next: JournalPosition | null,
): Promise<number> {
  const { client, rollups, blocks } = target
  const summed = logs.map(({ row }) => ({
    organisationId: row[AT.organisationId],
    workspaceId: row[AT.workspaceId],
    input: pick.input(row),
    dimensions: pick.dimensions(row),
  }))
  await rollups.scopes.load(client, summed)
  await blocks.begin(client, logs.length)
  const placed = logs.map((log) => placeLog(log, blocks))
  const packed = blocks.pack()
  await blocks.putObjects(client, packed)
  try {
    const stored = await inTransaction(client, async () => {
      await rollups.lock(client, 'shared')
      const feedback = await feedbackOn(client, logs)
      const rows = placed.map((log) => cellsOf(log, feedback.get(traceKey(log.log.row)) ?? null))
      await blocks.insert(client, packed)
      const inserted = await insertNew(client, rows)
      for (const i of inserted) {
        const { row } = logs[i]!
        const own = feedback.get(traceKey(row)) ?? null
        rollups.add(summed[i]!, own)
        if (own) await joinFeedback(client, row)
      }
      await rollups.flush(client)
      if (next) await savePosition(target, next)
      return inserted.length
    })
    rollups.evict()
    return stored
  } catch (error) {
    rollups.forget()
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Inserts the rows whose id is not stored yet and returns their indexes. A replay after a crash is rare, so rows are
 * compared with the stored ones only after COPY has failed.
 */
async function insertNew(client: Client, rows: readonly Cell[][]): Promise<number[]> {
  const seen = new Set<string>()
  let left: number[] = []
  for (const [i, row] of rows.entries()) if (seen.size < seen.add(logKey(row)).size) left.push(i)
  for (;;) {
    await client.query('SAVEPOINT new_logs')
    const wanted = left.map((i) => rows[i]!)
    try {
      await copyIn(client, 'logs', INSERTED, wanted)
      return left
    } catch (error) {
      if (!hasCode(error, UNIQUE_VIOLATION)) throw error
    }
    await client.query('ROLLBACK TO SAVEPOINT new_logs')
    const known = await storedKeys(client, wanted)
    if (known.size === 0) throw new Error('PostgreSQL reported a duplicate log id, but has no such log')
    left = left.filter((i) => !known.has(logKey(rows[i]!)))
  }
}

async function storedKeys(client: Client, rows: readonly Cell[][]): Promise<ReadonlySet<string>> {
  const sql = `SELECT id, started_at_ms FROM logs
    WHERE (id, started_at_ms) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`
  const keys = [rows.map((row) => row[AT.id] as string), rows.map((row) => row[AT.startedAtMs] as number)]
  return new Set((await rowsOf(client, sql, keys)).map(([id, startedAtMs]) => `${startedAtMs} ${id}`))
}

/** The unique key of a log, from a row that starts with `COLUMNS`. */
function logKey(row: readonly Cell[]): string {
  return `${row[AT.startedAtMs]} ${row[AT.id]}`
}

/** Inserts logs copied from SQLite inside the caller's transaction; rollups and feedback are copied separately. */
export async function insertMoved(
  client: Client,
  blocks: BlockPacker,
  moved: readonly { readonly seq: number; readonly feedback: readonly number[]; readonly log: NewLog }[],
): Promise<void> {
  const rows = moved.map(({ seq, feedback, log }) => {
    const [count = 0, micros = 0, weightMicros = 0] = feedback
    return [...cellsOf(placeLog(log, blocks), { count, micros, weightMicros }), seq]
  })
  await blocks.insert(client, blocks.pack())
  await copyIn(client, 'logs', [...INSERTED, 'seq'], rows)
}

export async function savePosition(
  { client, journal }: LogTarget,
  { segment, offset }: JournalPosition,
): Promise<void> {
  await rowsOf(
    client,
    `INSERT INTO journal_positions (journal, segment, "offset") VALUES ($1, $2, $3)
     ON CONFLICT (journal, segment) DO UPDATE SET "offset" = excluded."offset"`,
    [journal, segment, offset],
  )
}

type PlacedLog = {
  readonly log: NewLog
  readonly at: ReturnType<BlockPacker['add']>
  readonly body: ReturnType<BlockPacker['add']> | null
}

/** Adds the contents of a log to the blocks of the batch. */
function placeLog(log: NewLog, blocks: BlockPacker): PlacedLog {
  const [workspaceId, startedAtMs] = [log.row[AT.workspaceId], log.row[AT.startedAtMs]]
  const at = blocks.add('detail', workspaceId, startedAtMs, [log.detail])
  const parts = bodyParts(log)
  return { log, at, body: parts && blocks.add('body', workspaceId, startedAtMs, parts) }
}

function cellsOf({ log, at, body }: PlacedLog, feedback: FeedbackSums | null): Cell[] {
  const { row, detail, request, response, attempts } = log
  const expired = log.areExpired ? MISSING_BLOCK : null
  const locations = [at.block, at.offset, detail.length, body?.block ?? expired, body?.offset ?? null]
  const lengths = [request?.length ?? null, response?.length ?? null, attempts?.length ?? null]
  return [...row, ...locations, ...lengths, feedback?.count ?? 0, feedback?.micros ?? 0, feedback?.weightMicros ?? 0]
}

/** Feedback that was stored before the logs of its trace. */
async function feedbackOn(client: Client, logs: readonly NewLog[]): Promise<Map<string, FeedbackSums>> {
  const rows = (await rowsOf(
    client,
    `SELECT feedback.workspace_id, feedback.trace_id, count(*), sum(value * weight_micros), sum(weight_micros)
     FROM feedback JOIN (SELECT DISTINCT * FROM unnest($1::text[], $2::text[])) AS wanted (workspace_id, trace_id)
       ON feedback.workspace_id = wanted.workspace_id AND feedback.trace_id = wanted.trace_id
     GROUP BY feedback.workspace_id, feedback.trace_id`,
    [logs.map(({ row }) => row[AT.workspaceId]), logs.map(({ row }) => row[AT.traceId])],
  )) as [string, string, number, number, number][]
  return new Map(
    rows.map(([workspaceId, traceId, count, micros, weightMicros]) => [
      `${workspaceId}\u0000${traceId}`,
      { count, micros, weightMicros },
    ]),
  )
}

async function joinFeedback(client: Client, row: RecordRow): Promise<void> {
  const [, provider, model] = pick.dimensions(row)
  await rowsOf(
    client,
    `UPDATE feedback SET log_seq = (SELECT seq FROM logs WHERE id = $1 AND started_at_ms = $2),
       log_started_at_ms = $2, provider = $3, model = $4
     WHERE workspace_id = $5 AND trace_id = $6 AND log_seq IS NULL`,
    [row[AT.id], row[AT.startedAtMs], provider, model, row[AT.workspaceId], row[AT.traceId]],
  )
}

function traceKey(row: RecordRow): string {
  return `${row[AT.workspaceId]}\u0000${row[AT.traceId]}`
}
