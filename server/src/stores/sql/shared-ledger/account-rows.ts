/** Rows of shared accounts and of the slices leased from them, locked in the order of their names. */

import type { PoolClient } from 'pg'
import type { SharedStanding } from '../../../core/money/shared-ledger.ts'
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

export const ACCOUNT_COLUMNS =
  'account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, leased_units, is_alerted'

export async function lockAccounts(
  client: PoolClient,
  accounts: readonly string[],
): Promise<{ readonly rows: Map<string, AccountRow>; readonly nowMs: number }> {
  const { rows } = await client.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from balances where account = any($1::text[]) order by account for update`,
    [accounts],
  )
  // Only now: whoever waited for the locks must not go by the time before.
  const clock = await client.query<{ now_ms: number }>(`select ${NOW_MS} as now_ms`)
  return { rows: new Map(rows.map((row) => [row.account, row])), nowMs: clock.rows[0]?.now_ms ?? 0 }
}

export async function lockLeases(
  client: PoolClient,
  node: string,
  accounts: readonly string[],
): Promise<Map<string, LeaseRow>> {
  const { rows } = await client.query<LeaseRow>(
    `select account, units, expired_units, expired_in_ms from budget_leases
     where node_id = $1 and account = any($2::text[]) order by account for update`,
    [node, accounts],
  )
  return new Map(rows.map((row) => [row.account, row]))
}

export function startPeriod(row: AccountRow, atMs: number): void {
  row.period_started_at_ms = atMs
  row.used_units = 0
  row.unknown_units = 0
  row.is_alerted = 0
}

export async function writeAccounts(client: PoolClient, rows: readonly AccountRow[]): Promise<void> {
  await client.query(
    `update balances b set period_started_at_ms = n.period, used_units = n.used, unknown_units = n.unknown,
       leased_units = n.leased, is_alerted = n.alerted
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::int[])
       as n (account, period, used, unknown, leased, alerted)
     where b.account = n.account`,
    [
      rows.map((row) => row.account),
      rows.map((row) => row.period_started_at_ms),
      rows.map((row) => row.used_units),
      rows.map((row) => row.unknown_units),
      rows.map((row) => row.leased_units),
      rows.map((row) => row.is_alerted),
    ],
  )
}

export async function writeLeases(client: PoolClient, node: string, leases: readonly LeaseRow[]): Promise<void> {
  await client.query(
    `insert into budget_leases (account, node_id, units, expired_units, expired_in_ms)
     select account, $1, units, expired, expired_in
     from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as n (account, units, expired, expired_in)
     on conflict (account, node_id) do update
       set units = excluded.units, expired_units = excluded.expired_units, expired_in_ms = excluded.expired_in_ms`,
    [
      node,
      leases.map(({ account }) => account),
      leases.map(({ units }) => units),
      leases.map((lease) => lease.expired_units),
      leases.map((lease) => lease.expired_in_ms),
    ],
  )
}

export function standingOf(row: AccountRow, nowMs: number): SharedStanding {
  return {
    anchorMs: row.anchor_at_ms,
    periodStartedAtMs: row.period_started_at_ms,
    usedUnits: row.used_units,
    unknownUnits: row.unknown_units,
    leasedUnits: row.leased_units,
    nowMs,
  }
}
