/** Writes changed accounts, leases and ledger entries in one statement. */

import type { PoolClient } from 'pg'
import type { AccountRow, LeaseRow } from './account-rows.ts'
import type { EntryRow } from './entry-rows.ts'

const WRITE = `
with leased as (
  insert into budget_leases (account, node_id, units, expired_units, expired_in_ms)
  select account, $1, units, expired, expired_in
  from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as n (account, units, expired, expired_in)
  on conflict (account, node_id) do update
    set units = excluded.units, expired_units = excluded.expired_units, expired_in_ms = excluded.expired_in_ms
),
entered as (
  insert into ledger_entries (hold_id, account, kind, at_ms, held_units, units, period_started_at_ms, balance_units)
  select * from unnest($12::text[], $13::text[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[],
    $19::bigint[])
  on conflict (hold_id, account) do nothing
)
update balances b set period_started_at_ms = n.period, used_units = n.used, unknown_units = n.unknown,
  leased_units = n.leased, is_alerted = n.alerted
from unnest($6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::int[])
  as n (account, period, used, unknown, leased, alerted)
where b.account = n.account`

export type AccountChanges = {
  readonly rows: readonly AccountRow[]
  /** Leases of the writing node. */
  readonly leases: readonly LeaseRow[]
  readonly entries: readonly EntryRow[]
}

export async function writeAccounts(client: PoolClient, node: string, changes: AccountChanges): Promise<void> {
  const { rows, leases, entries } = changes
  const values = [
    node,
    leases.map(({ account }) => account),
    leases.map(({ units }) => units),
    leases.map((lease) => lease.expired_units),
    leases.map((lease) => lease.expired_in_ms),
    rows.map(({ account }) => account),
    rows.map((row) => row.period_started_at_ms),
    rows.map((row) => row.used_units),
    rows.map((row) => row.unknown_units),
    rows.map((row) => row.leased_units),
    rows.map((row) => row.is_alerted),
    entries.map(({ holdId }) => holdId),
    entries.map(({ account }) => account),
    entries.map(({ kind }) => kind),
    entries.map(({ atMs }) => atMs),
    entries.map(({ heldUnits }) => heldUnits),
    entries.map(({ units }) => units),
    entries.map(({ countedInMs }) => countedInMs),
    entries.map(({ balance }) => balance),
  ]
  await client.query({ name: 'write-accounts', text: WRITE, values })
}
