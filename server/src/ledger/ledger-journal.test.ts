import { afterEach, beforeEach, expect, test } from 'bun:test'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerFrame } from './ledger-frame.ts'
import { LedgerJournal } from './ledger-journal.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-ledger-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const START = { segment: 0, offsetBytes: 0 }
const frame = (n: number): LedgerFrame => ['reset', `account ${n}`, n]
const last = () => join(directory, readdirSync(directory).sort().at(-1)!)

/** Everything from the beginning, read a few at a time. */
function all(journal: LedgerJournal, atOnce = 3) {
  const frames: LedgerFrame[] = []
  let position = START
  let isDamaged = false
  for (;;) {
    const read = journal.read(position, atOnce)
    isDamaged ||= read.isDamaged
    if (read.frames.length === 0) return { frames, isDamaged, position: read.next }
    frames.push(...read.frames)
    position = read.next
  }
}

test('what was appended is read again, in order, over segments and restarts', () => {
  const journal = new LedgerJournal(directory, 200)
  for (let n = 0; n < 20; n++) expect(journal.append(frame(n))).toBe(true)
  journal.close()
  expect(readdirSync(directory).length).toBeGreaterThan(2)
  const again = new LedgerJournal(directory, 200)
  again.append(frame(20))
  expect(all(again).frames).toEqual(Array.from({ length: 21 }, (_, n) => frame(n)))
  again.close()
})

test('a position goes on where it stopped, also while more is appended', () => {
  const journal = new LedgerJournal(directory)
  journal.append(frame(0))
  const { next } = journal.read(START, 10)
  expect(journal.read(next, 10).frames).toEqual([])
  journal.append(frame(1))
  expect(journal.read(next, 10).frames).toEqual([frame(1)])
  journal.close()
})

test('the torn end of a killed process is passed over at every byte it may have been torn', () => {
  const first = new LedgerJournal(directory)
  first.append(frame(0))
  first.append(frame(1))
  first.close()
  const file = last()
  const whole = readFileSync(file)
  for (let bytes = whole.length / 2 + 1; bytes < whole.length; bytes++) {
    writeFileSync(file, whole.subarray(0, bytes))
    const again = new LedgerJournal(directory)
    again.append(frame(2))
    expect(all(again)).toMatchObject({ frames: [frame(0), frame(2)], isDamaged: false })
    again.close()
    rmSync(last())
  }
})

test('damage in the middle is told, and what stands in later segments is read', () => {
  const first = new LedgerJournal(directory)
  first.append(frame(0))
  first.append(frame(1))
  first.close()
  const bytes = readFileSync(last())
  bytes[bytes.length / 2 + 12]! ^= 1
  writeFileSync(last(), bytes)
  appendFileSync(last(), Buffer.alloc(64))
  const again = new LedgerJournal(directory)
  again.append(frame(2))
  expect(all(again)).toMatchObject({ frames: [frame(0), frame(2)], isDamaged: true })
  again.close()
})

test('segments that are in the store are removed, the one in use is not', () => {
  const journal = new LedgerJournal(directory, 100)
  for (let n = 0; n < 10; n++) journal.append(frame(n))
  const { position } = all(journal)
  journal.forget(position)
  expect(readdirSync(directory)).toHaveLength(1)
  journal.append(frame(10))
  expect(journal.read(position, 10).frames).toEqual([frame(10)])
  journal.close()
})

test('what cannot be written is said not to be written', () => {
  const journal = new LedgerJournal(directory)
  rmSync(directory, { recursive: true })
  expect(journal.append(frame(0))).toBe(false)
  expect(journal.failure).toContain('ENOENT')
  journal.close()
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-ledger-'))
})
