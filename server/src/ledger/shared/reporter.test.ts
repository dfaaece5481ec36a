import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerReport } from '../../core/money/shared-ledger.ts'
import { LedgerJournal } from '../ledger-journal.ts'
import { Leases } from './leases.ts'
import { Reporter } from './reporter.ts'
import { storeWith } from './test-store.ts'

let directory = ''
let journal: LedgerJournal
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-reporter-'))
  journal = new LedgerJournal(directory)
})
afterEach(() => {
  journal.close()
  rmSync(directory, { recursive: true })
})

const START = { segment: 0, offsetBytes: 0 }

function spend(id: string): void {
  journal.append(['hold', id, 1, [['account', 5, 1]], []])
  journal.append(['entries', id, 'post', 2, [['account', 5, 3, 0, 1, null, 0]], []])
}

/** Reports to a store that runs `during` in each report. */
function reporterTo(reports: LedgerReport[], during: () => Promise<void> | void): Reporter {
  const store = storeWith({
    async report(_, report) {
      await during()
      reports.push(report)
      return []
    },
  })
  return new Reporter('node', journal, store, new Leases('node', store), START, () => {})
}

const idsOf = (reports: readonly LedgerReport[]) =>
  reports.map(({ entries }) => entries.map(({ holdId }) => holdId).join(' '))

test('entries appended during a report go into the next one, after the pause', async () => {
  const reports: LedgerReport[] = []
  const { promise: reportedAgain, resolve } = Promise.withResolvers<void>()
  const reporter = reporterTo(reports, () => {
    if (reports.length === 1) return resolve()
    spend('second')
    reporter.wake()
  })
  spend('first')
  // Ends even though each report appends more.
  await reporter.flush()
  expect(idsOf(reports)).toEqual(['first'])
  await reportedAgain
  await reporter.close()
  expect(idsOf(reports)).toEqual(['first', 'second'])
})

test('a flush reports the whole journal, each entry once and in order', async () => {
  const reports: LedgerReport[] = []
  let failures = 2
  const reporter = reporterTo(reports, () => {
    if (failures-- > 0) throw new Error('connection lost')
  })
  const ids = Array.from({ length: 3_000 }, (_, i) => `hold-${i}`)
  for (const id of ids) spend(id)
  await expect(reporter.flush()).rejects.toThrow('connection lost')
  await expect(reporter.flush()).rejects.toThrow('connection lost')
  await reporter.flush()
  expect(reports.length).toBeGreaterThan(1)
  expect(idsOf(reports).join(' ')).toBe(ids.join(' '))
  expect(reports.slice(1).map(({ from }) => from)).toEqual(reports.slice(0, -1).map(({ next }) => next))
  await reporter.close()
})
