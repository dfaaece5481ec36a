/** Books a stretch of a node's journal: entries, balances, leases, open holds and the position, in one transaction. */

import type { Pool, PoolClient } from 'pg'
import type { LedgerReport, ReportedAccount, ReportedEntry } from '../../../core/money/shared-ledger.ts'
import {
  type AccountRow,
  lockAccounts,
  lockLeases,
  standingOf,
  startPeriod,
  writeAccounts,
  writeLeases,
} from './account-rows.ts'
import { type EntryRow, reviveSlice, writeEntries } from './entry-rows.ts'
import { inTransaction, NOW_MS } from './in-transaction.ts'

const DAY_MS = 86_400_000

export function storeReport(pool: Pool, node: string, report: LedgerReport): Promise<readonly ReportedAccount[]> {
  return inTransaction(pool, async (client) => {
    if (await isBooked(client, node, report)) return []
    const accounts = [...new Set(report.entries.map(({ account }) => account))].sort()
    const changed = accounts.length > 0 ? await book(client, node, report, accounts) : []
    await writeHolds(client, node, report)
    await client.query(
      `update ledger_nodes set segment = $2, position_bytes = $3, seen_at_ms = ${NOW_MS} where node_id = $1`,
      [node, report.next.segment, report.next.offsetBytes],
    )
    return changed
  })
}

/** An attempt whose answer was lost may have been booked; the lock waits for it. */
async function isBooked(client: PoolClient, node: string, { from, next }: LedgerReport): Promise<boolean> {
  const { rows } = await client.query<{ segment: number; position_bytes: number }>(
    'select segment, position_bytes from ledger_nodes where node_id = $1 for update',
    [node],
  )
  const [row] = rows
  if (row?.segment === next.segment && row.position_bytes === next.offsetBytes) return true
  if (row?.segment === from.segment && row.position_bytes === from.offsetBytes) return false
  throw new Error(
    `the journal of node ${node} is booked to ${row?.segment}/${row?.position_bytes}: another node writes as it`,
  )
}

async function book(
  client: PoolClient,
  node: string,
  report: LedgerReport,
  accounts: readonly string[],
): Promise<readonly ReportedAccount[]> {
  const { rows, nowMs } = await lockAccounts(client, accounts)
  const leases = await lockLeases(client, node, accounts)
  const booked: EntryRow[] = []
  for (const [account, lease] of leases) {
    const row = rows.get(account)
    const revived = row && reviveSlice(row, lease, node, nowMs)
    if (revived) booked.push(revived)
  }
  for (const entry of report.entries) {
    const row = rows.get(entry.account) ?? (await openAccount(client, entry, rows))
    booked.push(enter(row, entry))
    const lease = leases.get(entry.account)
    // What goes beyond the hold was never leased.
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
  await writeLeases(client, node, [...leases.values()])
  await writeAccounts(client, [...rows.values()])
  await writeEntries(client, booked)
  return [...rows.values()].map((row) => ({
    account: row.account,
    standing: standingOf(row, nowMs),
    isAlert: alerted.has(row.account),
  }))
}

/** What was set aside before the period began does not count to it. */
function enter(row: AccountRow, entry: ReportedEntry): EntryRow {
  if (entry.periodStartedAtMs < row.period_started_at_ms)
    return { ...entry, bookedInMs: entry.periodStartedAtMs, balance: null }
  const units = Math.min(entry.units, Number.MAX_SAFE_INTEGER - row.used_units)
  row.used_units += units
  if (entry.isUnknown) row.unknown_units += units
  return { ...entry, units, bookedInMs: row.period_started_at_ms, balance: row.used_units }
}

/** Of a store that was emptied under a running node. */
async function openAccount(
  client: PoolClient,
  { account, periodStartedAtMs }: ReportedEntry,
  rows: Map<string, AccountRow>,
): Promise<AccountRow> {
  const anchorMs = Math.floor(periodStartedAtMs / DAY_MS) * DAY_MS
  await client.query(
    `insert into balances (account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, is_alerted)
     values ($1, $2, $2, 0, 0, 0) on conflict (account) do nothing`,
    [account, anchorMs],
  )
  const row = (await lockAccounts(client, [account])).rows.get(account)
  if (!row) throw new Error(`the account ${account} cannot be opened`)
  if (row.period_started_at_ms < anchorMs) startPeriod(row, anchorMs)
  rows.set(account, row)
  return row
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
        openedHolds.map(({ legs }) => JSON.stringify(legs)),
      ],
    )
  }
  if (resolvedHoldIds.length > 0)
    await client.query('delete from ledger_holds where hold_id = any($1::text[])', [resolvedHoldIds])
}
