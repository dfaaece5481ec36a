/** The names of journal files and places in them. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Everything before this place is in the store. */
export type JournalPosition = { readonly segment: number; readonly offset: number }

const NAME = /^(\d{15})\.journal$/

export function segmentPath(directory: string, segment: number): string {
  return join(directory, `${String(segment).padStart(15, '0')}.journal`)
}

/** The segments of a journal, oldest first; set-aside ones have other names and are not among them. */
export function listSegments(directory: string): number[] {
  const segments: number[] = []
  for (const name of readdirSync(directory)) {
    const match = NAME.exec(name)
    if (match) segments.push(Number(match[1]))
  }
  return segments.sort((a, b) => a - b)
}

/**
 * A number no earlier segment had. It comes from the clock and not from a count, so that a journal folder which was
 * emptied by hand does not bring back numbers whose offsets the store still remembers.
 */
export function nextSegment(last: number, nowMs: number): number {
  return Math.max(nowMs, last + 1)
}

export function hasReached(position: JournalPosition, goal: JournalPosition): boolean {
  return position.segment > goal.segment || (position.segment === goal.segment && position.offset >= goal.offset)
}
