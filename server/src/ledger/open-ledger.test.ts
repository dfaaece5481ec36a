import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { partOf, propertyRuns } from '../../../tests/harness/property-runs.ts'
import { DAY_MS, windowLasts } from '../../../tests/harness/window-end.ts'
import { budgetTerms, windowTerms } from '../core/money/budget-terms.ts'
import type { LedgerBatch, LedgerState, LedgerStore, StoredBalance, StoredEntry } from '../core/money/ledger-store.ts'
import type { Holder, SavedBudget } from '../core/money/spending.ts'
import type { Mismatch } from './fold-batch.ts'
import { acknowledgeDamage } from './ledger-damage.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'

/** An in-memory store that survives restarts. The SQL store has its own suite. */
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
      before: [],
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

  async before(account: string, fromMs: number) {
    const mine = [...this.entries.values()].filter(
      (entry) => entry.account === account && entry.periodStartedAtMs < fromMs,
    )
    const periods = [...Map.groupBy(mine, ({ periodStartedAtMs }) => periodStartedAtMs)]
    return periods
      .sort(([one], [other]) => other - one)
      .map(([periodStartedAtMs, entries]) => ({
        account,
        periodStartedAtMs,
        usedUnits: entries.reduce((sum, { units }) => sum + units, 0),
      }))
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
beforeEach(async () => {
  // Windows and budget periods of these tests are days.
  await windowLasts(DAY_MS, 60_000)
  parent = mkdtempSync(join(tmpdir(), 'gatehouse-ledger-'))
  directory = join(parent, 'first')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** Copies the folder and store as a kill at this moment would leave them. */
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
  ledger.budgetService.hold({ id, budgets: [{ terms: budget(more), units }], windows: [] })
const used = (cost: number | null) => ({ cost, tokens: null, requests: 1 })
const standing = (ledger: OpenLedger) => ledger.spending.read(holder, saved)

test('after a clean restart usage is the same and no hold is open', async () => {
  const store = new KeptStore()
  const first = await open(store)
  expect(await hold(first, 'a', 500)).toMatchObject({ kind: 'held', isDurable: true })
  expect(first.budgetService.settle('a', used(300))).toBe(true)
  expect(first.budgetService.settle('a', used(300))).toBe(false)
  await first.close()
  const second = await open(store)
  expect(await standing(second)).toMatchObject({ usedUnits: 300, heldUnits: 0, limitUnits: 1_000_000_000 })
  expect([...store.entries.values()]).toMatchObject([{ holdId: 'a', heldUnits: 500, units: 300, balanceUnits: 300 }])
  await second.close()
})

test('after a crash open holds count in full, once, whether or not they were folded', async () => {
  for (const isFolded of [false, true]) {
    directory = mkdtempSync(join(parent, 'run-'))
    const store = new KeptStore()
    const first = await open(store)
    await hold(first, 'open', 500)
    await hold(first, 'done', 100)
    first.budgetService.settle('done', used(40))
    if (isFolded) await first.close()
    const left = remainsOf(store)
    expect(left.entries.size).toBe(isFolded ? 1 : 0)
    const second = await open(left)
    expect(await standing(second)).toMatchObject({ usedUnits: 540, unknownUnits: 500, heldUnits: 0 })
    expect(second.budgetService.settle('open', used(1))).toBe(false)
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

test('for any holds, settles and releases before a crash, the restored balances are correct', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(30), async (steps, foldAt) => {
      directory = mkdtempSync(join(parent, 'run-'))
      const store = new KeptStore()
      const first = await open(store)
      let truth = 0
      for (const [i, { units, used: actual, ending }] of steps.entries()) {
        // Closing folds the journal so far; later changes are in the journal only.
        if (i === foldAt) await first.close()
        await hold(first, `hold ${i}`, units)
        if (ending === 'post') first.budgetService.settle(`hold ${i}`, used(actual))
        if (ending === 'release') first.budgetService.release(`hold ${i}`)
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
    { numRuns: propertyRuns(40) },
  )
  expect(mismatches).toEqual([])
})

test('a manual reset survives a restart', async () => {
  const store = new KeptStore()
  const first = await open(store)
  await hold(first, 'a', 500)
  first.budgetService.settle('a', used(500))
  await hold(first, 'running', 200)
  await first.spending.reset(holder)
  expect(await standing(first)).toMatchObject({ usedUnits: 0, heldUnits: 200 })
  first.budgetService.settle('running', used(200))
  expect(await standing(first)).toMatchObject({ usedUnits: 0, heldUnits: 0 })
  await hold(first, 'b', 70)
  first.budgetService.settle('b', used(70))
  const second = await open(remainsOf(store))
  expect(await standing(second)).toMatchObject({ usedUnits: 70, heldUnits: 0 })
  await second.close()
  await first.close()
})

test('an alert is raised once per period, also across a restart', async () => {
  const store = new KeptStore()
  const told: number[] = []
  const spend = async (ledger: OpenLedger, id: string) => {
    await hold(ledger, id, 100, { alertThreshold: 0.00000015 })
    ledger.budgetService.settle(id, used(100))
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

test('if the journal cannot be written, budgets refuse and rate limits continue in memory', async () => {
  const ledger = await open(new KeptStore())
  // Nothing was written yet, so the first segment cannot be created.
  rmSync(join(directory, 'ledger'), { recursive: true })
  expect(await hold(ledger, 'a', 100)).toMatchObject({ kind: 'unavailable' })
  expect(await standing(ledger)).toMatchObject({ usedUnits: 0, heldUnits: 0 })
  expect(ledger.health().status).toBe('unwritable')
  const terms = windowTerms(owner, { type: 'requests', unit: 'rpd', value: 2 })
  const take = (id: string) => ledger.budgetService.hold({ id, budgets: [], windows: [{ terms, units: 1 }] })
  expect(await take('1')).toMatchObject({ kind: 'held', isDurable: false })
  expect(await take('2')).toMatchObject({ kind: 'held', windows: [{ remainingUnits: 0 }] })
  expect(await take('3')).toMatchObject({ kind: 'limited' })
  await ledger.close()
})

test('while the store is down the journal grows, and everything is folded when it is back', async () => {
  const store = new KeptStore()
  store.isDown = true
  const first = await open(store)
  await hold(first, 'a', 10)
  first.budgetService.settle('a', used(10))
  await first.close()
  expect(store.entries.size).toBe(0)
  expect(readdirSync(join(directory, 'ledger'))).toHaveLength(1)
  store.isDown = false
  const second = await open(store)
  expect(await standing(second)).toMatchObject({ usedUnits: 10 })
  await second.close()
  expect(store.entries.size).toBe(1)
})

test('a balance that does not match its entries is reported', async () => {
  const store = new KeptStore()
  const first = await open(store)
  await hold(first, 'a', 10)
  first.budgetService.settle('a', used(10))
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

/** Spends in a process that is killed before the first fold; returns its journal. */
async function killedLedger(): Promise<{ readonly store: KeptStore; readonly file: string; readonly bytes: Buffer }> {
  const store = new KeptStore()
  store.isDown = true
  const first = await open(store)
  for (const id of ['a', 'b', 'c']) {
    await hold(first, id, 50)
    first.budgetService.settle(id, used(30))
  }
  await first.close()
  store.isDown = false
  const [name] = readdirSync(join(directory, 'ledger'))
  const file = join(directory, 'ledger', name!)
  return { store, file, bytes: readFileSync(file) }
}

async function spentIn(bytes: Buffer, file: string, store: KeptStore) {
  writeFileSync(file, bytes)
  problems.length = 0
  const ledger = await open(store.copy())
  const { usedUnits } = await standing(ledger)
  const refused = await hold(ledger, 'next', 1)
  const health = ledger.health()
  await ledger.close()
  rmSync(join(directory, 'ledger'), { recursive: true })
  mkdirSync(join(directory, 'ledger'))
  return { usedUnits, refused, health }
}

test('for any flipped bit of the journal, budgets refuse and the message names the file and the command', async () => {
  const { store, file, bytes } = await killedLedger()
  expect(await spentIn(bytes, file, store)).toMatchObject({ usedUnits: 90, refused: { kind: 'held' } })
  // All bits of the first frame including its header, and one bit of each later byte.
  const bits = [...Array(bytes.length * 8).keys()].filter((bit) => bit < 400 || (bit - 400) % 7 === 0)
  for (const bit of partOf(bits, 0)) {
    const damaged = Buffer.from(bytes)
    damaged[bit >> 3]! ^= 1 << (bit & 7)
    const { refused, health } = await spentIn(damaged, file, store)
    expect(refused).toMatchObject({ kind: 'unavailable' })
    expect(health).toMatchObject({ status: 'damaged', damages: 1 })
    expect(health.problem).toContain(file)
    expect(health.problem).toContain('gatehouse ledger acknowledge')
    expect(problems).toHaveLength(1)
  }
  mismatches.length = 0
})

test('a journal that ends in zeros or half an entry opens; the cut is reported and counted', async () => {
  const { store, file, bytes } = await killedLedger()
  for (const zeros of [1, 8, 4096, 100_000]) {
    const { usedUnits, refused, health } = await spentIn(Buffer.concat([bytes, Buffer.alloc(zeros)]), file, store)
    expect({ usedUnits, kind: refused.kind, ...health }).toMatchObject({ usedUnits: 90, kind: 'held', tailsCut: 1 })
    expect(problems).toEqual([expect.stringContaining(`${file} had an incomplete last entry: ${zeros} bytes were cut`)])
  }
  // The call whose settle was cut off counts in full.
  const half = await spentIn(bytes.subarray(0, -20), file, store)
  expect(half).toMatchObject({ usedUnits: 110, refused: { kind: 'held' }, health: { tailsCut: 1 } })
})

test('damage blocks budgets across restarts until it is acknowledged; rate limits continue', async () => {
  const { store, file, bytes } = await killedLedger()
  const damaged = Buffer.from(bytes)
  damaged.writeUInt32LE(100_000, 0)
  writeFileSync(file, damaged)
  for (let start = 0; start < 3; start++) {
    const ledger = await open(store)
    expect(await hold(ledger, `start ${start}`, 1)).toMatchObject({ kind: 'unavailable' })
    const terms = windowTerms(owner, { type: 'requests', unit: 'rpd', value: 9 })
    const limited = await ledger.budgetService.hold({ id: `w${start}`, budgets: [], windows: [{ terms, units: 1 }] })
    expect(limited).toMatchObject({ kind: 'held', isDurable: true })
    // The hold of "a" is lost, but its settle is not.
    expect(await standing(ledger)).toMatchObject({ usedUnits: 90 })
    await ledger.close()
  }
  expect(acknowledgeDamage(join(directory, 'ledger'))).toMatchObject([{ kind: 'unreadable', file, offsetBytes: 0 }])
  const ledger = await open(store)
  expect(await hold(ledger, 'again', 1)).toMatchObject({ kind: 'held' })
  expect(ledger.health()).toMatchObject({ status: 'ok', damages: 0 })
  await ledger.close()
  const evidence = readdirSync(join(directory, 'ledger', 'damage')).filter((name) => name.endsWith('.ledger'))
  expect(readFileSync(join(directory, 'ledger', 'damage', evidence[0]!))).toEqual(damaged)
})
