import { expect, test } from 'bun:test'
import { joinHealth, type StorageHealth } from './readiness.ts'

const well: StorageHealth = {
  problems: [],
  records: { backlogBytes: 1, droppedBodies: 2, lostRecords: 3, syncFailures: 1 },
  ledger: { status: 'ok', openHolds: 0, problem: null, damages: 0, tailsCut: 0, syncFailures: 0 },
}

test('joined health lists every problem once, has the worst ledger status and adds up the counts', () => {
  const damaged: StorageHealth = {
    ...well,
    problems: ['damage', 'shared'],
    ledger: { status: 'damaged', openHolds: 1, problem: 'damage', damages: 1, tailsCut: 1, syncFailures: 2 },
  }
  const owner = { ...well, problems: ['shared'], ledger: { ...well.ledger, tailsCut: 2 } }
  expect(joinHealth(owner, [well, damaged])).toEqual({
    problems: ['shared', 'damage'],
    records: { backlogBytes: 3, droppedBodies: 6, lostRecords: 9, syncFailures: 3 },
    ledger: { status: 'damaged', openHolds: 1, problem: 'damage', damages: 1, tailsCut: 3, syncFailures: 2 },
  })
})

test('holds that the owner process has for its workers are counted once', () => {
  const holding = (openHolds: number): StorageHealth => ({ ...well, ledger: { ...well.ledger, openHolds } })
  expect(joinHealth(holding(5), [holding(2), holding(3)]).ledger.openHolds).toBe(5)
  // With a shared database, each worker has its own holds.
  expect(joinHealth(holding(0), [holding(2), holding(3)]).ledger.openHolds).toBe(5)
})
