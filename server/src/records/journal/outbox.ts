/**
 * The outbox of sinks: segments that the store has finished and that sinks may still have to read. It is a folder
 * beside the segments. While it exists, a finished segment is moved there instead of being deleted. Segment numbers are
 * unique across both folders.
 */

import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../core/runtime/disk.ts'
import { listSegments, segmentPath } from './segments.ts'

export function outboxDirectory(journalDirectory: string): string {
  return join(journalDirectory, 'outbox')
}

/** From now on, finished segments are kept until `removeFromOutbox`. */
export function openOutbox(journalDirectory: string): void {
  mkdirSync(outboxDirectory(journalDirectory), { recursive: true, mode: 0o700 })
}

/** Deletes the outbox: no sink needs finished segments any more. */
export function closeOutbox(journalDirectory: string): void {
  rmSync(outboxDirectory(journalDirectory), { recursive: true, force: true })
}

/** Moves a segment that the store has finished into the outbox, or deletes it if there is none. */
export function retireSegment(journalDirectory: string, segment: number): void {
  const path = segmentPath(journalDirectory, segment)
  if (!hasOutbox(journalDirectory)) return disk.remove(path)
  try {
    disk.rename(path, segmentPath(outboxDirectory(journalDirectory), segment))
  } catch (error) {
    // The outbox was deleted after the check.
    if (hasOutbox(journalDirectory)) throw error
    disk.remove(path)
  }
}

/** Lets sinks read a segment that is about to be quarantined, up to its damage. */
export function shareWithOutbox(journalDirectory: string, segment: number): void {
  if (!hasOutbox(journalDirectory)) return
  try {
    linkSync(segmentPath(journalDirectory, segment), segmentPath(outboxDirectory(journalDirectory), segment))
  } catch {
    // Not every file system has hard links. Without them, sinks miss the part of this segment that they have not read.
  }
}

export function removeFromOutbox(journalDirectory: string, segment: number): void {
  disk.remove(segmentPath(outboxDirectory(journalDirectory), segment))
}

export function listOutbox(journalDirectory: string): number[] {
  return hasOutbox(journalDirectory) ? listSegments(outboxDirectory(journalDirectory)) : []
}

function hasOutbox(journalDirectory: string): boolean {
  return existsSync(outboxDirectory(journalDirectory))
}
