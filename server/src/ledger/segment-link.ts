/** Reads which segment precedes a ledger file, so that a backup can detect a missing segment. */

import { readSync } from 'node:fs'
import { firstAfter, LINK_BYTES } from './ledger-frame.ts'

const SEGMENT = /^ledger\/(\d{15})\.ledger$/

/** Number of the segment at this path of a data folder; null if it is another file. */
export function ledgerSegmentOf(path: string): number | null {
  const number = SEGMENT.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

/** The segment before this one; null if this is the first one of the journal. */
export function firstLink(descriptor: number): number | null {
  const bytes = Buffer.alloc(LINK_BYTES)
  const read = readSync(descriptor, bytes, 0, LINK_BYTES, 0)
  return firstAfter(bytes.subarray(0, read))?.frame[1] ?? null
}
