/** Rows of shared accounts and their leases, locked together in alphabetical order to avoid deadlocks. */

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
  /** Leases of one node, by account. */
  readonly leases: Map<string, LeaseRow>
  /** Read after all locks were taken, because waiting for them takes time. */
  readonly nowMs: number
}

export const ACCOUNT_COLUMNS =
  'account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, leased_units, is_alerted'

/**
 * One statement, because other nodes wait for these rows during every round trip. The count forces PostgreSQL to lock
 * the accounts before the leases. The time is read after both are locked.
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
  const { rows } = await client.query<LockedRow>({ name: 'lock-accounts', text: LOCK, values: [node, accounts] })
  const locked = { rows: new Map<string, AccountRow>(), leases: new Map<string, LeaseRow>(), nowMs: 0 }
  const unleased: string[] = []
  for (const { units, expired_units, expired_in_ms, now_ms, ...row } of rows) {
    const { account } = row
    locked.rows.set(account, row)
    locked.nowMs = Math.max(locked.nowMs, now_ms)
    if (units === null) unleased.push(account)
    else locked.leases.set(account, { account, units, expired_units, expired_in_ms })
  }
  // The statement does not see a lease that was created while it waited for the account.
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

/** Creates the account without locking it. If several nodes do this at once, the first one wins. */
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

export function stateOf(row: AccountRow, nowMs: number): SharedAccountState {
  return {
    anchorMs: row.anchor_at_ms,
    periodStartedAtMs: row.period_started_at_ms,
    usedUnits: row.used_units,
    unknownUnits: row.unknown_units,
    leasedUnits: row.leased_units,
    nowMs,
  }
}
