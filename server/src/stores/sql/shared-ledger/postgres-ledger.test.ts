import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SharedDatabase, sharedDatabase } from '../../../../../tests/harness/nodes/shared-database.ts'
import type { LeaseRequest, ReportedEntry, SharedAccountState } from '../../../core/money/shared-ledger.ts'
import { openSharedControlDatabase } from '../control-database.ts'
import { openPostgresLedger } from './open-postgres-ledger.ts'

let database: SharedDatabase
let books: ReturnType<typeof openPostgresLedger>

beforeAll(async () => {
  database = await sharedDatabase()
  const url = database.environment['DATABASE_URL']!
  await (await openSharedControlDatabase(url)).destroy()
  books = openPostgresLedger(url)
}, 30_000)

afterAll(async () => {
  await books.ledger.close()
  await database[Symbol.asyncDispose]()
})

const LIMIT = 100

/** Leases so many units, or what is left. */
function ask(
  account: string,
  units: number,
  more: Partial<LeaseRequest> & { onChosen?: (units: number) => void } = {},
): LeaseRequest {
  const { onChosen, ...rest } = more
  return {
    account,
    boundUnits: 0,
    boundaryMs: () => null,
    choose({ usedUnits, leasedUnits }: SharedAccountState) {
      const chosen = Math.min(units, Math.max(0, LIMIT - usedUnits - leasedUnits))
      onChosen?.(chosen)
      return chosen
    },
    ...rest,
  }
}

function entry(account: string, holdId: string, heldUnits: number, units: number, heldAtMs: number): ReportedEntry {
  return {
    holdId,
    account,
    kind: 'post',
    atMs: heldAtMs,
    heldUnits,
    units,
    periodStartedAtMs: heldAtMs,
    balanceUnits: null,
    isUnknown: false,
  }
}

const place = (offsetBytes: number) => ({ segment: 0, offsetBytes })

async function book(node: string, from: number, entries: readonly ReportedEntry[], alertUnits: number | null = null) {
  return books.ledger.report(node, {
    from: place(from),
    next: place(from + 1),
    entries,
    openedHolds: [],
    resolvedHoldIds: [],
    alertUnits: () => alertUnits,
    boundaryMs: () => null,
  })
}

test('many nodes that ask at once never have more than the limit between them', async () => {
  const chosen = new Map<string, number>()
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const node = `asking-${i % 12}`
      await books.ledger.lease(
        node,
        ask('api_key/many/cost', 1 + (i % 17), { onChosen: (units) => chosen.set(node, units) }),
      )
    }),
  )
  const total = [...chosen.values()].reduce((sum, units) => sum + units, 0)
  const standing = await books.ledger.read('api_key/many/cost')
  expect(standing?.leasedUnits).toBe(total)
  expect(total).toBeLessThanOrEqual(LIMIT)
  const rows = await database.query("SELECT sum(units) FROM budget_leases WHERE account = 'api_key/many/cost'")
  expect(Number(rows[0]?.[0])).toBe(total)
}, 20_000)

test('a report is booked once, frees what it used, and tells of the threshold once', async () => {
  const account = 'api_key/reported/cost'
  await books.ledger.openNode('reporting')
  const { nowMs } = await books.ledger.lease('reporting', ask(account, 50))
  const entries = [entry(account, 'call-1', 20, 15, nowMs), entry(account, 'call-2', 10, 12, nowMs)]
  const [reported] = await book('reporting', 0, entries, 20)
  expect(reported).toMatchObject({ isAlert: true, standing: { usedUnits: 27, leasedUnits: 50 - 15 - 10 } })
  expect(await book('reporting', 0, entries, 20)).toEqual([])
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 27, leasedUnits: 25 })
  const [again] = await book('reporting', 1, [entry(account, 'call-3', 5, 5, nowMs)], 20)
  expect(again).toMatchObject({ isAlert: false, standing: { usedUnits: 32, leasedUnits: 20 } })
  await expect(book('reporting', 7, entries)).rejects.toThrow('another node uses the same node-id')
  await books.ledger.releaseAll('reporting')
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 32, leasedUnits: 0 })
})

test('what was set aside before a reset does not count to the new period, and later calls do', async () => {
  const account = 'api_key/reset/cost'
  await books.ledger.openNode('resetting')
  const { nowMs } = await books.ledger.lease('resetting', ask(account, 40))
  await book('resetting', 0, [entry(account, 'reset-1', 10, 10, nowMs)])
  await Bun.sleep(2)
  await books.ledger.reset(account)
  const after = await books.ledger.read(account)
  expect(after).toMatchObject({ usedUnits: 0, leasedUnits: 30 })
  await book('resetting', 1, [
    entry(account, 'reset-2', 10, 10, nowMs),
    entry(account, 'reset-3', 5, 5, after!.periodStartedAtMs),
  ])
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 5, leasedUnits: 15 })
})

test('a period begins once, when the first node says so', async () => {
  const account = 'api_key/period/cost'
  await books.ledger.openNode('periodic')
  const { nowMs } = await books.ledger.lease('periodic', ask(account, 30))
  await book('periodic', 0, [entry(account, 'period-1', 30, 30, nowMs)])
  const boundaryMs = () => nowMs + 1
  const first = await books.ledger.lease('periodic', ask(account, 0, { boundaryMs }))
  expect(first).toMatchObject({ usedUnits: 0, periodStartedAtMs: nowMs + 1 })
  await book('periodic', 1, [entry(account, 'period-2', 7, 7, nowMs + 2)])
  expect(await books.ledger.lease('other', ask(account, 0, { boundaryMs }))).toMatchObject({ usedUnits: 7 })
})

test('the slice of a node that is gone is posted in full, and taken back when it comes again', async () => {
  const account = 'api_key/gone/cost'
  await books.ledger.openNode('gone')
  const { nowMs } = await books.ledger.lease('gone', ask(account, 40))
  await books.ledger.expireNodes(600_000)
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 0, leasedUnits: 40 })
  await database.query("UPDATE ledger_nodes SET seen_at_ms = seen_at_ms - 700000 WHERE node_id = 'gone'")
  await Promise.all([books.ledger.expireNodes(600_000), books.ledger.expireNodes(600_000)])
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 40, unknownUnits: 40, leasedUnits: 0 })
  await book('gone', 0, [entry(account, 'gone-1', 25, 12, nowMs)])
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 12, unknownUnits: 0, leasedUnits: 28 })
  await books.ledger.releaseAll('gone')
  expect(await books.ledger.read(account)).toMatchObject({ usedUnits: 12, leasedUnits: 0 })
  // Each change of the balance has its line, also what was only thought to be used.
  const entries = `SELECT kind, units::int, balance_units::int FROM ledger_entries WHERE account = '${account}'`
  expect(await database.query(`${entries} ORDER BY balance_units DESC`)).toEqual([
    ['expire', 40, 40],
    ['post', 12, 12],
    ['adjust', -40, 0],
  ])
})

test('windows claimed by many at once are full exactly at their limit, all or nothing', async () => {
  const claim = (counter: string, limitUnits: number, units: number) => ({
    counter,
    organisationId: 'organisation',
    limitUnits,
    units,
    sizeMs: 86_400_000,
    firstMs: 0,
  })
  const results = await Promise.all(
    Array.from({ length: 80 }, () => books.windows.claim([claim('a', 50, 2), claim('b', 30, 1)])),
  )
  const letIn = results.filter(([first]) => first?.claimedUnits === 2)
  expect(letIn).toHaveLength(25)
  expect(letIn.every(([, second]) => second?.claimedUnits === 1)).toBe(true)
  expect(await database.query('SELECT counter, used_units::int FROM window_counters ORDER BY counter')).toEqual([
    ['a', 50],
    ['b', 25],
  ])
  const parts = await Promise.all(Array.from({ length: 9 }, () => books.windows.claimPart(claim('c', 20, 3))))
  expect(parts.reduce((sum, { claimedUnits }) => sum + claimedUnits, 0)).toBe(20)
}, 20_000)

const DAY_MS = 86_400_000

/** As a clock that was ahead leaves an account: in a later period, with something used in it. */
async function useAhead(account: string, periodMs: number, units: number): Promise<void> {
  const control = await openSharedControlDatabase(database.environment['DATABASE_URL']!)
  await control
    .updateTable('balances')
    .set({ period_started_at_ms: periodMs, used_units: units })
    .where('account', '=', account)
    .execute()
  const line = { hold_id: `ahead/${account}`, account, kind: 'post', at_ms: periodMs, held_units: units, units }
  await control
    .insertInto('ledger_entries')
    .values({ ...line, period_started_at_ms: periodMs, balance_units: units })
    .execute()
  await control.destroy()
}

test('a period that a clock ahead began is left when the clock is set right, and nothing that was used is forgotten', async () => {
  const account = 'api_key/clock/cost'
  const node = 'clocked'
  await books.ledger.openNode(node)
  const { nowMs, periodStartedAtMs } = await books.ledger.lease(node, ask(account, 0))
  const thisMonth = ask(account, 0, { boundaryMs: () => nowMs - DAY_MS })
  await book(node, 0, [entry(account, 'clock-1', 0, 30, nowMs)])
  await useAhead(account, nowMs + 180 * DAY_MS, 5)
  expect(await books.ledger.lease(node, thisMonth)).toMatchObject({ periodStartedAtMs, usedUnits: 35 })
  await book(node, 1, [entry(account, 'clock-2', 0, 2, nowMs)])
  expect(await books.ledger.read(account)).toMatchObject({ periodStartedAtMs, usedUnits: 37 })
  // The next real period begins with nothing.
  const nextMs = periodStartedAtMs + 1
  const next = await books.ledger.lease(node, ask(account, 0, { boundaryMs: () => nextMs }))
  expect(next).toMatchObject({ periodStartedAtMs: nextMs, usedUnits: 0 })
})

test('without entries of the period of now, it begins at its boundary with what was used ahead', async () => {
  const account = 'api_key/clock-empty/cost'
  const node = 'clocked-empty'
  const { nowMs } = await books.ledger.lease(node, ask(account, 0))
  await useAhead(account, nowMs + 180 * DAY_MS, 5)
  const boundaryMs = nowMs - DAY_MS
  const standing = await books.ledger.lease(node, ask(account, 0, { boundaryMs: () => boundaryMs }))
  expect(standing).toMatchObject({ periodStartedAtMs: boundaryMs, usedUnits: 5 })
})

test('a report that finds the period ahead of now counts in the period of now', async () => {
  const account = 'api_key/clock-report/cost'
  const node = 'clocked-report'
  await books.ledger.openNode(node)
  const { nowMs } = await books.ledger.lease(node, ask(account, 0))
  await book(node, 0, [entry(account, 'reported-1', 0, 30, nowMs)])
  await useAhead(account, nowMs + 400 * DAY_MS, 1)
  const [reported] = await book(node, 1, [entry(account, 'reported-2', 0, 4, nowMs)])
  expect(reported?.standing.usedUnits).toBe(35)
  expect(reported?.standing.periodStartedAtMs).toBeLessThanOrEqual(nowMs)
})

test('an account that is reset while its period is ahead of now begins now', async () => {
  const account = 'api_key/clock-reset/cost'
  const { nowMs } = await books.ledger.lease('resetting', ask(account, 0))
  await useAhead(account, nowMs + 400 * DAY_MS, 1)
  await books.ledger.reset(account)
  const standing = await books.ledger.read(account)
  expect(standing?.periodStartedAtMs).toBeLessThanOrEqual(standing!.nowMs)
})
