/** Checks the logs of a restored data folder: logs.db, and the records in its journals. */

import { Database } from 'bun:sqlite'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SegmentReader } from '../journal/segment-reader.ts'
import { type JournalPosition, listSegments, segmentPath } from '../journal/segments.ts'

const READ_LIMITS = { frames: 3_000, sizeBytes: 8 * 1024 * 1024 }
const MAX_PROBLEMS = 10

export type LogsCheck = {
  /** Records in logs.db. */
  readonly stored: number
  /** Records in journals that are not in logs.db yet. */
  readonly waiting: number
  readonly problems: readonly string[]
}

export function checkLogs(dataDirectory: string): LogsCheck {
  const path = join(dataDirectory, 'logs.db')
  const { stored, positions, problems } = existsSync(path)
    ? checkDatabase(path)
    : { stored: 0, positions: [], problems: [] }
  const own = countFrames(join(dataDirectory, 'journal'), positions)
  const others = foldersIn(dataDirectory).map((folder) => countFrames(folder, []))
  const all = [own, ...others]
  return {
    stored,
    waiting: all.reduce((sum, { frames }) => sum + frames, 0),
    problems: [...problems, ...all.flatMap((each) => each.problems)],
  }
}

function checkDatabase(path: string) {
  const database = new Database(path, { strict: true })
  try {
    const found = database.query<{ quick_check: string }, []>(`PRAGMA quick_check(${MAX_PROBLEMS})`).all()
    const problems = found.map(({ quick_check }) => quick_check).filter((text) => text !== 'ok')
    if (problems.length > 0) return { stored: 0, positions: [], problems: problems.map((text) => `logs.db: ${text}`) }
    const stored = database.query<{ count: number }, []>('SELECT count(*) AS count FROM logs').get()?.count ?? 0
    const positions = database.query<JournalPosition, []>('SELECT segment, offset FROM journal_positions').all()
    return { stored, positions, problems }
  } catch (error) {
    return {
      stored: 0,
      positions: [],
      problems: [`logs.db: ${error instanceof Error ? error.message : String(error)}`],
    }
  } finally {
    database.close()
  }
}

/** Journals of workers and of provisional records. A gateway reads these from their start. */
function foldersIn(dataDirectory: string): string[] {
  const workers = readdirSync(dataDirectory).filter((name) => /^worker-[1-9]\d*$/.test(name))
  return [dataDirectory, ...workers.map((name) => join(dataDirectory, name))]
    .flatMap((folder) => [join(folder, 'journal/provisional'), join(folder, 'journal')])
    .filter((folder) => folder !== join(dataDirectory, 'journal'))
}

function countFrames(directory: string, positions: readonly JournalPosition[]) {
  const problems: string[] = []
  let frames = 0
  if (!existsSync(directory)) return { frames, problems }
  const reader = new SegmentReader((segment) => segmentPath(directory, segment), READ_LIMITS)
  for (const segment of listSegments(directory)) {
    let offset = positions.find((position) => position.segment === segment)?.offset ?? 0
    for (;;) {
      const read = reader.read({ segment, offset })
      frames += read.frames.length
      offset = read.nextOffset
      if (read.stop === 'more') continue
      if (read.stop !== 'end')
        problems.push(`segment ${segment} of ${directory} has ${stopInWords(read.stop)} at byte ${offset}`)
      break
    }
  }
  reader.close()
  return { frames, problems }
}

function stopInWords(stop: 'partial' | 'damaged'): string {
  return stop === 'partial' ? 'an incomplete record' : 'a damaged record'
}
