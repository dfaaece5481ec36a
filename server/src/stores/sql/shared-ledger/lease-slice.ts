/** Leases a node its slice of an account: one row is locked, looked at and written. */

import type { Pool, PoolClient } from 'pg'
import type { SharedStanding, SliceAsk } from '../../../core/money/shared-ledger.ts'
import {
  type AccountRow,
  lockAccounts,
  lockLeases,
  standingOf,
  startPeriod,
  writeAccounts,
  writeLeases,
} from './account-rows.ts'
import { reviveSlice, writeEntries } from './entry-rows.ts'
import { inTransaction } from './in-transaction.ts'

const DAY_MS = 86_400_000

export function leaseSlice(pool: Pool, node: string, ask: SliceAsk): Promise<SharedStanding> {
  return inTransaction(pool, async (client) => {
    const { row, nowMs } = await accountOf(client, ask)
    const lease = (await lockLeases(client, node, [ask.account])).get(ask.account) ?? {
      account: ask.account,
      units: 0,
      expired_units: 0,
      expired_in_ms: 0,
    }
    const revived = reviveSlice(row, lease, node, nowMs)
    const boundaryMs = ask.boundaryMs(row.anchor_at_ms, nowMs)
    if (boundaryMs !== null && boundaryMs > row.period_started_at_ms) startPeriod(row, boundaryMs)
    row.leased_units -= lease.units
    lease.units = ask.boundUnits + ask.choose(standingOf(row, nowMs))
    row.leased_units += lease.units
    await writeLeases(client, node, [lease])
    await writeAccounts(client, [row])
    if (revived) await writeEntries(client, [revived])
    return standingOf(row, nowMs)
  })
}

async function accountOf(client: PoolClient, ask: SliceAsk): Promise<{ row: AccountRow; nowMs: number }> {
  const { account } = ask
  const known = await lockAccounts(client, [account])
  const found = known.rows.get(account)
  if (found) return { row: found, nowMs: known.nowMs }
  const anchorMs = Math.floor(known.nowMs / DAY_MS) * DAY_MS
  const startedAtMs = ask.boundaryMs(anchorMs, known.nowMs) ?? known.nowMs
  await client.query(
    `insert into balances (account, anchor_at_ms, period_started_at_ms, used_units, unknown_units, is_alerted)
     values ($1, $2, $3, 0, 0, 0) on conflict (account) do nothing`,
    [account, anchorMs, startedAtMs],
  )
  const made = await lockAccounts(client, [account])
  const row = made.rows.get(account)
  if (!row) throw new Error(`the account ${account} cannot be opened`)
  return { row, nowMs: made.nowMs }
}
