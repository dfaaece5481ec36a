import { expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LedgerJournal } from '../ledger-journal.ts'
import { openSharedLedger } from './open-shared-ledger.ts'
import { storeWith } from './test-store.ts'

test('a journal that ends before the position the shared store has read is reported as damaged', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-shared-'))
  const folder = join(dataDirectory, 'shared-ledger')
  const journal = new LedgerJournal(folder)
  journal.append(['windows', [['counter', 1, 1]]])
  const { next: position } = journal.read({ segment: 0, offsetBytes: 0 }, 10)
  journal.close()
  const file = join(folder, readdirSync(folder)[0]!)
  truncateSync(file)
  const problems: string[] = []
  const ledger = await openSharedLedger({
    dataDirectory,
    store: storeWith({
      openNode: async () => ({ position, holds: [] }),
      releaseAll: async () => {},
      heartbeat: async () => Date.now(),
      countNodes: async () => 1,
      close: async () => {},
    }),
    windowStores: [],
    onProblem: (problem) => void problems.push(problem),
  })
  expect(ledger.health()).toMatchObject({ status: 'damaged', damages: 1 })
  expect(problems).toEqual([expect.stringContaining(`${file} ends at byte 0 and was longer`)])
  await ledger.close()
  rmSync(dataDirectory, { recursive: true })
})

test('a jump of the database clock is reported', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-shared-'))
  const problems: string[] = []
  let aheadMs = 0
  const ledger = await openSharedLedger({
    dataDirectory,
    store: storeWith({
      openNode: async () => ({ position: { segment: 0, offsetBytes: 0 }, holds: [] }),
      releaseAll: async () => {},
      heartbeat: async () => Date.now() + aheadMs,
      countNodes: async () => 1,
      close: async () => {},
    }),
    windowStores: [],
    renewMs: 50,
    onProblem: (problem) => void problems.push(problem),
  })
  aheadMs = 86_400_000
  while (problems.length === 0) await Bun.sleep(50)
  expect(problems).toEqual([expect.stringMatching(/^The clock of the database jumped 86\d{3} s ahead\./)])
  await ledger.close()
  rmSync(dataDirectory, { recursive: true })
})

test('whichever call fails, a failed opening closes the store and the journal', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-shared-'))
  const journal = new LedgerJournal(join(dataDirectory, 'shared-ledger'))
  journal.append(['windows', [['counter', 1, 1]]])
  journal.close()
  const closeJournal = spyOn(LedgerJournal.prototype, 'close')
  const working = {
    openNode: async () => ({ position: { segment: 0, offsetBytes: 0 }, holds: [] }),
    report: async () => [],
    releaseAll: async () => {},
    heartbeat: async () => Date.now(),
    countNodes: async () => 1,
  }
  for (const failing of Object.keys(working)) {
    closeJournal.mockClear()
    const calls: string[] = []
    const fail = async () => {
      calls.push(failing)
      throw new Error('the connection is lost')
    }
    const close = async () => void calls.push('close')
    const opening = openSharedLedger({
      dataDirectory,
      store: storeWith({ ...working, [failing]: fail, close }),
      windowStores: [],
      onProblem: () => {},
    })
    await expect(opening).rejects.toThrow('the connection is lost')
    expect(calls).toEqual([failing, 'close'])
    expect([failing, closeJournal.mock.calls.length]).toEqual([failing, 1])
  }
  closeJournal.mockRestore()
  rmSync(dataDirectory, { recursive: true })
})
