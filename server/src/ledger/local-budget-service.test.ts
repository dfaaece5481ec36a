import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgetTerms, windowTerms } from '../core/money/budget-terms.ts'
import { Ledger } from '../policies/accounts.ts'
import { Windows } from '../policies/window.ts'
import { FoldedState } from './fold-batch.ts'
import type { LedgerFrame } from './ledger-frame.ts'
import { LedgerJournal } from './ledger-journal.ts'
import { LocalBudgetService } from './local-budget-service.ts'
import { replayFrame, type SpendingState } from './replay.ts'

/** A disk that can be full. */
class FullableJournal extends LedgerJournal {
  isFull = false

  override append(frame: LedgerFrame): boolean {
    return !this.isFull && super.append(frame)
  }
}

let directory = ''
let journal: FullableJournal
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-keeper-'))
  journal = new FullableJournal(directory)
})
afterEach(() => {
  journal.close()
  rmSync(directory, { recursive: true })
})

const newBooks = (): SpendingState => ({ ledger: new Ledger(), windows: new Windows() })
const owner = { holder: { kind: 'virtual_key', id: 'v' }, name: 'v', organisationId: 'o', workspaceId: 'w' } as const
const budget = budgetTerms(owner, {
  type: 'tokens',
  creditLimit: 1_000,
  alertThreshold: null,
  periodicReset: null,
  periodicResetDays: null,
  nextResetAtMs: null,
})
const perDay = windowTerms(owner, { type: 'tokens', unit: 'rpd', value: 500 })
const NOW = Date.UTC(2026, 10, 15, 12)

function keeperOf(books: SpendingState): LocalBudgetService {
  return new LocalBudgetService(books, journal, { onAppended: () => {}, onAlert: () => {} }, () => NOW)
}

/** What a restart would make of the journal. */
function replayed(): SpendingState {
  const books = newBooks()
  const reader = new LedgerJournal(directory)
  let position = { segment: 0, offsetBytes: 0 }
  for (;;) {
    const { frames, next } = reader.read(position, 100)
    if (frames.length === 0) break
    for (const frame of frames) replayFrame(books, frame)
    position = next
  }
  reader.close()
  return books
}

const hold = (keeper: LocalBudgetService, id: string, units: number) =>
  keeper.hold({ id, budgets: [{ terms: budget, units }], windows: [{ terms: perDay, units }] })
const used = (tokens: number | null) => ({ cost: null, tokens, requests: 1 })

test('one refusal over several limits leaves all of them as they were', () => {
  const books = newBooks()
  const keeper = keeperOf(books)
  expect(hold(keeper, 'a', 400).kind).toBe('held')
  expect(hold(keeper, 'b', 200)).toMatchObject({ kind: 'limited', units: 200, window: { remainingUnits: 100 } })
  keeper.post('a', used(400))
  keeper.hold({ id: 'c', budgets: [{ terms: budget, units: 550 }], windows: [] })
  expect(hold(keeper, 'd', 90)).toMatchObject({ kind: 'exhausted', spending: { usedUnits: 400, heldUnits: 550 } })
  expect(books.ledger.find(budget.account)).toMatchObject({ usedUnits: 400, heldUnits: 550 })
  expect(books.windows.peek(perDay.counter)?.usedUnits).toBe(400)
})

test('tokens of a window are settled by what was used, kept when that is unknown, given back when nothing was', () => {
  const books = newBooks()
  const keeper = keeperOf(books)
  hold(keeper, 'counted', 100)
  hold(keeper, 'unknown', 100)
  hold(keeper, 'refused', 100)
  keeper.post('counted', used(30))
  keeper.post('unknown', used(null))
  keeper.release('refused')
  expect(books.windows.peek(perDay.counter)?.usedUnits).toBe(130)
  expect(books.ledger.find(budget.account)).toMatchObject({ usedUnits: 130, unknownUnits: 100, heldUnits: 0 })
  expect(replayed().windows.peek(perDay.counter)?.usedUnits).toBe(130)
})

test('what happened while the disk was full is written when it is back, before anything else', () => {
  const books = newBooks()
  const keeper = keeperOf(books)
  hold(keeper, 'a', 100)
  hold(keeper, 'b', 100)
  journal.isFull = true
  keeper.post('a', used(60))
  keeper.release('b')
  expect(hold(keeper, 'c', 10)).toMatchObject({ kind: 'unavailable' })
  // A process that dies now has not written it: both count in full, and none is forgotten.
  expect(replayed().ledger.find(budget.account)).toMatchObject({ usedUnits: 0, heldUnits: 200 })
  journal.isFull = false
  expect(hold(keeper, 'd', 10).kind).toBe('held')
  keeper.post('d', used(10))
  const after = replayed().ledger.find(budget.account)
  expect(after).toMatchObject({ usedUnits: 70, heldUnits: 0 })
  expect(after).toEqual(books.ledger.find(budget.account)!)
})

test('a hold that its call forgot is used in full', () => {
  const books = newBooks()
  const keeper = keeperOf(books)
  hold(keeper, 'lost', 100)
  keeper.expire(NOW)
  expect(books.ledger.find(budget.account)).toMatchObject({ heldUnits: 100 })
  keeper.expire(NOW + 1)
  expect(books.ledger.find(budget.account)).toMatchObject({ usedUnits: 100, heldUnits: 0 })
  expect(replayed().ledger.find(budget.account)).toMatchObject({ usedUnits: 100, heldUnits: 0 })
  // Its call comes back after all: only what goes beyond is still to be counted.
  keeper.post('lost', used(130))
  expect(replayed().ledger.find(budget.account)).toMatchObject({ usedUnits: 130, heldUnits: 0 })
})

test('a tentative hold gives its counted request back when released, and keeps it when posted, after a restart too', () => {
  const books = newBooks()
  const keeper = keeperOf(books)
  const requests = windowTerms(owner, { type: 'requests', unit: 'rpd', value: 2 })
  const windows = [{ terms: requests, units: 1 }]
  const left = () => books.windows.read({ counter: requests.counter, unit: 'rpd', limitUnits: 2 }, NOW).remainingUnits
  keeper.hold({ id: 'refused', budgets: [], windows, isTentative: true })
  keeper.hold({ id: 'kept', budgets: [], windows, isTentative: true })
  expect(keeper.hold({ id: 'full', budgets: [], windows, isTentative: true }).kind).toBe('limited')
  expect([keeper.release('refused'), keeper.release('refused')]).toEqual([true, false])
  expect(left()).toBe(1)
  expect(keeper.post('kept', used(null))).toBe(true)
  expect(keeper.release('kept')).toBe(false)
  expect(left()).toBe(1)
  expect(replayed().windows.peek(requests.counter)?.usedUnits).toBe(1)
  // Without the mark a request stays counted.
  keeper.hold({ id: 'plain', budgets: [], windows })
  expect(keeper.release('plain')).toBe(false)
  expect(left()).toBe(0)
})

test('a clock that was ahead for a while leaves no period in the future, and forgets nothing that was used', () => {
  for (const periodicReset of ['weekly', 'monthly', null] as const) {
    rmSync(directory, { recursive: true })
    journal = new FullableJournal(directory)
    const terms = budgetTerms(owner, {
      type: 'tokens',
      creditLimit: 1_000,
      alertThreshold: null,
      periodicReset,
      periodicResetDays: null,
      nextResetAtMs: null,
    })
    const books = newBooks()
    let nowMs = NOW
    const keeper = new LocalBudgetService(books, journal, { onAppended: () => {}, onAlert: () => {} }, () => nowMs)
    const spend = (id: string, tokens: number) => {
      expect(keeper.hold({ id, budgets: [{ terms, units: tokens }], windows: [] }).kind).toBe('held')
      keeper.post(id, used(tokens))
    }
    spend('before', 300)
    const { periodStartedAtMs } = keeper.standing(terms)
    keeper.hold({ id: 'over the jump', budgets: [{ terms, units: 10 }], windows: [] })
    nowMs = NOW + 365 * 86_400_000
    spend('ahead', 100)
    keeper.hold({ id: 'back again', budgets: [{ terms, units: 20 }], windows: [] })
    keeper.post('over the jump', used(10))
    nowMs = NOW + 60_000
    expect(keeper.standing(terms)).toMatchObject({ usedUnits: 410, periodStartedAtMs })
    spend('after', 1)
    keeper.post('back again', used(20))
    expect(keeper.standing(terms)).toMatchObject({ usedUnits: 431, heldUnits: 0, periodStartedAtMs })

    const again = replayed()
    expect(again.ledger.find(terms.account)).toMatchObject({ usedUnits: 431, heldUnits: 0, periodStartedAtMs })
    const summary = new FoldedState([]).summarise(framesIn(), { segment: 1, offsetBytes: 1 })
    expect(summary.mismatches).toEqual([])
    const { balances, entries } = summary.batch()
    expect(balances).toMatchObject([{ usedUnits: 431, periodStartedAtMs }])
    const inPeriod = entries.filter((entry) => entry.periodStartedAtMs === periodStartedAtMs)
    expect(inPeriod.reduce((sum, { units }) => sum + units, 0)).toBe(431)

    nowMs = NOW + 40 * 86_400_000
    expect(keeper.standing(terms).usedUnits).toBe(periodicReset === null ? 431 : 0)
    journal.close()
  }
})

const DAY_MS = 86_400_000

/** Where the clock stands in turn, in days from now; the first and the last are the true time. */
const JUMPS: Readonly<Record<string, readonly number[]>> = {
  'ahead and back, three times': [0, 60, 0, 60, 0, 60, 0],
  'ahead in two steps, back in one': [0, 60, 120, 0, 60, 0],
  'ahead in one step, back in two': [0, 120, 60, 0, 120, 60, 0],
}

test.each(Object.keys(JUMPS))('a clock that goes %s: nothing is forgotten and every period adds up', (jumps) => {
  for (const periodicReset of ['weekly', 'monthly'] as const) {
    rmSync(directory, { recursive: true })
    journal = new FullableJournal(directory)
    const terms = budgetTerms(owner, {
      type: 'tokens',
      creditLimit: 1_000,
      alertThreshold: null,
      periodicReset,
      periodicResetDays: null,
      nextResetAtMs: null,
    })
    let nowMs = NOW
    const keeper = new LocalBudgetService(newBooks(), journal, { onAppended: () => {}, onAlert: () => {} }, () => nowMs)
    let spent = 0
    for (const [step, days] of JUMPS[jumps]!.entries()) {
      nowMs = NOW + days * DAY_MS + step
      const units = 10 + step
      expect(keeper.hold({ id: `${step}`, budgets: [{ terms, units }], windows: [] }).kind).toBe('held')
      keeper.post(`${step}`, used(units))
      spent += units
      if (days === 0) expect(keeper.standing(terms).usedUnits).toBe(spent)

      expect(replayed().ledger.find(terms.account)).toMatchObject({ usedUnits: keeper.standing(terms).usedUnits })
      const summary = new FoldedState([]).summarise(framesIn(), { segment: 1, offsetBytes: 1 })
      expect(summary.mismatches).toEqual([])
      const { balances, entries } = summary.batch()
      expect(new Set(entries.map(({ holdId }) => holdId)).size).toBe(entries.length)
      const { periodStartedAtMs, usedUnits } = balances[0]!
      const sumOf = (ofMs: number) =>
        entries.reduce((sum, entry) => sum + (entry.periodStartedAtMs === ofMs ? entry.units : 0), 0)
      expect([step, sumOf(periodStartedAtMs)]).toEqual([step, usedUnits])
      for (const entry of entries) if (entry.periodStartedAtMs > nowMs) expect(sumOf(entry.periodStartedAtMs)).toBe(0)
    }
    journal.close()
  }
})

test('a reset by hand is not undone by a clock that is set back', () => {
  const books = newBooks()
  let nowMs = NOW
  const keeper = new LocalBudgetService(books, journal, { onAppended: () => {}, onAlert: () => {} }, () => nowMs)
  const spend = (id: string) => {
    keeper.hold({ id, budgets: [{ terms: budget, units: 100 }], windows: [] })
    keeper.post(id, used(100))
  }
  spend('a')
  expect(keeper.reset(budget.account)).toBe(true)
  nowMs -= 3_600_000
  spend('b')
  expect(keeper.standing(budget).usedUnits).toBe(100)
  nowMs += 86_400_000
  spend('c')
  nowMs -= 86_400_000
  expect(keeper.reset(budget.account)).toBe(true)
  expect(keeper.standing(budget).usedUnits).toBe(0)
  expect(replayed().ledger.find(budget.account)?.usedUnits).toBe(0)
})

function framesIn(): LedgerFrame[] {
  const reader = new LedgerJournal(directory)
  const { frames } = reader.read({ segment: 0, offsetBytes: 0 }, 1_000)
  reader.close()
  return [...frames]
}
