/** Names and positions of journal segments, and the journal directory. */

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../../core/runtime/write-durably.ts'

/** A position in the journal: segment number and byte offset. */
export type JournalPosition = { readonly segment: number; readonly offset: number }

const NAME = /^(\d{15})\.journal$/

export function segmentPath(directory: string, segment: number): string {
  return join(directory, `${String(segment).padStart(15, '0')}.journal`)
}

/** Segment numbers, oldest first. Quarantined segments have other file names and are not listed. */
export function listSegments(directory: string): number[] {
  const segments: number[] = []
  for (const name of readdirSync(directory)) {
    const match = NAME.exec(name)
    if (match) segments.push(Number(match[1]))
  }
  return segments.sort((a, b) => a - b)
}

/**
 * Returns a number no earlier segment had. It comes from the clock, not from a counter: after someone empties the
 * journal directory, a counter would reuse numbers whose offsets the store still holds.
 */
export function nextSegment(last: number, nowMs: number): number {
  return Math.max(nowMs, last + 1)
}

export function hasReached(position: JournalPosition, goal: JournalPosition): boolean {
  return position.segment > goal.segment || (position.segment === goal.segment && position.offset >= goal.offset)
}

/**
 * Throws if the journal directory was removed or unmounted. It is created only at start, never again, because an empty
 * journal would hide the loss.
 */
export function requireJournalDirectory(directory: string): void {
  if (existsSync(directory)) return
  throw new Error(
    `the journal directory ${directory} is missing: it was removed or unmounted. Restore it and restart the gateway`,
  )
}

/** Creates one directory level; fails if its parent is missing. */
export function makeSubdirectory(directory: string): void {
  if (!existsSync(directory)) mkdirSync(directory)
}

const NAME_FILE = 'name'

/** Returns the journal's id, stored in the file `name`. In PostgreSQL it separates the journals of several nodes. */
export function journalName(directory: string): string {
  requireJournalDirectory(directory)
  const path = join(directory, NAME_FILE)
  if (!existsSync(path)) writeDurably(path, crypto.randomUUID())
  const name = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f-]{36}$/.test(name)) return name
  throw new Error(
    `${path} is damaged: it must contain the UUID under which PostgreSQL stores this journal's positions.`,
  )
}
