/**
 * Overwrites the logs of one person in the outbox, so that sinks do not send them. An overwritten frame keeps its
 * length and gets a valid checksum, so that readers skip it as unreadable and find the frames after it.
 */

import { closeSync, openSync, writeSync } from 'node:fs'
import type { ErasedLogs } from '../../core/logs/log-erasure.ts'
import { FRAME_HEADER_BYTES, rowOf } from '../journal/frame.ts'
import { listOutbox, outboxDirectory } from '../journal/outbox.ts'
import { SegmentReader } from '../journal/segment-reader.ts'
import { segmentPath } from '../journal/segments.ts'
import { AT, type RecordRow } from '../log-row.ts'

const READ_LIMITS = { frames: 256, sizeBytes: 512 * 1024 }
const CHECKSUM_AT = 4

/** Resolves with the number of overwritten frames. */
export async function eraseOutbox(journalDirectory: string, logs: ErasedLogs): Promise<number> {
  const directory = outboxDirectory(journalDirectory)
  let erased = 0
  for (const segment of listOutbox(journalDirectory)) {
    const path = segmentPath(directory, segment)
    try {
      erased += await eraseSegment(path, segment, logs)
    } catch (error) {
      // The segment was deleted meanwhile because every sink has received it.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  return erased
}

async function eraseSegment(path: string, segment: number, logs: ErasedLogs): Promise<number> {
  const reader = new SegmentReader(() => path, READ_LIMITS)
  let erased = 0
  try {
    for (let offset = 0; ; ) {
      const { frames, nextOffset, stop } = reader.read({ segment, offset })
      const wanted = frames.filter(({ payload }) => isErased(payload, logs))
      if (wanted.length > 0) overwrite(path, wanted)
      erased += wanted.length
      offset = nextOffset
      if (stop === 'damaged') {
        const after = reader.offsetAfterDamage({ segment, offset })
        if (after === null) return erased
        offset = after
      } else if (stop !== 'more') return erased
      // Yields, so that requests can run between two reads.
      await Bun.sleep(0)
    }
  } finally {
    reader.close()
  }
}

function isErased(payload: Buffer, { organisationId, workspaceId, match, untilMs }: ErasedLogs): boolean {
  let row: RecordRow
  try {
    row = rowOf(payload)
  } catch {
    // The frame was overwritten before, or a newer version wrote it.
    return false
  }
  if (row[AT.organisationId] !== organisationId || row[AT.startedAtMs] > untilMs) return false
  if (workspaceId !== null && row[AT.workspaceId] !== workspaceId) return false
  return 'user' in match ? row[AT.userLabel] === match.user : match.keyIds.includes(row[AT.keyId])
}

function overwrite(path: string, frames: readonly { readonly offset: number; readonly payload: Buffer }[]): void {
  const descriptor = openSync(path, 'r+')
  try {
    for (const { offset, payload } of frames) {
      // Checksum and payload in one write: a killed process leaves the old frame or the new one.
      const bytes = Buffer.alloc(FRAME_HEADER_BYTES - CHECKSUM_AT + payload.length)
      bytes.writeUInt32LE(Bun.hash.crc32(bytes.subarray(FRAME_HEADER_BYTES - CHECKSUM_AT)), 0)
      writeSync(descriptor, bytes, 0, bytes.length, offset + CHECKSUM_AT)
    }
  } finally {
    closeSync(descriptor)
  }
}
