/** Grants a node a lease on an account, in one transaction that locks the account. */

import type { Pool, PoolClient } from 'pg'
import type { LeaseRequest, SharedAccountState } from '../../../core/money/shared-ledger.ts'
import {
  type AccountRow,
  type LockedAccounts,
  lockAccounts,
  openAccount,
  startPeriod,
  stateOf,
} from './account-rows.ts'
import { correctPeriod } from './clock-set-back.ts'
import { reviveLease } from './entry-rows.ts'
import { inTransaction, NOW_MS } from './in-transaction.ts'
import { writeAccounts } from './write-accounts.ts'

const DAY_MS = 86_400_000

export function leaseUnits(pool: Pool, node: string, request: LeaseRequest): Promise<SharedAccountState> {
  const { account } = request
  return inTransaction(pool, async (client) => {
    const { row, leases, nowMs } = await accountOf(client, node, request)
    const lease = leases.get(account) ?? { account, units: 0, expired_units: 0, expired_in_ms: 0 }
    const revived = reviveLease(row, lease, node, nowMs)
    const boundaryMs = request.boundaryMs(row.anchor_at_ms, nowMs)
    const back = await correctPeriod(client, row, boundaryMs, nowMs)
    if (boundaryMs !== null && boundaryMs > row.period_started_at_ms) startPeriod(row, boundaryMs)
    row.leased_units -= lease.units
    lease.units = request.boundUnits + request.choose(stateOf(row, nowMs))
    row.leased_units += lease.units
    await writeAccounts(client, node, {
      rows: [row],
      leases: [lease],
      entries: [revived, back].filter((entry) => entry !== null),
    })
    return stateOf(row, nowMs)
  })
}

async function accountOf(
  client: PoolClient,
  node: string,
  { account, boundaryMs }: LeaseRequest,
): Promise<LockedAccounts & { readonly row: AccountRow }> {
  const known = await lockAccounts(client, node, [account])
  const found = known.rows.get(account)
  if (found) return { ...known, row: found }
  const clock = await client.query<{ now_ms: number }>(`select ${NOW_MS} as now_ms`)
  const nowMs = clock.rows[0]?.now_ms ?? 0
  const anchorMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  await openAccount(client, account, anchorMs, boundaryMs(anchorMs, nowMs) ?? nowMs)
  const made = await lockAccounts(client, node, [account])
  const row = made.rows.get(account)
  if (!row) throw new Error(`the account ${account} could not be created`)
  return { ...made, row }
}
