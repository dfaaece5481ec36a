import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../tests/harness/property-runs.ts'
import type { ResetSchedule } from '../core/money/budget-service.ts'
import { Accounts, type HoldLineRequest, type LedgerEntry } from './accounts.ts'

const NEVER: ResetSchedule = { every: null, fromMs: null }
const request = (account: string, units: number, limitUnits = 100, schedule = NEVER): HoldLineRequest => ({
  account,
  units,
  limitUnits,
  schedule,
})

function held(accounts: Accounts, id: string, requests: readonly HoldLineRequest[], nowMs = 1): boolean {
  if (accounts.findFull(requests, nowMs)) return false
  accounts.hold(id, requests, nowMs)
  return true
}

test('a hold reserves units at once, and settling releases the unused ones', () => {
  const accounts = new Accounts()
  expect(held(accounts, 'a', [request('key', 60)])).toBe(true)
  expect(held(accounts, 'b', [request('key', 41)])).toBe(false)
  expect(held(accounts, 'c', [request('key', 40)])).toBe(true)
  accounts.resolve('a', 'post', () => 10, 2)
  accounts.resolve('c', 'release', () => 0, 2)
  expect(accounts.find('key')).toMatchObject({ usedUnits: 10, heldUnits: 0 })
  expect(held(accounts, 'd', [request('key', 90)])).toBe(true)
})

test('if one of several accounts is full, no account changes', () => {
  const accounts = new Accounts()
  expect(held(accounts, 'a', [request('key', 50), request('workspace', 50, 60)])).toBe(true)
  expect(accounts.findFull([request('key', 20), request('workspace', 20, 60)], 1)?.account).toBe('workspace')
  expect(accounts.find('key')?.heldUnits).toBe(50)
})

test('a hold is resolved once: later calls change nothing', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 60)])
  expect(accounts.resolve('a', 'post', () => 30, 2)).toHaveLength(1)
  expect(accounts.resolve('a', 'post', () => 30, 3)).toBeNull()
  expect(accounts.resolve('a', 'release', () => 0, 3)).toBeNull()
  expect(accounts.resolve('never', 'post', () => 30, 3)).toBeNull()
  expect(accounts.find('key')).toMatchObject({ usedUnits: 30, heldUnits: 0 })
})

test('unknown use counts the full hold, use beyond the hold counts in full, negative use counts as zero', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 10)])
  held(accounts, 'b', [request('key', 10)])
  held(accounts, 'c', [request('key', 10)])
  accounts.resolve('a', 'post', () => null, 2)
  accounts.resolve('b', 'post', () => 25, 2)
  accounts.resolve('c', 'post', () => -1_000, 2)
  expect(accounts.find('key')).toMatchObject({ usedUnits: 35, unknownUnits: 10, heldUnits: 0 })
})

test('an exhausted account refuses every hold, even of zero units', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 100)])
  expect(held(accounts, 'b', [request('key', 0)])).toBe(true)
  accounts.resolve('a', 'post', () => 100, 2)
  expect(held(accounts, 'c', [request('key', 0)])).toBe(false)
})

test('a limit may be lowered and raised while holds are open', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 50, 100)])
  expect(held(accounts, 'b', [request('key', 1, 40)])).toBe(false)
  expect(held(accounts, 'c', [request('key', 100, 200)])).toBe(true)
})

test('a hold counts in the period it was made in, and takes room in the next one until it is resolved', () => {
  const accounts = new Accounts()
  const weekly: ResetSchedule = { every: 'week', fromMs: null }
  const [sunday, monday] = [Date.UTC(2026, 10, 15, 23), Date.UTC(2026, 10, 16, 1)]
  held(accounts, 'a', [request('key', 60, 100, weekly)], sunday)
  expect(held(accounts, 'b', [request('key', 50, 100, weekly)], monday)).toBe(false)
  const [entry] = accounts.resolve('a', 'post', () => 60, monday) ?? []
  expect(entry).toMatchObject({ periodStartedAtMs: Date.UTC(2026, 10, 9), units: 60, balanceUnits: null })
  expect(accounts.find('key')).toMatchObject({ usedUnits: 0, heldUnits: 0, periodStartedAtMs: Date.UTC(2026, 10, 16) })
})

test('a manual reset starts a period with nothing used', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 60)], 1_000)
  accounts.resolve('a', 'post', () => 60, 1_000)
  accounts.beginPeriod('key', 1_001)
  expect(accounts.find('key')).toMatchObject({ usedUnits: 0, periodStartedAtMs: 1_001 })
})

test('an unresolved hold expires in full, and a late settle adds only the excess', () => {
  const accounts = new Accounts()
  held(accounts, 'a', [request('key', 10)], 1_000)
  held(accounts, 'b', [request('key', 10)], 1_000)
  held(accounts, 'c', [request('key', 10)], 9_000)
  expect(accounts.expire(5_000, 9_000).map(({ holdId, kind, units }) => [holdId, kind, units])).toEqual([
    ['a', 'expire', 10],
    ['b', 'expire', 10],
  ])
  expect(accounts.resolve('a', 'post', () => 4, 9_001)).toBeNull()
  expect(accounts.resolve('b', 'post', () => 14, 9_001)).toMatchObject([{ kind: 'adjust', units: 4 }])
  expect(accounts.find('key')).toMatchObject({ usedUnits: 24, heldUnits: 10 })
})

type Step =
  | { readonly kind: 'hold'; readonly requests: readonly { readonly account: number; readonly units: number }[] }
  | { readonly kind: 'resolve'; readonly nth: number; readonly used: number | null }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('hold' as const),
    requests: fc.uniqueArray(fc.record({ account: fc.nat(3), units: fc.nat(40) }), {
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
      const accounts = new Accounts()
      const entries: LedgerEntry[] = []
      const ids: string[] = []
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'hold') {
          const requests = one.requests.map(({ account, units }) =>
            request(`account ${account}`, units, limits[account]),
          )
          if (held(accounts, `hold ${i}`, requests, i)) ids.push(`hold ${i}`)
        } else {
          const id = ids[one.nth]
          // Never more than the hold: excess use has its own test.
          const most = (units: number) => (one.used === null ? null : Math.min(one.used, units))
          if (id) entries.push(...(accounts.resolve(id, 'post', (line) => most(line.units), i) ?? []))
        }
        for (const account of accounts.all()) {
          const limit = limits[Number(account.id.at(-1))]!
          expect(account.usedUnits + account.heldUnits).toBeLessThanOrEqual(limit)
          const sum = entries
            .filter((entry) => entry.account === account.id)
            .reduce((all, entry) => all + entry.units, 0)
          expect(account.usedUnits).toBe(sum)
        }
      }
      expect(new Set(entries.map(({ holdId, account }) => `${holdId} ${account}`)).size).toBe(entries.length)
      for (const id of ids) accounts.resolve(id, 'release', () => 0, 99)
      for (const account of accounts.all()) expect(account.heldUnits).toBe(0)
      expect(accounts.openHolds).toBe(0)
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('accounts rebuilt from entries and holds equal the originals', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const accounts = new Accounts()
      const again = new Accounts()
      const ids: string[] = []
      for (const [i, one] of steps.entries()) {
        if (one.kind === 'hold') {
          const requests = one.requests.map(({ account, units }) => request(`account ${account}`, units, 1e6))
          again.restoreHold(`hold ${i}`, i, accounts.hold(`hold ${i}`, requests, i))
          ids.push(`hold ${i}`)
        } else {
          const id = ids[one.nth]
          const entries = id === undefined ? null : accounts.resolve(id, 'post', () => one.used, i)
          for (const entry of entries ?? []) again.restoreEntry(entry)
        }
      }
      const contents = (of: Accounts) => [...of.all()].map(({ anchorMs: _, ...account }) => account)
      expect(contents(again)).toEqual(contents(accounts))
      expect(again.openHoldIds()).toEqual(accounts.openHoldIds())
    }),
  )
})

const DAY_MS = 86_400_000
const PERIOD_START_MS = Date.UTC(2026, 0, 15, 9, 30)

const spend = fc.record({
  afterMs: fc.integer({ min: 0, max: 9 * DAY_MS }),
  units: fc.nat(40),
  /** How long the call takes: it may end in a later period. */
  lastsMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
})

test('periods of N days with a start: each reset happens at its boundary, and no spend is lost or counted twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }),
      fc.array(spend, { minLength: 1, maxLength: 40 }),
      (days, startAfterMs, calls) => {
        const fromMs = PERIOD_START_MS + startAfterMs
        const schedule: ResetSchedule = { every: { days }, fromMs }
        const limit = 100
        const accounts = new Accounts()
        const entries: LedgerEntry[] = []
        const running: { id: string; endsMs: number }[] = []
        let nowMs = PERIOD_START_MS
        let openedMs: number | null = null
        /** An independent count: the start of the period that a moment belongs to. */
        const periodOf = (ms: number): number => {
          let startMs = openedMs ?? ms
          for (let boundary = fromMs; boundary <= ms; boundary += days * DAY_MS) startMs = boundary
          return startMs
        }
        const heldIn = new Map<string, number>()
        const settle = (untilMs: number) => {
          for (const { id, endsMs } of running.splice(0).sort((left, right) => left.endsMs - right.endsMs)) {
            if (endsMs > untilMs) running.push({ id, endsMs })
            else entries.push(...(accounts.resolve(id, 'post', (line) => line.units, endsMs) ?? []))
          }
        }
        for (const [i, { afterMs, units, lastsMs }] of calls.entries()) {
          nowMs += afterMs
          settle(nowMs)
          openedMs ??= nowMs
          const one = request('key', units, limit, schedule)
          if (!held(accounts, `call ${i}`, [one], nowMs)) {
            const { usedUnits, heldUnits } = accounts.at('key', schedule, nowMs)
            expect(usedUnits >= limit || usedUnits + heldUnits + units > limit).toBe(true)
            continue
          }
          heldIn.set(`call ${i}`, periodOf(nowMs))
          running.push({ id: `call ${i}`, endsMs: nowMs + lastsMs })
          const account = accounts.find('key')!
          expect(account.periodStartedAtMs).toBe(periodOf(nowMs))
          const own = entries.filter((entry) => heldIn.get(entry.holdId) === periodOf(nowMs))
          expect(account.usedUnits).toBe(own.reduce((sum, entry) => sum + entry.units, 0))
        }
        settle(Number.POSITIVE_INFINITY)
        // Every call once, in the period it was held in.
        expect(entries.map(({ holdId }) => holdId).sort()).toEqual([...heldIn.keys()].sort())
        const byPeriod = Map.groupBy(entries, (entry) => entry.periodStartedAtMs)
        for (const entry of entries) expect(entry.periodStartedAtMs).toBe(heldIn.get(entry.holdId)!)
        for (const own of byPeriod.values())
          expect(own.reduce((sum, entry) => sum + entry.units, 0)).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})
