import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BudgetTerms, HoldRequest } from '../../core/money/budget-service.ts'
import { windowTerms } from '../../core/money/budget-terms.ts'
import { type OpenLedger, openLedger } from '../../ledger/open-ledger.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { SqlBalances } from '../../stores/sql/repositories/money/balances.ts'
import { Calls } from './calls.ts'
import type { OwnerCalls, WorkerCalls } from './questions.ts'
import { remoteLedger } from './remote-ledger.ts'
import { serveBudgets } from './serve-budgets.ts'

const TERMS: BudgetTerms = {
  account: 'api_key/k/requests',
  owner: { holder: { kind: 'api_key', id: 'k' }, name: 'key', organisationId: 'o', workspaceId: 'w' },
  unit: 'requests',
  limitUnits: 10,
  alertUnits: null,
  schedule: { every: null, fromMs: null },
}
const ask = (id: string, units = 1): HoldRequest => ({ id, budgets: [{ terms: TERMS, units }], windows: [] })

let folder: string
let books: OpenLedger
let closeDatabase: () => Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-remote-'))
  const database = await openControlDatabase(folder)
  closeDatabase = () => database.destroy()
  books = await openLedger(folder, new SqlBalances(database), { onMismatch: () => {}, onProblem: () => {} })
})

afterEach(async () => {
  await books.close()
  await closeDatabase()
  rmSync(folder, { recursive: true, force: true })
})

/** A worker with a line of its own to the owner's books. */
function worker() {
  const owner: OwnerCalls = new Calls((messages) => queueMicrotask(() => calls.receive(structuredClone(messages))))
  const calls: WorkerCalls = new Calls((messages) => queueMicrotask(() => owner.receive(structuredClone(messages))))
  const settle = serveBudgets(calls, books.budgetService)
  const die = async () => {
    calls.end()
    owner.end()
    await settle()
  }
  return { ledger: remoteLedger(owner), die }
}

test('two workers never set aside more than there is, and give back what they did not use', async () => {
  const [one, other] = [worker().ledger.budgetService, worker().ledger.budgetService]
  const asked = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? one : other).hold(ask(`h${i}`)))
  const results = await Promise.all(asked)
  expect(results.filter(({ kind }) => kind === 'held')).toHaveLength(10)
  expect(results.filter(({ kind }) => kind === 'exhausted')).toHaveLength(6)
  expect(await one.release('h0')).toBe(true)
  expect(await one.release('h0')).toBe(false)
  expect((await other.hold(ask('later'))).kind).toBe('held')
})

test('what a dead worker had open is used in full, what it had settled is not, and without its owner nothing is spent', async () => {
  const { ledger, die } = worker()
  await ledger.budgetService.hold(ask('settled', 4))
  await ledger.budgetService.post('settled', { cost: 0, tokens: 0, requests: 1 })
  await ledger.budgetService.hold(ask('open', 3))
  expect(ledger.health()).toEqual({ status: 'ok', openHolds: 1, problem: null, damages: 0, tailsCut: 0 })
  await die()
  expect(await books.budgetService.standing(TERMS)).toMatchObject({ usedUnits: 4, heldUnits: 0 })
  expect((await ledger.budgetService.hold(ask('too late'))).kind).toBe('unavailable')
  expect(await ledger.budgetService.post('open', { cost: 0, tokens: 0, requests: 1 })).toBe(false)
  await expect(Promise.resolve(ledger.budgetService.standing(TERMS))).rejects.toThrow()
  expect(ledger.health().status).toBe('unreachable')
  // Nothing applies: nobody has to be asked.
  expect((await ledger.budgetService.hold({ id: 'free', budgets: [], windows: [] })).kind).toBe('held')
  expect(await books.budgetService.standing(TERMS)).toMatchObject({ usedUnits: 4 })
})

test('a worker gives a tentatively counted request back, and a dead one leaves it counted', async () => {
  const { ledger, die } = worker()
  const limit = { type: 'requests', unit: 'rpd', value: 2 } as const
  const windows = [{ terms: windowTerms(TERMS.owner, limit), units: 1 }]
  const count = (id: string) => ledger.budgetService.hold({ id, budgets: [], windows, isTentative: true })
  expect((await count('one')).kind).toBe('held')
  expect((await count('two')).kind).toBe('held')
  expect((await count('three')).kind).toBe('limited')
  expect(await ledger.budgetService.release('one')).toBe(true)
  expect((await count('four')).kind).toBe('held')
  await die()
  expect((await books.budgetService.hold({ id: 'five', budgets: [], windows })).kind).toBe('limited')
})
