import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredEntry } from '../../../../core/money/ledger-store.ts'
import { type ControlDatabase, openControlDatabase } from '../../control-database.ts'
import { SqlBalances } from './balances.ts'
import { LedgerHistory } from './ledger-history.ts'

const DAY_MS = 86_400_000

let folder: string
let database: ControlDatabase

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-history-'))
  database = await openControlDatabase(folder)
})

afterEach(async () => {
  await database.destroy()
  await rm(folder, { recursive: true })
})

type Given = { readonly at: number; readonly units: number; readonly period?: number; readonly balance: number | null }

function entry(holdId: string, { at, units, period = DAY_MS, balance }: Given): StoredEntry {
  const times = { atMs: at, periodStartedAtMs: period }
  return { holdId, account: 'a', kind: 'settle', heldUnits: units, units, balanceUnits: balance, ...times }
}

type Period = { readonly startedAt: number; readonly units: number; readonly unknown?: number }

async function store(entries: readonly StoredEntry[], { startedAt, units, unknown = 0 }: Period): Promise<void> {
  const line = { account: 'a', units: 3, periodStartedAtMs: DAY_MS }
  const state = { anchorMs: 7, periodStartedAtMs: startedAt, unknownUnits: unknown, isAlerted: true }
  await new SqlBalances(database).fold({
    entries,
    balances: [{ account: 'a', usedUnits: units, ...state }],
    openedHolds: [
      { id: 'early', atMs: DAY_MS + 2, lines: [line] },
      { id: 'late', atMs: DAY_MS + 50, lines: [line] },
    ],
    resolvedHoldIds: [],
    windows: [],
    position: { segment: 7, offsetBytes: 70 },
  })
}

test('entries and holds after the time are deleted, and the balance of the period is their sum at that time', async () => {
  await store(
    [
      entry('h1', { at: DAY_MS + 1, units: 10, balance: 10 }),
      entry('h2', { at: DAY_MS + 5, units: 5, balance: 15 }),
      entry('h3', { at: DAY_MS + 6, units: 3, balance: 18 }),
    ],
    { startedAt: DAY_MS, units: 18, unknown: 16 },
  )
  const history = new LedgerHistory(database)
  expect([await history.rewind(DAY_MS + 5), await history.rewind(DAY_MS + 5)]).toEqual([1, 0])
  const { balances, holds, position } = await new SqlBalances(database).load()
  expect(balances).toEqual([
    { account: 'a', anchorMs: 7, periodStartedAtMs: DAY_MS, usedUnits: 15, unknownUnits: 15, isAlerted: false },
  ])
  expect([holds.map(({ id }) => id), position]).toEqual([['early'], { segment: 7, offsetBytes: 70 }])
  expect(await history.sums()).toEqual([{ account: 'a', usedUnits: 15, entryUnits: 15 }])
})

test('a period that started after the time gives way to the one before it', async () => {
  await store(
    [
      entry('h1', { at: 5, units: 100, period: 0, balance: 100 }),
      entry('h2', { at: DAY_MS + 1, units: 10, balance: 10 }),
      // A late settlement of the first period.
      entry('h3', { at: DAY_MS + 2, units: 1, period: 0, balance: null }),
      entry('h4', { at: 2 * DAY_MS + 1, units: 4, period: 2 * DAY_MS, balance: 4 }),
      entry('h5', { at: 2 * DAY_MS + 2, units: 7, balance: null }),
    ],
    { startedAt: 2 * DAY_MS, units: 4 },
  )
  await new LedgerHistory(database).rewind(2 * DAY_MS - 1)
  const { balances } = await new SqlBalances(database).load()
  expect(balances).toEqual([
    { account: 'a', anchorMs: 7, periodStartedAtMs: DAY_MS, usedUnits: 10, unknownUnits: 0, isAlerted: false },
  ])
})

test('a budget that was reset before the time stays reset, and an account made after it is gone', async () => {
  await store([entry('h1', { at: DAY_MS + 1, units: 10, balance: 10 })], { startedAt: DAY_MS + 5, units: 0 })
  const history = new LedgerHistory(database)
  await history.rewind(DAY_MS + 6)
  expect((await new SqlBalances(database).load()).balances).toMatchObject([
    { periodStartedAtMs: DAY_MS + 5, usedUnits: 0, isAlerted: true },
  ])
  await history.rewind(DAY_MS + 4)
  expect((await new SqlBalances(database).load()).balances).toMatchObject([
    { periodStartedAtMs: DAY_MS, usedUnits: 10 },
  ])
  await history.rewind(DAY_MS - 1)
  expect((await new SqlBalances(database).load()).balances).toEqual([])
})
