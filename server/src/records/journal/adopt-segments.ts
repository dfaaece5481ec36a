/**
 * Moves complete segments of another journal into this one. Renaming instead of copying means no segment is lost or
 * read twice.
 */

import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs'
import type { JournalWriter } from './journal-writer.ts'
import { listSegments, segmentPath } from './segments.ts'

/** Segment numbers are timestamps in milliseconds; after a burst all numbers up to now can be taken. */
const RETRY_MS = 2
const MAX_RETRIES = 500

/**
 * Gives the segments numbers after the current segment and then rotates the journal in the same tick, because readers
 * treat a segment with a successor as complete. Rejects if no numbers between the current segment and now become free.
 */
export async function adoptSegments(
  from: string,
  belowSegment: number,
  to: { readonly directory: string; readonly journal: JournalWriter },
): Promise<void> {
  if (!existsSync(from)) return
  for (let tries = 0; tries < MAX_RETRIES; tries++) {
    const numbers = completeSegments(from, belowSegment)
    if (numbers.length === 0) return
    const { segment } = to.journal.position()
    const free = Date.now() - 1 - segment
    if (free > 0) {
      const moved = numbers.slice(0, free)
      for (const [i, number] of moved.entries())
        renameSync(segmentPath(from, number), segmentPath(to.directory, segment + 1 + i))
      to.journal.rotate(segment)
      if (moved.length === numbers.length) return
    }
    await Bun.sleep(RETRY_MS)
  }
  throw new Error(
    'cannot adopt journal segments: no segment numbers are free. Check the system clock; it may have been set back',
  )
}

/** Deletes empty segments and returns the others. */
function completeSegments(directory: string, belowSegment: number): number[] {
  return listSegments(directory).filter((number) => {
    if (number >= belowSegment) return false
    const path = segmentPath(directory, number)
    if (statSync(path).size > 0) return true
    unlinkSync(path)
    return false
  })
}
