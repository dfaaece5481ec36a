/** Takes complete segments of another journal into this one: renamed, not copied, so that none can be lost or read twice. */

import { existsSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { listSegments, segmentPath } from './journal/segments.ts'
import type { Spool } from './journal/spool.ts'

/**
 * The segments get numbers behind the one that is written to, and that one is left for a newer one in the same turn: what
 * has a successor is complete, for whoever reads.
 */
export function adoptSegments(
  from: string,
  belowSegment: number,
  to: { readonly directory: string; readonly spool: Spool },
): void {
  if (!existsSync(from)) return
  const numbers = wholeSegments(from, belowSegment)
  if (numbers.length === 0) return
  const { segment } = to.spool.position()
  const first = to.spool.reserve(numbers.length)
  try {
    for (const [i, number] of numbers.entries())
      renameSync(segmentPath(from, number), segmentPath(to.directory, first + i))
  } finally {
    to.spool.leave(segment)
  }
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
