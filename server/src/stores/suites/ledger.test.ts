import { expect, test } from 'bun:test'
import type { LedgerBatch, StoredEntry } from '../../core/money/ledger-store.ts'
import { SqlBalances } from '../sql/repositories/money/balances.ts'
import { forEachEngine } from './test-engines.ts'

const NOTHING: LedgerBatch = {
  entries: [],
  balances: [],
  openedHolds: [],
  resolvedHoldIds: [],
  windows: [],
  position: { segment: 1_763_000_000_000, offsetBytes: 100 },
}
/** The largest exact integer. */
const LARGE = Number.MAX_SAFE_INTEGER

const entry = (holdId: string, units: number, more: Partial<StoredEntry> = {}): StoredEntry => ({
  holdId,
  account: 'api_key/a/cost',
  kind: 'post',
  atMs: 1_763_000_000_123,
  heldUnits: 100,
  units,
  periodStartedAtMs: 1_762_000_000_000,
  balanceUnits: units,
  ...more,
})
const balance = (account: string, usedUnits: number) => ({
  account,
  anchorMs: 1_761_955_200_000,
  periodStartedAtMs: 1_762_000_000_000,
  usedUnits,
  unknownUnits: 5,
  isAlerted: true,
})

forEachEngine('the ledger', (engine) => {
  const open = async () => new SqlBalances(await engine.openDatabase())

  test('an empty store has no balances and no journal position', async () => {
    expect(await (await open()).load()).toEqual({ balances: [], before: [], holds: [], windows: [], position: null })
  })

  test('a folded batch is loaded again, exact to the unit', async () => {
    const store = await open()
    const hold = { id: 'h', atMs: 7, lines: [{ account: 'x', units: LARGE, periodStartedAtMs: 3 }] }
    const window = { counter: 'requests/rpm/api_key/a', startMs: 1_763_000_000_000, usedUnits: 12 }
    expect(
      await store.fold({
        ...NOTHING,
        entries: [entry('1', LARGE, { balanceUnits: null })],
        balances: [balance('api_key/a/cost', LARGE)],
        openedHolds: [hold, { ...hold, id: 'other' }],
        windows: [window],
      }),
    ).toBe(0)
    const later = { segment: 1_763_000_000_001, offsetBytes: 5 }
    const changed = balance('api_key/a/cost', 3)
    await store.fold({
      ...NOTHING,
      balances: [changed],
      resolvedHoldIds: ['other', 'never there'],
      windows: [{ ...window, usedUnits: 13 }],
      position: later,
    })
    expect(await store.load()).toEqual({
      balances: [changed],
      before: [],
      holds: [hold],
      windows: [{ ...window, usedUnits: 13 }],
      position: later,
    })
  })

  test('for an account in a future period, the usage of the period before is loaded too', async () => {
    const store = await open()
    const nowMs = Date.now()
    const [longAgoMs, beforeMs, aheadMs] = [nowMs - 9_000_000, nowMs - 5_000_000, nowMs + 9_000_000]
    const soonMs = nowMs + 5_000_000
    const entries = [
      entry('1', 5, { periodStartedAtMs: longAgoMs }),
      entry('2', 10, { periodStartedAtMs: beforeMs }),
      entry('3', 20, { periodStartedAtMs: beforeMs }),
      entry('4', 40, { periodStartedAtMs: aheadMs }),
      entry('5', 7, { periodStartedAtMs: soonMs }),
    ]
    const balances = [{ ...balance('api_key/a/cost', 40), periodStartedAtMs: aheadMs }]
    await store.fold({ ...NOTHING, entries, balances })
    expect((await store.load()).before).toEqual([
      { account: 'api_key/a/cost', periodStartedAtMs: soonMs, usedUnits: 7 },
      { account: 'api_key/a/cost', periodStartedAtMs: beforeMs, usedUnits: 30 },
    ])
  })

  test('many entries are inserted at once; existing ones are counted and not changed', async () => {
    const store = await open()
    const entries = Array.from({ length: 151 }, (_, i) => entry(`hold ${i}`, 2))
    expect(await store.fold({ ...NOTHING, entries, balances: [balance('api_key/a/cost', 302)] })).toBe(0)
    expect(await store.fold({ ...NOTHING, entries: [entry('hold 7', 99), entry('new', 1)] })).toBe(1)
    expect(await store.check('', 10)).toEqual({
      checks: [{ account: 'api_key/a/cost', usedUnits: 302, entryUnits: 303 }],
      last: 'api_key/a/cost',
    })
  })

  test('a check sums the entries of the current period only, per account', async () => {
    const store = await open()
    await store.fold({
      ...NOTHING,
      entries: [
        entry('1', 10),
        entry('2', 20),
        entry('old', 500, { periodStartedAtMs: 1 }),
        entry('1', 4, { account: 'workspace/w/cost' }),
      ],
      balances: [balance('api_key/a/cost', 30), balance('workspace/w/cost', 4), balance('workspace/z/cost', 0)],
    })
    const first = await store.check('', 2)
    expect(first.checks.map(({ usedUnits, entryUnits }) => [usedUnits, entryUnits])).toEqual([
      [30, 30],
      [4, 4],
    ])
    const rest = await store.check(first.last ?? '', 2)
    expect(rest.checks).toEqual([{ account: 'workspace/z/cost', usedUnits: 0, entryUnits: 0 }])
    expect(await store.check(rest.last ?? '', 2)).toEqual({ checks: [], last: null })
  })

  test('a failed fold is rolled back', async () => {
    const store = await open()
    const broken = { ...balance('b', 1), usedUnits: undefined as unknown as number }
    await expect(store.fold({ ...NOTHING, entries: [entry('1', 1)], balances: [broken] })).rejects.toThrow()
    expect(await store.load()).toMatchObject({ balances: [], position: null })
    expect(await store.fold({ ...NOTHING, entries: [entry('1', 1)] })).toBe(0)
  })

  test('old windows are deleted', async () => {
    const store = await open()
    const windows = [10, 20].map((startMs) => ({ counter: `c${startMs}`, startMs, usedUnits: 1 }))
    await store.fold({ ...NOTHING, windows })
    await store.prune(20)
    expect((await store.load()).windows).toEqual([windows[1]!])
  })
})
