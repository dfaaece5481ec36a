/** Takes complete segments of another journal into this one: renamed, not copied, so that none can be lost or read twice. */

import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs'
import type { Spool } from './journal-writer.ts'
import { listSegments, segmentPath } from './segments.ts'

/** Numbers come from the clock in milliseconds: after a burst there may be none free for a moment. */
const WAIT_MS = 2
const MOST_WAITS = 500

/**
 * The segments get numbers behind the one that is written to, and that one is left for a newer one in the same turn: what
 * has a successor is complete, for whoever reads. Rejects when there is no room between them.
 */
export async function adoptSegments(
  from: string,
  belowSegment: number,
  to: { readonly directory: string; readonly spool: Spool },
): Promise<void> {
  if (!existsSync(from)) return
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    const numbers = wholeSegments(from, belowSegment)
    if (numbers.length === 0) return
    const { segment } = to.spool.position()
    const room = Date.now() - 1 - segment
    if (room > 0) {
      const moved = numbers.slice(0, room)
      for (const [i, number] of moved.entries())
        renameSync(segmentPath(from, number), segmentPath(to.directory, segment + 1 + i))
      to.spool.leave(segment)
      if (moved.length === numbers.length) return
    }
    await Bun.sleep(WAIT_MS)
  }
  throw new Error('the journal has no room for segments of another: is the clock behind?')
}

/** Empty ones hold nothing and go. */
function wholeSegments(directory: string, belowSegment: number): number[] {
  return listSegments(directory).filter((number) => {
    if (number >= belowSegment) return false
    const path = segmentPath(directory, number)
    if (statSync(path).size > 0) return true
    unlinkSync(path)
    return false
  })
}
