/** The names of journal files and places in them. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

// >>> server/src/records/journal/journal-folder.ts: /** The folder of a journal, once the spool has made it: a folder that is gone is told, and never made again empty. */
export function requireFolder(directory: string): void {
  if (existsSync(directory)) return
  throw new Error(
    `the journal folder ${directory} is missing: it was removed or unmounted. Bring it back and restart the gateway`,
  )
}

/** Inside a folder that exists: without it, this fails. */
export function makeInside(directory: string): void {
  if (!existsSync(directory)) mkdirSync(directory)
}

// >>> server/src/records/journal/journal-name.ts: /** The name of a journal, kept in its folder: on a shared store it tells the journals of many nodes apart. */
const FILE = 'name'

export function journalName(directory: string): string {
  requireFolder(directory)
  const path = join(directory, FILE)
  try {
    writeFileSync(path, crypto.randomUUID(), { flag: 'wx', mode: 0o600 })
  } catch {
    // It has one.
  }
  const name = readFileSync(path, 'utf8').trim()
  if (/^[0-9a-f-]{36}$/.test(name)) return name
  throw new Error(`${path} is damaged: it must hold the name that this journal has in the database.`)
}
