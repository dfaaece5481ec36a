import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LedgerJournal } from '../ledger/ledger-journal.ts'
import { openControlDatabase } from '../stores/sql/control-database.ts'
import { captureFolder } from './capture.ts'
import { FolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
let data: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-capture-'))
  data = join(folder, 'data')
  mkdirSync(data)
  await (await openControlDatabase(data)).destroy()
})

afterEach(() => rm(folder, { recursive: true }))

function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header = Buffer.alloc(8)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(Bun.hash.crc32(payload), 4)
  return Buffer.concat([header, payload])
}

const segment = (number: number) => `${String(number).padStart(15, '0')}.journal`

function sizes(): Record<string, number> {
  const capture = captureFolder(data)
  const found = capture.files.filter(({ path }) => !path.includes('.db'))
  capture.close()
  return Object.fromEntries(found.map(({ path, sizeBytes }) => [path, sizeBytes]))
}

test('a frame that is being written is left out', () => {
  mkdirSync(join(data, 'journal'))
  const whole = Buffer.concat([frame('one'), frame('two')])
  for (const [i, cut] of [1, 7, 8, 10].entries())
    writeFileSync(join(data, 'journal', segment(i + 1)), Buffer.concat([whole, frame('three').subarray(0, cut)]))
  expect(Object.values(sizes())).toEqual(Array.from({ length: 4 }, () => whole.length))
})

test('bytes that are not frames are kept for the gateway to report', () => {
  mkdirSync(join(data, 'journal'))
  const bytes = Buffer.concat([frame('one'), Buffer.alloc(64, 0xff)])
  writeFileSync(join(data, 'journal', segment(1)), bytes)
  expect(sizes()).toEqual({ [`journal/${segment(1)}`]: bytes.length })
})

test('journals of workers and provisional records are captured at their places', () => {
  for (const place of ['journal/provisional', 'worker-3/journal', 'worker-3/journal/provisional']) {
    mkdirSync(join(data, place), { recursive: true })
    writeFileSync(join(data, place, segment(7)), frame(place))
  }
  expect(Object.keys(sizes()).sort()).toEqual([
    `journal/provisional/${segment(7)}`,
    `worker-3/journal/${segment(7)}`,
    `worker-3/journal/provisional/${segment(7)}`,
  ])
})

test('segments that move and disappear while a backup is stored are in it', async () => {
  mkdirSync(join(data, 'journal'))
  mkdirSync(join(data, 'worker-1/journal'), { recursive: true })
  writeFileSync(join(data, 'worker-1/journal', segment(1)), frame('from a worker'))
  writeFileSync(join(data, 'journal', segment(2)), frame('stored soon'))
  class SlowTarget extends FolderTarget {
    #isFirst = true
    override async put(key: string, bytes: Uint8Array): Promise<void> {
      if (this.#isFirst) {
        this.#isFirst = false
        renameSync(join(data, 'worker-1/journal', segment(1)), join(data, 'journal', segment(3)))
        unlinkSync(join(data, 'journal', segment(2)))
      }
      await super.put(key, bytes)
    }
  }
  const target = new SlowTarget(join(folder, 'backups'))
  const options = { keep: null, masterKey: null, version: '0.1.0', onProgress: () => {} }
  await makeBackup({ dataDirectory: data, target, ...options })
  const restored = join(folder, 'restored')
  await restoreBackup({ target, dataDirectory: restored, id: null, atMs: null, onProgress: () => {} })
  const text = (path: string) => Bun.file(join(restored, path)).text()
  expect(await text(`worker-1/journal/${segment(1)}`)).toContain('from a worker')
  expect(await text(`journal/${segment(2)}`)).toContain('stored soon')
})

test('a ledger with a missing segment is still backed up', () => {
  const directory = join(data, 'ledger')
  const journal = new LedgerJournal(directory, { segmentBytes: 1 })
  for (let i = 0; i < 3; i++) expect(journal.append(['reset', `account ${i}`, i])).toBe(true)
  journal.close()
  const [first, second, third] = Object.keys(sizes())
  unlinkSync(join(data, second!))
  expect(Object.keys(sizes())).toEqual([first!, third!])
})

test('a folder without a store is refused', async () => {
  await rm(join(data, 'control.db'))
  expect(() => captureFolder(data)).toThrow('No store found')
})
