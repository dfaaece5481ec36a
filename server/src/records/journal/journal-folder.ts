/** The folder of a journal, once the spool has made it: a folder that is gone is told, and never made again empty. */

import { existsSync, mkdirSync } from 'node:fs'

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
