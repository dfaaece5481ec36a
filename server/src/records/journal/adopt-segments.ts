/** Takes complete segments of another journal into this one: renamed, not copied, so that none can be lost or read twice. */

import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs'
import type { JournalWriter } from './journal-writer.ts'
import { listSegments, segmentPath } from './segments.ts'

/** Numbers come from the clock in milliseconds: after a burst there may be none free for a moment. */
const RETRY_MS = 2
const MAX_RETRIES = 500

/**
 * The segments get numbers behind the one that is written to, and that one is left for a newer one in the same turn: what
 * has a successor is complete, for whoever reads. Rejects when there is no free between them.
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
  throw new Error('the journal has no free for segments of another: is the clock behind?')
}

/** Empty ones hold nothing and go. */
function completeSegments(directory: string, belowSegment: number): number[] {
  return listSegments(directory).filter((number) => {
    if (number >= belowSegment) return false
    const path = segmentPath(directory, number)
    if (statSync(path).size > 0) return true
    unlinkSync(path)
    return false
  })
}
