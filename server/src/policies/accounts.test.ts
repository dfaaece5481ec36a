import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ResetSchedule } from '../core/money/budget-service.ts'
import { type HoldLineRequest, Ledger, type LedgerEntry } from './accounts.ts'

const NEVER: ResetSchedule = { every: null, fromMs: null }
const ask = (account: string, units: number, limitUnits = 100, schedule = NEVER): HoldLineRequest => ({
  account,
  units,
  limitUnits,
  schedule,
})

function held(ledger: Ledger, id: string, asks: readonly HoldLineRequest[], nowMs = 1): boolean {
  if (ledger.findFull(asks, nowMs)) return false
  ledger.hold(id, asks, nowMs)
  return true
}

test('a hold reserves units at once, and settling releases the unused ones', () => {
  const ledger = new Ledger()
  expect(held(ledger, 'a', [ask('key', 60)])).toBe(true)
  expect(held(ledger, 'b', [ask('key', 41)])).toBe(false)
  expect(held(ledger, 'c', [ask('key', 40)])).toBe(true)
  ledger.resolve('a', 'post', () => 10, 2)
  ledger.resolve('c', 'release', () => 0, 2)
  expect(ledger.find('key')).toMatchObject({ usedUnits: 10, heldUnits: 0 })
  expect(held(ledger, 'd', [ask('key', 90)])).toBe(true)
})

test('if one of several accounts is full, no account changes', () => {
  const ledger = new Ledger()
  expect(held(ledger, 'a', [ask('key', 50), ask('workspace', 50, 60)])).toBe(true)
  expect(ledger.findFull([ask('key', 20), ask('workspace', 20, 60)], 1)?.account).toBe('workspace')
  expect(ledger.find('key')?.heldUnits).toBe(50)
})

test('a hold is resolved once: later calls change nothing', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 60)])
  expect(ledger.resolve('a', 'post', () => 30, 2)).toHaveLength(1)
  expect(ledger.resolve('a', 'post', () => 30, 3)).toBeNull()
  expect(ledger.resolve('a', 'release', () => 0, 3)).toBeNull()
  expect(ledger.resolve('never', 'post', () => 30, 3)).toBeNull()
  expect(ledger.find('key')).toMatchObject({ usedUnits: 30, heldUnits: 0 })
})

test('unknown use counts the full hold, use beyond the hold counts in full, negative use counts as zero', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 10)])
  held(ledger, 'b', [ask('key', 10)])
  held(ledger, 'c', [ask('key', 10)])
  ledger.resolve('a', 'post', () => null, 2)
  ledger.resolve('b', 'post', () => 25, 2)
  ledger.resolve('c', 'post', () => -1_000, 2)
  expect(ledger.find('key')).toMatchObject({ usedUnits: 35, unknownUnits: 10, heldUnits: 0 })
})

test('an exhausted account refuses every hold, even of zero units', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 100)])
  expect(held(ledger, 'b', [ask('key', 0)])).toBe(true)
  ledger.resolve('a', 'post', () => 100, 2)
  expect(held(ledger, 'c', [ask('key', 0)])).toBe(false)
})

test('a limit may be lowered and raised while holds are open', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 50, 100)])
  expect(held(ledger, 'b', [ask('key', 1, 40)])).toBe(false)
  expect(held(ledger, 'c', [ask('key', 100, 200)])).toBe(true)
})

test('a hold counts in the period it was made in, and takes room in the next one until it is resolved', () => {
  const ledger = new Ledger()
  const weekly: ResetSchedule = { every: 'week', fromMs: null }
  const [sunday, monday] = [Date.UTC(2026, 10, 15, 23), Date.UTC(2026, 10, 16, 1)]
  held(ledger, 'a', [ask('key', 60, 100, weekly)], sunday)
  expect(held(ledger, 'b', [ask('key', 50, 100, weekly)], monday)).toBe(false)
  const [entry] = ledger.resolve('a', 'post', () => 60, monday) ?? []
  expect(entry).toMatchObject({ periodStartedAtMs: Date.UTC(2026, 10, 9), units: 60, balanceUnits: null })
  expect(ledger.find('key')).toMatchObject({ usedUnits: 0, heldUnits: 0, periodStartedAtMs: Date.UTC(2026, 10, 16) })
})

test('a manual reset starts a period with nothing used', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 60)], 1_000)
  ledger.resolve('a', 'post', () => 60, 1_000)
  ledger.beginPeriod('key', 1_001)
  expect(ledger.find('key')).toMatchObject({ usedUnits: 0, periodStartedAtMs: 1_001 })
})

test('an unresolved hold expires in full, and a late settle adds only the excess', () => {
  const ledger = new Ledger()
  held(ledger, 'a', [ask('key', 10)], 1_000)
  held(ledger, 'b', [ask('key', 10)], 1_000)
  held(ledger, 'c', [ask('key', 10)], 9_000)
  expect(ledger.expire(5_000, 9_000).map(({ holdId, kind, units }) => [holdId, kind, units])).toEqual([
    ['a', 'expire', 10],
    ['b', 'expire', 10],
  ])
  expect(ledger.resolve('a', 'post', () => 4, 9_001)).toBeNull()
  expect(ledger.resolve('b', 'post', () => 14, 9_001)).toMatchObject([{ kind: 'adjust', units: 4 }])
  expect(ledger.find('key')).toMatchObject({ usedUnits: 24, heldUnits: 10 })
})

type Step =
  | { readonly kind: 'hold'; readonly asks: readonly { readonly account: number; readonly units: number }[] }
  | { readonly kind: 'resolve'; readonly nth: number; readonly used: number | null }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('hold' as const),
    asks: fc.uniqueArray(fc.record({ account: fc.nat(3), units: fc.nat(40) }), {
      selector: ({ account }) => account,
      minLength: 1,
    }),
  }),
  fc.record({
    kind: fc.constant('resolve' as const),
    nth: fc.nat(20),
    used: fc.option(fc.integer({ min: -5, max: 40 })),
  }),
)

test('for any sequence: no overspending, entries add up to balances, and every hold is resolved once', () => {
  const limits = [100, 70, 50, 200]
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = new Ledger()
      const entries: LedgerEntry[] = []
      const ids: string[] = []
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'hold') {
          const asks = one.asks.map(({ account, units }) => ask(`account ${account}`, units, limits[account]))
          if (held(ledger, `hold ${i}`, asks, i)) ids.push(`hold ${i}`)
        } else {
          const id = ids[one.nth]
          // Never more than the hold: excess use has its own test.
          const most = (units: number) => (one.used === null ? null : Math.min(one.used, units))
          if (id) entries.push(...(ledger.resolve(id, 'post', (leg) => most(leg.units), i) ?? []))
        }
        for (const account of ledger.accounts()) {
          const limit = limits[Number(account.id.at(-1))]!
          expect(account.usedUnits + account.heldUnits).toBeLessThanOrEqual(limit)
          const sum = entries
            .filter((entry) => entry.account === account.id)
            .reduce((all, entry) => all + entry.units, 0)
          expect(account.usedUnits).toBe(sum)
        }
      }
      expect(new Set(entries.map(({ holdId, account }) => `${holdId} ${account}`)).size).toBe(entries.length)
      for (const id of ids) ledger.resolve(id, 'release', () => 0, 99)
      for (const account of ledger.accounts()) expect(account.heldUnits).toBe(0)
      expect(ledger.openHolds).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('accounts rebuilt from entries and holds equal the originals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const ledger = new Ledger()
      const again = new Ledger()
      const ids: string[] = []
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'hold') {
          const asks = one.asks.map(({ account, units }) => ask(`account ${account}`, units, 1e6))
          again.restoreHold(`hold ${i}`, i, ledger.hold(`hold ${i}`, asks, i))
          ids.push(`hold ${i}`)
        } else {
          const id = ids[one.nth]
          const entries = id === undefined ? null : ledger.resolve(id, 'post', () => one.used, i)
          for (const entry of entries ?? []) again.restoreEntry(entry)
        }
      }
      const books = (of: Ledger) => [...of.accounts()].map(({ anchorMs: _, ...account }) => account)
      expect(books(again)).toEqual(books(ledger))
      expect(again.openHoldIds()).toEqual(ledger.openHoldIds())
    }),
  )
})
