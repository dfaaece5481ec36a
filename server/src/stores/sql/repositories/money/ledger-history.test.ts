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

async function prepare(): Promise<void> {
  const line = { account: 'a', units: 3, periodStartedAtMs: DAY_MS }
  const state = { anchorMs: 0, periodStartedAtMs: DAY_MS, unknownUnits: 1, isAlerted: true }
  await new SqlBalances(database).fold({
    entries: [entry('h1', { at: 1, units: 10, balance: 10 })],
    balances: [{ account: 'a', usedUnits: 10, ...state }],
    openedHolds: [{ id: 'h9', atMs: 2, lines: [line] }],
    resolvedHoldIds: [],
    windows: [],
    position: { segment: 7, offsetBytes: 70 },
  })
}

test('missing entries are added once, with the balance and the holds they change', async () => {
  await prepare()
  const history = new LedgerHistory(database)
  const entries = [
    entry('h1', { at: 1, units: 10, balance: 10 }),
    entry('h2', { at: 3, units: 5, balance: 15 }),
    entry('h9', { at: 4, units: 3, balance: 18 }),
  ]
  expect(await history.add(entries)).toBe(2)
  expect(await history.add(entries)).toBe(0)
  const { balances, holds, position } = await new SqlBalances(database).load()
  expect(balances).toEqual([
    { account: 'a', anchorMs: 0, periodStartedAtMs: DAY_MS, usedUnits: 18, unknownUnits: 1, isAlerted: true },
  ])
  expect([holds, position]).toEqual([[], { segment: 7, offsetBytes: 70 }])
  expect(await history.sums()).toEqual([{ account: 'a', usedUnits: 18, entryUnits: 18 }])
})

test('the balance moves to a later period, and a late settlement of the earlier one does not change it', async () => {
  await prepare()
  const history = new LedgerHistory(database)
  await history.add([
    entry('h3', { at: 5, units: 4, period: 2 * DAY_MS, balance: 4 }),
    entry('h9', { at: 6, units: 3, balance: null }),
  ])
  const { balances } = await new SqlBalances(database).load()
  expect(balances).toEqual([
    { account: 'a', anchorMs: 0, periodStartedAtMs: 2 * DAY_MS, usedUnits: 4, unknownUnits: 0, isAlerted: false },
  ])
})

test('a late settlement alone keeps the current period of its account', async () => {
  await prepare()
  await new LedgerHistory(database).add([entry('h9', { at: 6, units: 3, period: 0, balance: null })])
  const { balances } = await new SqlBalances(database).load()
  expect(balances).toMatchObject([{ periodStartedAtMs: DAY_MS, usedUnits: 10 }])
})

test('pages have the entries up to a time, in the order they were written', async () => {
  const history = new LedgerHistory(database)
  const times = [5, 1, 9, 2, 7]
  await history.add(times.map((at, i) => entry(`h${i}`, { at, units: 1, balance: i + 1 })))
  const found: string[] = []
  for (let after = 0; ; ) {
    const { entries, last } = await history.page(after, 5, 2)
    if (last === null) break
    found.push(...entries.map(({ holdId }) => holdId))
    after = last
  }
  expect(found).toEqual(['h0', 'h1', 'h3'])
})
