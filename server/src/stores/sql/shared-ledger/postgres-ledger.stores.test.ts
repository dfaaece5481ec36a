import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SharedDatabase, sharedDatabase } from '../../../../../tests/harness/nodes/shared-database.ts'
import { DAY_MS, windowLasts } from '../../../../../tests/harness/window-end.ts'
import type { LeaseRequest, ReportedEntry, SharedAccountState } from '../../../core/money/shared-ledger.ts'
import { openSharedControlDatabase } from '../control-database.ts'
import { openPostgresLedger } from './open-postgres-ledger.ts'

let database: SharedDatabase
let shared: ReturnType<typeof openPostgresLedger>

beforeAll(async () => {
  database = await sharedDatabase()
  const url = database.environment['DATABASE_URL']!
  await (await openSharedControlDatabase(url)).destroy()
  shared = openPostgresLedger(url, 120_000)
})

afterAll(async () => {
  await shared.ledger.close()
  await database[Symbol.asyncDispose]()
})

const LIMIT = 100

/** Requests a lease of `units`, or of what is left. */
function leaseRequest(
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

const position = (offsetBytes: number) => ({ segment: 0, offsetBytes })

async function report(node: string, from: number, entries: readonly ReportedEntry[], alertUnits: number | null = null) {
  return shared.ledger.report(node, {
    from: position(from),
    next: position(from + 1),
    entries,
    openedHolds: [],
    resolvedHoldIds: [],
    alertUnits: () => alertUnits,
    boundaryMs: () => null,
  })
}

test('concurrent leases of many nodes never exceed the limit together', async () => {
  const chosen = new Map<string, number>()
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const node = `asking-${i % 12}`
      await shared.ledger.lease(
        node,
        leaseRequest('api_key/many/cost', 1 + (i % 17), { onChosen: (units) => chosen.set(node, units) }),
      )
    }),
  )
  const total = [...chosen.values()].reduce((sum, units) => sum + units, 0)
  const state = await shared.ledger.read('api_key/many/cost')
  expect(state?.leasedUnits).toBe(total)
  expect(total).toBeLessThanOrEqual(LIMIT)
  const rows = await database.query("SELECT sum(units) FROM budget_leases WHERE account = 'api_key/many/cost'")
  expect(Number(rows[0]?.[0])).toBe(total)
})

test('a report is applied once, reduces the lease, and raises the alert once', async () => {
  const account = 'api_key/reported/cost'
  await shared.ledger.openNode('reporting')
  const { nowMs } = await shared.ledger.lease('reporting', leaseRequest(account, 50))
  const entries = [entry(account, 'call-1', 20, 15, nowMs), entry(account, 'call-2', 10, 12, nowMs)]
  const [reported] = await report('reporting', 0, entries, 20)
  expect(reported).toMatchObject({ isAlert: true, state: { usedUnits: 27, leasedUnits: 50 - 15 - 10 } })
  expect(await report('reporting', 0, entries, 20)).toEqual([])
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 27, leasedUnits: 25 })
  const [again] = await report('reporting', 1, [entry(account, 'call-3', 5, 5, nowMs)], 20)
  expect(again).toMatchObject({ isAlert: false, state: { usedUnits: 32, leasedUnits: 20 } })
  await expect(report('reporting', 7, entries)).rejects.toThrow('another node uses the same node-id')
  await shared.ledger.releaseAll('reporting')
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 32, leasedUnits: 0 })
})

test('holds from before a reset do not count in the new period; later ones do', async () => {
  const account = 'api_key/reset/cost'
  await shared.ledger.openNode('resetting')
  const { nowMs } = await shared.ledger.lease('resetting', leaseRequest(account, 40))
  await report('resetting', 0, [entry(account, 'reset-1', 10, 10, nowMs)])
  await Bun.sleep(2)
  await shared.ledger.reset(account)
  const after = await shared.ledger.read(account)
  expect(after).toMatchObject({ usedUnits: 0, leasedUnits: 30 })
  await report('resetting', 1, [
    entry(account, 'reset-2', 10, 10, nowMs),
    entry(account, 'reset-3', 5, 5, after!.periodStartedAtMs),
  ])
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 5, leasedUnits: 15 })
})

test('a period starts once, with the first node that passes the boundary', async () => {
  const account = 'api_key/period/cost'
  await shared.ledger.openNode('periodic')
  const { nowMs } = await shared.ledger.lease('periodic', leaseRequest(account, 30))
  await report('periodic', 0, [entry(account, 'period-1', 30, 30, nowMs)])
  const boundaryMs = () => nowMs + 1
  const first = await shared.ledger.lease('periodic', leaseRequest(account, 0, { boundaryMs }))
  expect(first).toMatchObject({ usedUnits: 0, periodStartedAtMs: nowMs + 1 })
  await report('periodic', 1, [entry(account, 'period-2', 7, 7, nowMs + 2)])
  expect(await shared.ledger.lease('other', leaseRequest(account, 0, { boundaryMs }))).toMatchObject({ usedUnits: 7 })
})

test('the lease of a lost node is settled in full, and restored when the node is back', async () => {
  const account = 'api_key/gone/cost'
  await shared.ledger.openNode('gone')
  const { nowMs } = await shared.ledger.lease('gone', leaseRequest(account, 40))
  await shared.ledger.expireLeases(600_000)
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 0, leasedUnits: 40 })
  await database.query("UPDATE ledger_nodes SET seen_at_ms = seen_at_ms - 700000 WHERE node_id = 'gone'")
  await Promise.all([shared.ledger.expireLeases(600_000), shared.ledger.expireLeases(600_000)])
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 40, unknownUnits: 40, leasedUnits: 0 })
  await report('gone', 0, [entry(account, 'gone-1', 25, 12, nowMs)])
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 12, unknownUnits: 0, leasedUnits: 28 })
  await shared.ledger.releaseAll('gone')
  expect(await shared.ledger.read(account)).toMatchObject({ usedUnits: 12, leasedUnits: 0 })
  // Every change of the balance has an entry, including the expired lease.
  const entries = `SELECT kind, units::int, balance_units::int FROM ledger_entries WHERE account = '${account}'`
  expect(await database.query(`${entries} ORDER BY balance_units DESC`)).toEqual([
    ['expire', 40, 40],
    ['post', 12, 12],
    ['adjust', -40, 0],
  ])
})

test('concurrent claims fill windows exactly to their limit, all or nothing', async () => {
  await windowLasts(DAY_MS, 60_000)
  const claim = (counter: string, limitUnits: number, units: number) => ({
    counter,
    organisationId: 'organisation',
    limitUnits,
    units,
    sizeMs: 86_400_000,
    firstMs: 0,
  })
  const results = await Promise.all(
    Array.from({ length: 80 }, () => shared.windows.claim([claim('a', 50, 2), claim('b', 30, 1)])),
  )
  const letIn = results.filter(([first]) => first?.claimedUnits === 2)
  expect(letIn).toHaveLength(25)
  expect(letIn.every(([, second]) => second?.claimedUnits === 1)).toBe(true)
  expect(await database.query('SELECT counter, used_units::int FROM window_counters ORDER BY counter')).toEqual([
    ['a', 50],
    ['b', 25],
  ])
  const parts = await Promise.all(Array.from({ length: 9 }, () => shared.windows.claimPart(claim('c', 20, 3))))
  expect(parts.reduce((sum, { claimedUnits }) => sum + claimedUnits, 0)).toBe(20)
})

/** Puts an account into a future period with usage, as a clock that was ahead would. */
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

test('after the clock was ahead, the account returns to the current period without losing usage', async () => {
  const account = 'api_key/clock/cost'
  const node = 'clocked'
  await shared.ledger.openNode(node)
  const { nowMs, periodStartedAtMs } = await shared.ledger.lease(node, leaseRequest(account, 0))
  const thisMonth = leaseRequest(account, 0, { boundaryMs: () => nowMs - DAY_MS })
  await report(node, 0, [entry(account, 'clock-1', 0, 30, nowMs)])
  await useAhead(account, nowMs + 180 * DAY_MS, 5)
  expect(await shared.ledger.lease(node, thisMonth)).toMatchObject({ periodStartedAtMs, usedUnits: 35 })
  await report(node, 1, [entry(account, 'clock-2', 0, 2, nowMs)])
  expect(await shared.ledger.read(account)).toMatchObject({ periodStartedAtMs, usedUnits: 37 })
  // The next real period starts at zero.
  const nextMs = periodStartedAtMs + 1
  const next = await shared.ledger.lease(node, leaseRequest(account, 0, { boundaryMs: () => nextMs }))
  expect(next).toMatchObject({ periodStartedAtMs: nextMs, usedUnits: 0 })
})

test('without entries in the current period, it starts at its boundary with the usage of the future period', async () => {
  const account = 'api_key/clock-empty/cost'
  const node = 'clocked-empty'
  const { nowMs } = await shared.ledger.lease(node, leaseRequest(account, 0))
  await useAhead(account, nowMs + 180 * DAY_MS, 5)
  const boundaryMs = nowMs - DAY_MS
  const state = await shared.ledger.lease(node, leaseRequest(account, 0, { boundaryMs: () => boundaryMs }))
  expect(state).toMatchObject({ periodStartedAtMs: boundaryMs, usedUnits: 5 })
})

test('a report to an account in a future period counts in the current period', async () => {
  const account = 'api_key/clock-report/cost'
  const node = 'clocked-report'
  await shared.ledger.openNode(node)
  const { nowMs } = await shared.ledger.lease(node, leaseRequest(account, 0))
  await report(node, 0, [entry(account, 'reported-1', 0, 30, nowMs)])
  await useAhead(account, nowMs + 400 * DAY_MS, 1)
  const [reported] = await report(node, 1, [entry(account, 'reported-2', 0, 4, nowMs)])
  expect(reported?.state.usedUnits).toBe(35)
  expect(reported?.state.periodStartedAtMs).toBeLessThanOrEqual(nowMs)
})

test('resetting an account in a future period starts its period now', async () => {
  const account = 'api_key/clock-reset/cost'
  const { nowMs } = await shared.ledger.lease('resetting', leaseRequest(account, 0))
  await useAhead(account, nowMs + 400 * DAY_MS, 1)
  await shared.ledger.reset(account)
  const state = await shared.ledger.read(account)
  expect(state?.periodStartedAtMs).toBeLessThanOrEqual(state!.nowMs)
})
