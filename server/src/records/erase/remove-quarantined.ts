/** Deletes quarantined journal files that contain texts of one person. */

import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const READ_BYTES = 1024 * 1024
const QUARANTINED = /\.(frame|damaged|bad)$/

/** Returns how many files were deleted. The files are frames or segments that only an operator reads. */
export async function removeQuarantined(journalDirectory: string, texts: readonly string[]): Promise<number> {
  // Frames contain texts as JSON strings, so this searches for the escaped form.
  const needles = texts.map((text) => Buffer.from(JSON.stringify(text).slice(1, -1))).filter(({ length }) => length > 0)
  let removed = 0
  for (const directory of [journalDirectory, join(journalDirectory, 'set-aside')]) {
    if (!existsSync(directory)) continue
    for (const name of readdirSync(directory)) {
      if (!QUARANTINED.test(name) || !(await containsAny(join(directory, name), needles))) continue
      rmSync(join(directory, name), { force: true })
      removed++
    }
  }
  return removed
}

async function containsAny(path: string, needles: readonly Buffer[]): Promise<boolean> {
  if (needles.length === 0) return false
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    if (needles.some((needle) => bytes.includes(needle))) return true
    tail = bytes.subarray(Math.max(0, bytes.length - overlap))
  }
  return false
}
