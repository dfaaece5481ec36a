import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adoptSegments } from './adopt-segments.ts'
import { openJournalWriter } from './journal-writer.ts'
import { listSegments, segmentPath } from './segments.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'gatehouse-adopt-'))
  folders.push(made)
  return made
}

test('adopted segments keep their order, after earlier segments and before later ones', () => {
  const [directory, from] = [folder(), folder()]
  const journal = openJournalWriter({ directory })
  const before = journal.position().segment
  // More segments than milliseconds have passed since the journal was opened.
  for (let i = 1; i <= 20; i++) writeFileSync(segmentPath(from, i), `segment ${i}`)
  writeFileSync(segmentPath(from, 21), '')
  writeFileSync(segmentPath(from, 22), 'still written to')
  adoptSegments(from, 22, { directory, journal })
  const after = journal.position().segment
  const adopted = listSegments(directory).filter((number) => number !== after)
  expect(adopted.map((number) => readFileSync(segmentPath(directory, number), 'utf8'))).toEqual(
    Array.from({ length: 20 }, (_, i) => `segment ${i + 1}`),
  )
  expect(adopted.every((number) => number > before && number < after)).toBe(true)
  expect(listSegments(from)).toEqual([22])
  journal.close()
})

test('adopting from an empty or missing directory changes nothing', () => {
  const [directory, from] = [folder(), folder()]
  const journal = openJournalWriter({ directory })
  const names = readdirSync(directory)
  adoptSegments(from, Number.MAX_SAFE_INTEGER, { directory, journal })
  adoptSegments(join(from, 'missing'), Number.MAX_SAFE_INTEGER, { directory, journal })
  expect(readdirSync(directory)).toEqual(names)
  journal.close()
})

test('a journal ahead of the clock adopts segments without replacing any', () => {
  const [directory, from] = [folder(), folder()]
  // Written before the clock was set back.
  const aheadMs = Date.now() + 40 * 86_400_000
  writeFileSync(segmentPath(directory, aheadMs), 'before')
  const journal = openJournalWriter({ directory })
  for (const text of ['first', 'second']) {
    writeFileSync(segmentPath(from, 1), text)
    adoptSegments(from, 2, { directory, journal })
  }
  const { segment } = journal.position()
  const texts = listSegments(directory)
    .filter((number) => number !== segment)
    .map((number) => readFileSync(segmentPath(directory, number), 'utf8'))
  expect(texts.filter((text) => text !== '')).toEqual(['before', 'first', 'second'])
  expect(segment).toBe(listSegments(directory).at(-1)!)
  journal.close()
})
