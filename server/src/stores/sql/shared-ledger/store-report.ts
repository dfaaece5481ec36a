/** Writes a node's report to the shared ledger in one transaction: entries, balances, leases, open holds, position. */

import type { Pool, PoolClient } from 'pg'
import type { LedgerReport, ReportedAccount, ReportedEntry } from '../../../core/money/shared-ledger.ts'
import {
  type AccountRow,
  type LockedAccounts,
  lockAccounts,
  openAccount,
  startPeriod,
  stateOf,
} from './account-rows.ts'
import { correctPeriod } from './clock-set-back.ts'
import { type EntryRow, reviveLease } from './entry-rows.ts'
import { inTransaction, NOW_MS } from './in-transaction.ts'
import { writeAccounts } from './write-accounts.ts'

const DAY_MS = 86_400_000

/** Accounts are locked last, because other nodes wait for them. */
export function storeReport(pool: Pool, node: string, report: LedgerReport): Promise<readonly ReportedAccount[]> {
  return inTransaction(pool, async (client) => {
    if (!(await advancePosition(client, node, report))) return []
    await writeHolds(client, node, report)
    const accounts = [...new Set(report.entries.map(({ account }) => account))].sort()
    return accounts.length > 0 ? applyEntries(client, node, report, accounts) : []
  })
}

/** False if an earlier attempt already committed this report. The update waits for an attempt in progress. */
async function advancePosition(client: PoolClient, node: string, { from, next }: LedgerReport): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'advance-position',
    text: `update ledger_nodes set segment = $4, position_bytes = $5, seen_at_ms = ${NOW_MS}
      where node_id = $1 and segment = $2 and position_bytes = $3`,
    values: [node, from.segment, from.offsetBytes, next.segment, next.offsetBytes],
  })
  if (rowCount === 1) return true
  const { rows } = await client.query<{ segment: number; position_bytes: number }>(
    'select segment, position_bytes from ledger_nodes where node_id = $1',
    [node],
  )
  const [row] = rows
  if (row?.segment === next.segment && row.position_bytes === next.offsetBytes) return false
  throw new Error(
    `the journal of node ${node} was already reported up to ${row?.segment}/${row?.position_bytes}: another node uses the same node-id`,
  )
}

async function applyEntries(
  client: PoolClient,
  node: string,
  report: LedgerReport,
  accounts: readonly string[],
): Promise<readonly ReportedAccount[]> {
  const { rows, leases, nowMs } = await lockAll(client, node, report, accounts)
  const entries: EntryRow[] = []
  for (const [account, lease] of leases) {
    const row = rows.get(account)
    const revived = row && reviveLease(row, lease, node, nowMs)
    if (revived) entries.push(revived)
  }
  for (const row of rows.values()) {
    const back = await correctPeriod(client, row, report.boundaryMs(row.account, row.anchor_at_ms, nowMs), nowMs)
    if (back) entries.push(back)
  }
  for (const entry of report.entries) {
    const row = rows.get(entry.account)
    if (!row) throw new Error(`the account ${entry.account} could not be created`)
    entries.push(enter(row, entry))
    const lease = leases.get(entry.account)
    // Only usage within the hold came from the lease, so only that part reduces it.
    const spent = Math.min(entry.units, entry.heldUnits, lease?.units ?? 0)
    if (!lease) continue
    lease.units -= spent
    row.leased_units -= spent
  }
  const alerted = new Set<string>()
  for (const row of rows.values()) {
    const alertUnits = report.alertUnits(row.account)
    if (alertUnits === null || row.is_alerted === 1 || row.used_units < alertUnits) continue
    row.is_alerted = 1
    alerted.add(row.account)
  }
  await writeAccounts(client, node, { rows: [...rows.values()], leases: [...leases.values()], entries })
  return [...rows.values()].map((row) => ({
    account: row.account,
    state: stateOf(row, nowMs),
    isAlert: alerted.has(row.account),
  }))
}

/** A hold made before the period started does not count in it. */
function enter(row: AccountRow, entry: ReportedEntry): EntryRow {
  if (entry.periodStartedAtMs < row.period_started_at_ms)
    return { ...entry, countedInMs: entry.periodStartedAtMs, balance: null }
  const units = Math.min(entry.units, Number.MAX_SAFE_INTEGER - row.used_units)
  row.used_units += units
  if (entry.isUnknown) row.unknown_units += units
  return { ...entry, units, countedInMs: row.period_started_at_ms, balance: row.used_units }
}

/** Locks the accounts. Creates missing ones, which happens if the store was emptied while nodes run. */
async function lockAll(
  client: PoolClient,
  node: string,
  { entries }: LedgerReport,
  accounts: readonly string[],
): Promise<LockedAccounts> {
  const known = await lockAccounts(client, node, accounts)
  if (known.rows.size === accounts.length) return known
  const lost = new Map<string, number>()
  for (const { account, periodStartedAtMs } of entries) {
    if (known.rows.has(account) || lost.has(account)) continue
    lost.set(account, Math.floor(periodStartedAtMs / DAY_MS) * DAY_MS)
  }
  for (const [account, anchorMs] of lost) await openAccount(client, account, anchorMs, anchorMs)
  const opened = await lockAccounts(client, node, accounts)
  for (const [account, anchorMs] of lost) {
    const row = opened.rows.get(account)
    if (row && row.period_started_at_ms < anchorMs) startPeriod(row, anchorMs)
  }
  return opened
}

async function writeHolds(client: PoolClient, node: string, report: LedgerReport): Promise<void> {
  const { openedHolds, resolvedHoldIds } = report
  if (openedHolds.length > 0) {
    await client.query(
      `insert into ledger_holds (hold_id, at_ms, legs, node_id)
       select id, at_ms, legs, $1 from unnest($2::text[], $3::bigint[], $4::text[]) as n (id, at_ms, legs)
       on conflict (hold_id) do nothing`,
      [
        node,
        openedHolds.map(({ id }) => id),
        openedHolds.map(({ atMs }) => atMs),
        openedHolds.map(({ lines }) => JSON.stringify(lines)),
      ],
    )
  }
  if (resolvedHoldIds.length > 0)
    await client.query('delete from ledger_holds where hold_id = any($1::text[])', [resolvedHoldIds])
}
