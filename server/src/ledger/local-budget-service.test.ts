import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgetTerms, windowTerms } from '../core/money/budget-terms.ts'
import { Accounts } from '../policies/accounts.ts'
import { Windows } from '../policies/window.ts'
import { FoldedState } from './fold-batch.ts'
import type { LedgerFrame } from './ledger-frame.ts'
import { LedgerJournal } from './ledger-journal.ts'
import { LocalBudgetService } from './local-budget-service.ts'
import { replayFrame, type SpendingState } from './replay.ts'

/** A journal on a disk that can be full. */
class FullableJournal extends LedgerJournal {
  isFull = false

  override append(frame: LedgerFrame): boolean {
    return !this.isFull && super.append(frame)
  }
}

let directory = ''
let journal: FullableJournal
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-budgets-'))
  journal = new FullableJournal(directory)
})
afterEach(() => {
  journal.close()
  rmSync(directory, { recursive: true })
})

const newState = (): SpendingState => ({ accounts: new Accounts(), windows: new Windows() })
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

function serviceOf(state: SpendingState): LocalBudgetService {
  return new LocalBudgetService(state, journal, { onAppended: () => {}, onAlert: () => {} }, () => NOW)
}

/** State after a restart, from the journal alone. */
function replayed(): SpendingState {
  const state = newState()
  const reader = new LedgerJournal(directory)
  let position = { segment: 0, offsetBytes: 0 }
  for (;;) {
    const { frames, next } = reader.read(position, 100)
    if (frames.length === 0) break
    for (const frame of frames) replayFrame(state, frame)
    position = next
  }
  reader.close()
  return state
}

const hold = (service: LocalBudgetService, id: string, units: number) =>
  service.hold({ id, budgets: [{ terms: budget, units }], windows: [{ terms: perDay, units }] })
const used = (tokens: number | null) => ({ cost: null, tokens, requests: 1 })

test('a refusal by one of several limits changes none of them', () => {
  const state = newState()
  const service = serviceOf(state)
  expect(hold(service, 'a', 400).kind).toBe('held')
  expect(hold(service, 'b', 200)).toMatchObject({ kind: 'limited', units: 200, window: { remainingUnits: 100 } })
  service.settle('a', used(400))
  service.hold({ id: 'c', budgets: [{ terms: budget, units: 550 }], windows: [] })
  expect(hold(service, 'd', 90)).toMatchObject({ kind: 'exhausted', spending: { usedUnits: 400, heldUnits: 550 } })
  expect(state.accounts.find(budget.account)).toMatchObject({ usedUnits: 400, heldUnits: 550 })
  expect(state.windows.peek(perDay.counter)?.usedUnits).toBe(400)
})

test('what was served without a hold is charged although all limits are exhausted, also after a restart', () => {
  const state = newState()
  const service = serviceOf(state)
  hold(service, 'first', 100)
  service.settle('first', used(1_000))
  expect(hold(service, 'second', 0).kind).toBe('exhausted')
  const served = { budgets: [{ terms: budget, units: 0 }], windows: [{ terms: perDay, units: 1 }], isServed: true }
  expect(service.hold({ id: 'served', ...served }).kind).toBe('held')
  service.settle('served', used(70))
  for (const one of [state, replayed()]) expect(one.accounts.find(budget.account)?.usedUnits).toBe(1_070)
  expect(state.windows.peek(perDay.counter)?.usedUnits).toBe(1_070)
})

test('window tokens are settled by actual use, stay if it is unknown, and are released if there was none', () => {
  const state = newState()
  const service = serviceOf(state)
  hold(service, 'counted', 100)
  hold(service, 'unknown', 100)
  hold(service, 'refused', 100)
  service.settle('counted', used(30))
  service.settle('unknown', used(null))
  service.release('refused')
  expect(state.windows.peek(perDay.counter)?.usedUnits).toBe(130)
  expect(state.accounts.find(budget.account)).toMatchObject({ usedUnits: 130, unknownUnits: 100, heldUnits: 0 })
  expect(replayed().windows.peek(perDay.counter)?.usedUnits).toBe(130)
})

test('changes made while the disk was full are written first once there is space', () => {
  const state = newState()
  const service = serviceOf(state)
  hold(service, 'a', 100)
  hold(service, 'b', 100)
  journal.isFull = true
  service.settle('a', used(60))
  service.release('b')
  expect(hold(service, 'c', 10)).toMatchObject({ kind: 'unavailable' })
  // If the process died now, both holds would count in full.
  expect(replayed().accounts.find(budget.account)).toMatchObject({ usedUnits: 0, heldUnits: 200 })
  journal.isFull = false
  expect(hold(service, 'd', 10).kind).toBe('held')
  service.settle('d', used(10))
  const after = replayed().accounts.find(budget.account)
  expect(after).toMatchObject({ usedUnits: 70, heldUnits: 0 })
  expect(after).toEqual(state.accounts.find(budget.account)!)
})

test('a hold that is never settled expires in full', () => {
  const state = newState()
  const service = serviceOf(state)
  hold(service, 'lost', 100)
  service.expire(NOW)
  expect(state.accounts.find(budget.account)).toMatchObject({ heldUnits: 100 })
  service.expire(NOW + 1)
  expect(state.accounts.find(budget.account)).toMatchObject({ usedUnits: 100, heldUnits: 0 })
  expect(replayed().accounts.find(budget.account)).toMatchObject({ usedUnits: 100, heldUnits: 0 })
  // The call settles late: only the excess is added.
  service.settle('lost', used(130))
  expect(replayed().accounts.find(budget.account)).toMatchObject({ usedUnits: 130, heldUnits: 0 })
})

test('releasing a tentative hold uncounts its request, settling keeps it, also after a restart', () => {
  const state = newState()
  const service = serviceOf(state)
  const requests = windowTerms(owner, { type: 'requests', unit: 'rpd', value: 2 })
  const windows = [{ terms: requests, units: 1 }]
  const left = () => state.windows.read({ counter: requests.counter, unit: 'rpd', limitUnits: 2 }, NOW).remainingUnits
  service.hold({ id: 'refused', budgets: [], windows, isTentative: true })
  service.hold({ id: 'kept', budgets: [], windows, isTentative: true })
  expect(service.hold({ id: 'full', budgets: [], windows, isTentative: true }).kind).toBe('limited')
  expect([service.release('refused'), service.release('refused')]).toEqual([true, false])
  expect(left()).toBe(1)
  expect(service.settle('kept', used(null))).toBe(true)
  expect(service.release('kept')).toBe(false)
  expect(left()).toBe(1)
  expect(replayed().windows.peek(requests.counter)?.usedUnits).toBe(1)
  // Without isTentative the request stays counted.
  service.hold({ id: 'plain', budgets: [], windows })
  expect(service.release('plain')).toBe(false)
  expect(left()).toBe(0)
})

test('after the clock was ahead, no period stays in the future and no usage is lost', () => {
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
    const state = newState()
    let nowMs = NOW
    const service = new LocalBudgetService(state, journal, { onAppended: () => {}, onAlert: () => {} }, () => nowMs)
    const spend = (id: string, tokens: number) => {
      expect(service.hold({ id, budgets: [{ terms, units: tokens }], windows: [] }).kind).toBe('held')
      service.settle(id, used(tokens))
    }
    spend('before', 300)
    const { periodStartedAtMs } = service.currentSpending(terms)
    service.hold({ id: 'over the jump', budgets: [{ terms, units: 10 }], windows: [] })
    nowMs = NOW + 365 * 86_400_000
    spend('ahead', 100)
    service.hold({ id: 'back again', budgets: [{ terms, units: 20 }], windows: [] })
    service.settle('over the jump', used(10))
    nowMs = NOW + 60_000
    expect(service.currentSpending(terms)).toMatchObject({ usedUnits: 410, periodStartedAtMs })
    spend('after', 1)
    service.settle('back again', used(20))
    expect(service.currentSpending(terms)).toMatchObject({ usedUnits: 431, heldUnits: 0, periodStartedAtMs })

    const again = replayed()
    expect(again.accounts.find(terms.account)).toMatchObject({ usedUnits: 431, heldUnits: 0, periodStartedAtMs })
    const summary = new FoldedState([]).summarise(framesIn(), { segment: 1, offsetBytes: 1 })
    expect(summary.mismatches).toEqual([])
    const { balances, entries } = summary.batch()
    expect(balances).toMatchObject([{ usedUnits: 431, periodStartedAtMs }])
    const inPeriod = entries.filter((entry) => entry.periodStartedAtMs === periodStartedAtMs)
    expect(inPeriod.reduce((sum, { units }) => sum + units, 0)).toBe(431)

    nowMs = NOW + 40 * 86_400_000
    expect(service.currentSpending(terms).usedUnits).toBe(periodicReset === null ? 431 : 0)
    journal.close()
  }
})

const DAY_MS = 86_400_000

/** Successive clock offsets in days; the first and the last are the true time. */
const JUMPS: Readonly<Record<string, readonly number[]>> = {
  'ahead and back, three times': [0, 60, 0, 60, 0, 60, 0],
  'ahead in two steps, back in one': [0, 60, 120, 0, 60, 0],
  'ahead in one step, back in two': [0, 120, 60, 0, 120, 60, 0],
}

test.each(Object.keys(JUMPS))('clock jumps (%s): no usage is lost and every period adds up', (jumps) => {
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
    const service = new LocalBudgetService(
      newState(),
      journal,
      { onAppended: () => {}, onAlert: () => {} },
      () => nowMs,
    )
    let spent = 0
    for (const [step, days] of JUMPS[jumps]!.entries()) {
      nowMs = NOW + days * DAY_MS + step
      const units = 10 + step
      expect(service.hold({ id: `${step}`, budgets: [{ terms, units }], windows: [] }).kind).toBe('held')
      service.settle(`${step}`, used(units))
      spent += units
      if (days === 0) expect(service.currentSpending(terms).usedUnits).toBe(spent)

      expect(replayed().accounts.find(terms.account)).toMatchObject({
        usedUnits: service.currentSpending(terms).usedUnits,
      })
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

test('setting the clock back does not undo a manual reset', () => {
  const state = newState()
  let nowMs = NOW
  const service = new LocalBudgetService(state, journal, { onAppended: () => {}, onAlert: () => {} }, () => nowMs)
  const spend = (id: string) => {
    service.hold({ id, budgets: [{ terms: budget, units: 100 }], windows: [] })
    service.settle(id, used(100))
  }
  spend('a')
  expect(service.reset(budget.account)).toBe(true)
  nowMs -= 3_600_000
  spend('b')
  expect(service.currentSpending(budget).usedUnits).toBe(100)
  nowMs += 86_400_000
  spend('c')
  nowMs -= 86_400_000
  expect(service.reset(budget.account)).toBe(true)
  expect(service.currentSpending(budget).usedUnits).toBe(0)
  expect(replayed().accounts.find(budget.account)?.usedUnits).toBe(0)
})

function framesIn(): LedgerFrame[] {
  const reader = new LedgerJournal(directory)
  const { frames } = reader.read({ segment: 0, offsetBytes: 0 }, 1_000)
  reader.close()
  return [...frames]
}
