/** Reads and writes the cursor file of a sink: which part of this node's journal it has received, and its counters. */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../core/runtime/write-durably.ts'
import { outboxDirectory } from '../records/journal/outbox.ts'
import type { JournalPosition } from '../records/journal/segments.ts'

export type Cursor = {
  /** All logs before this position were delivered, filtered out or dropped. */
  readonly position: JournalPosition
  /**
   * End of the batch being delivered, saved before its first byte is sent. If the process is killed, the same batch is
   * sent again with the same id. Null if no batch is being delivered.
   */
  readonly batchEnd: JournalPosition | null
  readonly counts: SinkCounts
}

export type SinkCounts = {
  readonly deliveredLogs: number
  readonly filteredLogs: number
  readonly droppedLogs: number
  readonly failures: number
  readonly lastDeliveredAtMs: number | null
}

export const NO_COUNTS: SinkCounts = {
  deliveredLogs: 0,
  filteredLogs: 0,
  droppedLogs: 0,
  failures: 0,
  lastDeliveredAtMs: null,
}

const ENDING = '.cursor'
const SAFE_ID = /^[A-Za-z0-9_-]{1,100}$/

function pathOf(journalDirectory: string, sinkId: string): string {
  if (!SAFE_ID.test(sinkId)) throw new Error(`"${sinkId}" is not the id of a sink`)
  return join(outboxDirectory(journalDirectory), `${sinkId}${ENDING}`)
}

/** Null: the sink has no file yet. `damaged`: the file is unreadable. */
export function readCursor(journalDirectory: string, sinkId: string): Cursor | 'damaged' | null {
  let text: string
  try {
    text = readFileSync(pathOf(journalDirectory, sinkId), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    const cursor = JSON.parse(text) as Cursor
    if (isPosition(cursor.position) && (cursor.batchEnd === null || isPosition(cursor.batchEnd)))
      return { ...cursor, counts: { ...NO_COUNTS, ...cursor.counts } }
  } catch {
    // Not JSON.
  }
  return 'damaged'
}

export function writeCursor(journalDirectory: string, sinkId: string, cursor: Cursor): void {
  writeDurably(pathOf(journalDirectory, sinkId), JSON.stringify(cursor))
}

/** Deletes the files of sinks that are no longer enabled. */
export function removeOtherCursors(journalDirectory: string, sinkIds: ReadonlySet<string>): void {
  const directory = outboxDirectory(journalDirectory)
  if (!existsSync(directory)) return
  for (const name of readdirSync(directory)) {
    if (name.endsWith(ENDING) && !sinkIds.has(name.slice(0, -ENDING.length)))
      rmSync(join(directory, name), { force: true })
  }
}

function isPosition(value: unknown): value is JournalPosition {
  const { segment, offset } = (value ?? {}) as Partial<JournalPosition>
  return Number.isSafeInteger(segment) && Number.isSafeInteger(offset)
}
