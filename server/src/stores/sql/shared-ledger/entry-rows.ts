/** Ledger entries for expired and revived leases, so that the entries of a period add up to its balance. */

import type { AccountRow, LeaseRow } from './account-rows.ts'

export type EntryRow = {
  readonly holdId: string
  readonly account: string
  readonly kind: string
  readonly atMs: number
  readonly heldUnits: number
  readonly units: number
  readonly countedInMs: number
  /** Used units of the period after this entry; null if the period had ended. */
  readonly balance: number | null
}

/** Settles the lease of a node without a heartbeat as used, because part of it may have been spent. */
export function expireLease(row: AccountRow, lease: LeaseRow, node: string, atMs: number): EntryRow | null {
  const { units } = lease
  if (units === 0) return null
  if (lease.expired_in_ms !== row.period_started_at_ms) lease.expired_units = 0
  row.used_units += units
  row.unknown_units += units
  row.leased_units -= units
  lease.expired_units += units
  lease.expired_in_ms = row.period_started_at_ms
  lease.units = 0
  return leaseEntry(row, { kind: 'expire', node, atMs, heldUnits: units, units })
}

/** Reverts `expireLease` and restores the lease of a node that is back. */
export function reviveLease(row: AccountRow, lease: LeaseRow, node: string, atMs: number): EntryRow | null {
  const { expired_units: expiredUnits } = lease
  if (expiredUnits === 0) return null
  const isThisPeriod = lease.expired_in_ms === row.period_started_at_ms
  const backUnits = isThisPeriod ? Math.min(row.used_units, expiredUnits) : 0
  row.used_units -= backUnits
  row.unknown_units = Math.max(0, row.unknown_units - backUnits)
  row.leased_units += expiredUnits
  lease.units += expiredUnits
  lease.expired_units = 0
  return backUnits === 0 ? null : leaseEntry(row, { kind: 'adjust', node, atMs, heldUnits: 0, units: -backUnits })
}

type LeaseChange = Pick<EntryRow, 'kind' | 'atMs' | 'heldUnits' | 'units'> & { readonly node: string }

function leaseEntry(row: AccountRow, { node, ...change }: LeaseChange): EntryRow {
  return {
    ...change,
    // Cannot collide with the id of a call.
    holdId: `slice/${node}/${change.kind}/${change.atMs}`,
    account: row.account,
    countedInMs: row.period_started_at_ms,
    balance: row.used_units,
  }
}
