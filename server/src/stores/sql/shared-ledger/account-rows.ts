/** Rows of shared accounts and of the slices leased from them, locked together in the order of their names. */

import type { PoolClient } from 'pg'
import type { SharedAccountState } from '../../../core/money/shared-ledger.ts'
import { NOW_MS } from './in-transaction.ts'

export type AccountRow = {
  account: string
  anchor_at_ms: number
  period_started_at_ms: number
  used_units: number
  unknown_units: number
  leased_units: number
  is_alerted: number
}

export type LeaseRow = { account: string; units: number; expired_units: number; expired_in_ms: number }

export type LockedAccounts = {
  readonly rows: Map<string, AccountRow>
  /** Of one node; without those it never had. */
  readonly leases: Map<string, LeaseRow>
  /** Read when all locks were there: whoever waited for them must not go by the time before. */
  readonly nowMs: number
}

export const ACCOUNT_COLUMNS =
  'account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, leased_units, is_alerted'

/**
 * One statement: others wait for these rows as long as their holder is busy with round trips. The count makes sure that
 * accounts are locked before leases, and the time is read for rows that are locked.
 */
const LOCK = `
with accounts as materialized (
  select ${ACCOUNT_COLUMNS} from balances where account = any($2::text[]) order by account for update
),
leases as materialized (
  select account, units, expired_units, expired_in_ms from budget_leases
  where node_id = $1 and account = any($2::text[]) and (select count(*) from accounts) > 0 order by account for update
)
select a.*, l.units, l.expired_units, l.expired_in_ms, ${NOW_MS} as now_ms
from accounts a left join leases l on l.account = a.account`

type LockedRow = AccountRow & { units: number | null; expired_units: number; expired_in_ms: number; now_ms: number }

export async function lockAccounts(
  client: PoolClient,
  node: string,
  accounts: readonly string[],
): Promise<LockedAccounts> {
  const { rows } = await client.query<LockedRow>({ name: 'lock-books', text: LOCK, values: [node, accounts] })
  const locked = { rows: new Map<string, AccountRow>(), leases: new Map<string, LeaseRow>(), nowMs: 0 }
  const unleased: string[] = []
  for (const { units, expired_units, expired_in_ms, now_ms, ...row } of rows) {
    const { account } = row
    locked.rows.set(account, row)
    locked.nowMs = Math.max(locked.nowMs, now_ms)
    if (units === null) unleased.push(account)
    else locked.leases.set(account, { account, units, expired_units, expired_in_ms })
  }
  // A lease that was made while this waited for the account is not seen by that statement.
  for (const lease of await lockLeases(client, node, unleased)) locked.leases.set(lease.account, lease)
  return locked
}

async function lockLeases(client: PoolClient, node: string, accounts: readonly string[]): Promise<LeaseRow[]> {
  if (accounts.length === 0) return []
  const { rows } = await client.query<LeaseRow>(
    `select account, units, expired_units, expired_in_ms from budget_leases
     where node_id = $1 and account = any($2::text[]) order by account for update`,
    [node, accounts],
  )
  return rows
}

/** Without its lease, and not locked yet: whoever opens it first has opened it for all. */
export async function openAccount(
  client: PoolClient,
  account: string,
  anchorMs: number,
  periodStartedAtMs: number,
): Promise<void> {
  await client.query(
    `insert into balances (account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, is_alerted)
     values ($1, $2, $3, 0, 0, 0) on conflict (account) do nothing`,
    [account, anchorMs, periodStartedAtMs],
  )
}

export function startPeriod(row: AccountRow, atMs: number): void {
  row.period_started_at_ms = atMs
  row.used_units = 0
  row.unknown_units = 0
  row.is_alerted = 0
}

export function standingOf(row: AccountRow, nowMs: number): SharedAccountState {
  return {
    anchorMs: row.anchor_at_ms,
    periodStartedAtMs: row.period_started_at_ms,
    usedUnits: row.used_units,
    unknownUnits: row.unknown_units,
    leasedUnits: row.leased_units,
    nowMs,
  }
}
