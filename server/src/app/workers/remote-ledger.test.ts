import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, windowLasts } from '../../../../tests/harness/window-end.ts'
import type { BudgetTerms, HoldRequest } from '../../core/money/budget-service.ts'
import { windowTerms } from '../../core/money/budget-terms.ts'
import { type OpenLedger, openLedger } from '../../ledger/open-ledger.ts'
import { openControlDatabase } from '../../stores/sql/control-database.ts'
import { SqlBalances } from '../../stores/sql/repositories/money/balances.ts'
import { remoteLedger } from './remote-ledger.ts'
import { RpcChannel } from './rpc-channel.ts'
import type { OwnerChannel, WorkerChannel } from './rpc-methods.ts'
import { serveBudgets } from './serve-budgets.ts'

const TERMS: BudgetTerms = {
  account: 'api_key/k/requests',
  owner: { holder: { kind: 'api_key', id: 'k' }, name: 'key', organisationId: 'o', workspaceId: 'w' },
  unit: 'requests',
  limitUnits: 10,
  alertUnits: null,
  schedule: { every: null, fromMs: null },
}
const hold = (id: string, units = 1): HoldRequest => ({ id, budgets: [{ terms: TERMS, units }], windows: [] })

let folder: string
let ledger: OpenLedger
let closeDatabase: () => Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-remote-'))
  const database = await openControlDatabase(folder)
  closeDatabase = () => database.destroy()
  ledger = await openLedger(folder, new SqlBalances(database), { onMismatch: () => {}, onProblem: () => {} })
})

afterEach(async () => {
  await ledger.close()
  await closeDatabase()
  rmSync(folder, { recursive: true, force: true })
})

/** A worker with its own channel to the owner's ledger. */
function worker() {
  const owner: OwnerChannel = new RpcChannel((messages) =>
    queueMicrotask(() => calls.receive(structuredClone(messages))),
  )
  const calls: WorkerChannel = new RpcChannel((messages) =>
    queueMicrotask(() => owner.receive(structuredClone(messages))),
  )
  const settle = serveBudgets(calls, ledger.budgetService)
  const exit = async () => {
    calls.close()
    owner.close()
    await settle()
  }
  return { workerLedger: remoteLedger(owner), exit }
}

test('two workers never hold more than the limit, and release unused holds', async () => {
  const [one, other] = [worker().workerLedger.budgetService, worker().workerLedger.budgetService]
  const holds = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? one : other).hold(hold(`h${i}`)))
  const results = await Promise.all(holds)
  expect(results.filter(({ kind }) => kind === 'held')).toHaveLength(10)
  expect(results.filter(({ kind }) => kind === 'exhausted')).toHaveLength(6)
  expect(await one.release('h0')).toBe(true)
  expect(await one.release('h0')).toBe(false)
  expect((await other.hold(hold('later'))).kind).toBe('held')
})

test('open holds of an exited worker are settled in full, settled ones are not, and without the owner nothing is held', async () => {
  const { workerLedger, exit } = worker()
  await workerLedger.budgetService.hold(hold('settled', 4))
  await workerLedger.budgetService.settle('settled', { cost: 0, tokens: 0, requests: 1 })
  await workerLedger.budgetService.hold(hold('open', 3))
  expect(workerLedger.health()).toEqual({
    status: 'ok',
    openHolds: 1,
    problem: null,
    damages: 0,
    tailsCut: 0,
    syncFailures: 0,
  })
  await exit()
  expect(await ledger.budgetService.currentSpending(TERMS)).toMatchObject({ usedUnits: 4, heldUnits: 0 })
  expect((await workerLedger.budgetService.hold(hold('too late'))).kind).toBe('unavailable')
  expect(await workerLedger.budgetService.settle('open', { cost: 0, tokens: 0, requests: 1 })).toBe(false)
  await expect(Promise.resolve(workerLedger.budgetService.currentSpending(TERMS))).rejects.toThrow()
  expect(workerLedger.health().status).toBe('unreachable')
  // No limit applies, so no call to the owner is needed.
  expect((await workerLedger.budgetService.hold({ id: 'free', budgets: [], windows: [] })).kind).toBe('held')
  expect(await ledger.budgetService.currentSpending(TERMS)).toMatchObject({ usedUnits: 4 })
})

test('a worker can release a tentatively counted request; after its exit the request stays counted', async () => {
  await windowLasts(DAY_MS, 60_000)
  const { workerLedger, exit } = worker()
  const limit = { type: 'requests', unit: 'rpd', value: 2 } as const
  const windows = [{ terms: windowTerms(TERMS.owner, limit), units: 1 }]
  const count = (id: string) => workerLedger.budgetService.hold({ id, budgets: [], windows, isTentative: true })
  expect((await count('one')).kind).toBe('held')
  expect((await count('two')).kind).toBe('held')
  expect((await count('three')).kind).toBe('limited')
  expect(await workerLedger.budgetService.release('one')).toBe(true)
  expect((await count('four')).kind).toBe('held')
  await exit()
  expect((await ledger.budgetService.hold({ id: 'five', budgets: [], windows })).kind).toBe('limited')
})
