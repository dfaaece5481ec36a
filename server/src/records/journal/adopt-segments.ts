/**
 * Moves complete segments of another journal into this one. Renaming instead of copying means no segment is lost or
 * read twice.
 */

import { existsSync, statSync } from 'node:fs'
import { disk } from '../../core/runtime/disk.ts'
import type { JournalWriter } from './journal-writer.ts'
import { listSegments, segmentPath } from './segments.ts'

/**
 * Gives the segments numbers after the current segment and then rotates the journal in the same tick, because readers
 * treat a segment with a successor as complete.
 */
export function adoptSegments(
  from: string,
  belowSegment: number,
  to: { readonly directory: string; readonly journal: JournalWriter },
): void {
  if (!existsSync(from)) return
  const numbers = completeSegments(from, belowSegment)
  if (numbers.length === 0) return
  const { segment } = to.journal.position()
  const first = to.journal.reserve(numbers.length)
  try {
    for (const [i, number] of numbers.entries())
      disk.rename(segmentPath(from, number), segmentPath(to.directory, first + i))
  } finally {
    to.journal.rotate(segment)
  }
}

/** Deletes empty segments and returns the others. */
function completeSegments(directory: string, belowSegment: number): number[] {
  return listSegments(directory).filter((number) => {
    if (number >= belowSegment) return false
    const path = segmentPath(directory, number)
    if (statSync(path).size > 0) return true
    disk.remove(path)
    return false
  })
}
