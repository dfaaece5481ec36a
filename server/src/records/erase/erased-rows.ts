/** The columns of a log that both engines read before they erase it, and the parts of blocks that belong to the log. */

import { isObject } from '../../core/json.ts'
import type { LogErasureCounts } from '../../core/logs/log-erasure.ts'
import type { BlockKind } from '../encryption/block-cipher.ts'
import type { ByteRange } from './zero-ranges.ts'

export const ROWS_PER_STEP = 300
/** Limits the CPU time of a step, which decompresses and compresses each block once. */
const BLOCKS_PER_STEP = 40
/** Feedback rows read per step. */
export const FEEDBACK_PER_STEP = 2_000

export const ERASED_COLUMNS = `seq, id, trace_id, workspace_id, started_at_ms, detail_block, detail_offset, detail_length,
  body_block, body_offset, request_length, response_length, attempts_length`

export type ErasedRow = readonly [
  seq: number,
  id: string,
  traceId: string,
  workspaceId: string,
  startedAtMs: number,
  detailBlock: number | null,
  detailOffset: number | null,
  detailLength: number | null,
  bodyBlock: number | null,
  bodyOffset: number | null,
  requestLength: number | null,
  responseLength: number | null,
  attemptsLength: number | null,
]

export const NO_COUNTS: LogErasureCounts = { logs: 0, bodies: 0, feedback: 0, rollups: 0 }

export type BlockParts = {
  readonly kind: BlockKind
  readonly workspaceId: string
  readonly startedAtMs: number
  readonly ranges: ByteRange[]
}

/** Takes rows until their parts are in at least `BLOCKS_PER_STEP` blocks. Returns the rows and their parts by block. */
export function takeRows(rows: readonly ErasedRow[]): {
  readonly taken: readonly ErasedRow[]
  readonly blocks: ReadonlyMap<number, BlockParts>
} {
  const blocks = new Map<number, BlockParts>()
  const taken: ErasedRow[] = []
  const add = (kind: BlockKind, row: ErasedRow, block: number | null, offset: number | null, length: number) => {
    if (block === null || offset === null || length === 0) return
    const parts = blocks.get(block) ?? { kind, workspaceId: row[3], startedAtMs: row[4], ranges: [] }
    blocks.set(block, parts)
    parts.ranges.push({ offset, length })
  }
  for (const row of rows) {
    if (blocks.size >= BLOCKS_PER_STEP) break
    const [, , , , , detailBlock, detailOffset, detailLength, bodyBlock, bodyOffset, request, response, attempts] = row
    add('detail', row, detailBlock, detailOffset, detailLength ?? 0)
    add('body', row, bodyBlock, bodyOffset, (request ?? 0) + (response ?? 0) + (attempts ?? 0))
    taken.push(row)
  }
  return { taken, blocks }
}

export function hasBody(row: ErasedRow): boolean {
  return row[8] !== null
}

/** True if the metadata of a feedback entry names this user. */
export function namesUser(metadata: string | null, user: string): boolean {
  // Most metadata is rejected without parsing it.
  if (metadata === null || !metadata.includes('"_user"')) return false
  const parsed: unknown = JSON.parse(metadata)
  return isObject(parsed) && parsed['_user'] === user
}
