import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { budgetTerms, windowTerms } from '../core/money/budget-terms.ts'
import type { LedgerBatch, LedgerState, LedgerStore, StoredBalance, StoredEntry } from '../core/money/ledger-store.ts'
import type { Holder, SavedBudget } from '../core/money/spending.ts'
import type { Mismatch } from './fold-batch.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'

/** A store in memory, kept over restarts; the real one has its own suite. */
class KeptStore implements LedgerStore {
  entries = new Map<string, StoredEntry>()
  balances = new Map<string, StoredBalance>()
  #holds: LedgerState['holds'] = []
  #windows = new Map<string, LedgerState['windows'][number]>()
  #position: LedgerState['position'] = null
  isDown = false

  async load(): Promise<LedgerState> {
    return {
      balances: [...this.balances.values()],
      holds: this.#holds,
      windows: [...this.#windows.values()],
      position: this.#position,
    }
  }

  async fold(batch: LedgerBatch): Promise<number> {
    if (this.isDown) throw new Error('the store is down')
    let known = 0
    for (const entry of batch.entries) {
      const place = `${entry.holdId} ${entry.account}`
      if (this.entries.has(place)) known++
      this.entries.set(place, entry)
    }
    for (const balance of batch.balances) this.balances.set(balance.account, balance)
    for (const window of batch.windows) this.#windows.set(window.counter, window)
    this.#holds = [...this.#holds, ...batch.openedHolds].filter(({ id }) => !batch.resolvedHoldIds.includes(id))
    this.#position = batch.position
    return known
  }

  copy(): KeptStore {
    const copy = new KeptStore()
    copy.entries = new Map(this.entries)
    copy.balances = new Map(this.balances)
    copy.#holds = this.#holds
    copy.#windows = new Map(this.#windows)
    copy.#position = this.#position
    return copy
  }

  async prune(): Promise<void> {}

  async check(account: string) {
    if (account !== '') return { checks: [], last: null }
    const checks = [...this.balances.values()].map(({ account: id, usedUnits, periodStartedAtMs }) => {
      const mine = [...this.entries.values()].filter(
        (entry) => entry.account === id && entry.periodStartedAtMs === periodStartedAtMs,
      )
      return { account: id, usedUnits, entryUnits: mine.reduce((sum, { units }) => sum + units, 0) }
    })
    return { checks, last: checks.at(-1)?.account ?? null }
  }
}

let parent = ''
let directory = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gatehouse-books-'))
  directory = join(parent, 'first')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** What a process killed right now would leave behind, in a folder and a store of its own. */
function remainsOf(store: KeptStore): KeptStore {
  const next = mkdtempSync(join(parent, 'next-'))
  cpSync(directory, next, { recursive: true })
  directory = next
  return store.copy()
}

const mismatches: Mismatch[] = []
const problems: string[] = []
const open = (store: LedgerStore) =>
  openLedger(directory, store, {
    onMismatch: (one) => void mismatches.push(one),
    onProblem: (problem) => void problems.push(problem),
  })

const holder: Holder = { kind: 'api_key', id: 'key' }
const owner = { holder, name: 'Key', organisationId: 'o', workspaceId: 'w' }
const saved: SavedBudget = {
  type: 'cost',
  creditLimit: 1,
  alertThreshold: null,
  periodicReset: null,
  periodicResetDays: null,
  nextResetAtMs: null,
}
const budget = (more: Partial<SavedBudget> = {}) => budgetTerms(owner, { ...saved, ...more })
const hold = (ledger: OpenLedger, id: string, units: number, more: Partial<SavedBudget> = {}) =>
  ledger.purse.hold({ id, budgets: [{ terms: budget(more), units }], windows: [] })
const used = (cost: number | null) => ({ cost, tokens: null, requests: 1 })
const standing = (ledger: OpenLedger) => ledger.spending.read(holder, saved)

test('books go on after a clean end: used stays used, nothing is left open', async () => {
  const store = new KeptStore()
  const first = await open(store)
  expect(await hold(first, 'a', 500)).toMatchObject({ kind: 'held', isDurable: true })
  expect(first.purse.post('a', used(300))).toBe(true)
  expect(first.purse.post('a', used(300))).toBe(false)
  await first.close()
  const second = await open(store)
  expect(await standing(second)).toMatchObject({ usedUnits: 300, heldUnits: 0, limitUnits: 1_000_000_000 })
  expect([...store.entries.values()]).toMatchObject([{ holdId: 'a', heldUnits: 500, units: 300, balanceUnits: 300 }])
  await second.close()
})

test('after a crash what was open counts in full, once, whether or not it had been folded', async () => {
  for (const isFolded of [false, true]) {
    directory = mkdtempSync(join(parent, 'run-'))
    const store = new KeptStore()
    const first = await open(store)
    await hold(first, 'open', 500)
    await hold(first, 'done', 100)
    first.purse.post('done', used(40))
    if (isFolded) await first.close()
    const left = remainsOf(store)
    expect(left.entries.size).toBe(isFolded ? 1 : 0)
    const second = await open(left)
    expect(await standing(second)).toMatchObject({ usedUnits: 540, unknownUnits: 500, heldUnits: 0 })
    expect(second.purse.post('open', used(1))).toBe(false)
    await second.close()
    const third = await open(left)
    expect(await standing(third)).toMatchObject({ usedUnits: 540, unknownUnits: 500, heldUnits: 0 })
    expect(third.health()).toMatchObject({ status: 'ok', openHolds: 0 })
    await third.close()
    await first.close()
  }
})

const step = fc.record({
  units: fc.nat(50),
  used: fc.option(fc.nat(60)),
  ending: fc.constantFrom('post', 'release', 'die'),
})

test('whatever was held, posted and released before a crash: restored books are the true ones, the unknown in full', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(30), async (steps, foldAt) => {
      directory = mkdtempSync(join(parent, 'run-'))
      const store = new KeptStore()
      const first = await open(store)
      let truth = 0
      for (const [i, { units, used: actual, ending }] of steps.entries()) {
        // Closing folds what is there; what comes after is in the journal only.
        if (i === foldAt) await first.close()
        await hold(first, `hold ${i}`, units)
        if (ending === 'post') first.purse.post(`hold ${i}`, used(actual))
        if (ending === 'release') first.purse.release(`hold ${i}`)
        truth += ending === 'release' ? 0 : ending === 'post' ? (actual ?? units) : units
      }
      const left = remainsOf(store)
      await first.close()
      const second = await open(left)
      expect(await standing(second)).toMatchObject({ usedUnits: truth, heldUnits: 0 })
      await second.close()
      expect(second.health()).toMatchObject({ status: 'ok', problem: null })
      expect([...left.entries.values()].reduce((sum, entry) => sum + entry.units, 0)).toBe(truth)
    }),
    { numRuns: 40 },
  )
  expect(mismatches).toEqual([])
})

test('a reset by hand outlives a restart', async () => {
  const store = new KeptStore()
  const first = await open(store)
  await hold(first, 'a', 500)
  first.purse.post('a', used(500))
  await hold(first, 'running', 200)
  await first.spending.reset(holder)
  expect(await standing(first)).toMatchObject({ usedUnits: 0, heldUnits: 200 })
  first.purse.post('running', used(200))
  expect(await standing(first)).toMatchObject({ usedUnits: 0, heldUnits: 0 })
  await hold(first, 'b', 70)
  first.purse.post('b', used(70))
  const second = await open(remainsOf(store))
  expect(await standing(second)).toMatchObject({ usedUnits: 70, heldUnits: 0 })
  await second.close()
  await first.close()
})

test('an alert is told once for each period, also over a restart', async () => {
  const store = new KeptStore()
  const told: number[] = []
  const spend = async (ledger: OpenLedger, id: string) => {
    await hold(ledger, id, 100, { alertThreshold: 0.00000015 })
    ledger.purse.post(id, used(100))
  }
  const first = await open(store)
  first.onAlert(({ spending }) => void told.push(spending.usedUnits))
  await spend(first, 'a')
  await spend(first, 'b')
  await spend(first, 'c')
  await first.close()
  const second = await open(store)
  second.onAlert(({ spending }) => void told.push(spending.usedUnits))
  await spend(second, 'd')
  await second.spending.reset(holder)
  await spend(second, 'e')
  await spend(second, 'f')
  expect(told).toEqual([200, 200])
  await second.close()
})

test('without a journal no budget gives anything away, while rate limits go on in memory', async () => {
  const ledger = await open(new KeptStore())
  // Nothing was written yet: the first segment cannot be made.
  rmSync(join(directory, 'ledger'), { recursive: true })
  expect(await hold(ledger, 'a', 100)).toMatchObject({ kind: 'unavailable' })
  expect(await standing(ledger)).toMatchObject({ usedUnits: 0, heldUnits: 0 })
  expect(ledger.health().status).toBe('unwritable')
  const terms = windowTerms(owner, { type: 'requests', unit: 'rpd', value: 2 })
  const take = (id: string) => ledger.purse.hold({ id, budgets: [], windows: [{ terms, units: 1 }] })
  expect(await take('1')).toMatchObject({ kind: 'held', isDurable: false })
  expect(await take('2')).toMatchObject({ kind: 'held', windows: [{ remainingUnits: 0 }] })
  expect(await take('3')).toMatchObject({ kind: 'limited' })
  await ledger.close()
})

test('a store that is down lets the journal grow, and nothing is lost when it is back', async () => {
  const store = new KeptStore()
  store.isDown = true
  const first = await open(store)
  await hold(first, 'a', 10)
  first.purse.post('a', used(10))
  await first.close()
  expect(store.entries.size).toBe(0)
  expect(readdirSync(join(directory, 'ledger'))).toHaveLength(1)
  store.isDown = false
  const second = await open(store)
  expect(await standing(second)).toMatchObject({ usedUnits: 10 })
  await second.close()
  expect(store.entries.size).toBe(1)
})

test('books that do not add up are told', async () => {
  const store = new KeptStore()
  const first = await open(store)
  await hold(first, 'a', 10)
  first.purse.post('a', used(10))
  await first.close()
  const [balance] = store.balances.values()
  store.balances.set(balance!.account, { ...balance!, usedUnits: 3 })
  mismatches.length = 0
  const second = await open(store)
  await second.close()
  expect(mismatches).toEqual([{ account: 'api_key/key/cost', addedUnits: 10, counterUnits: 3 }])
  expect(second.health().status).toBe('mismatch')
  mismatches.length = 0
})
