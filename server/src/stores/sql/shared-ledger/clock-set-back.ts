/** Corrects accounts after the database clock was ahead: returns them to the current period without losing usage. */

import type { PoolClient } from 'pg'
import { type AccountRow, startPeriod } from './account-rows.ts'
import type { EntryRow } from './entry-rows.ts'

/** A period that starts this far in the future means that the clock was set back, not slightly corrected. */
const AHEAD_MS = 60_000

export function startsInFuture(row: AccountRow, nowMs: number): boolean {
  return row.period_started_at_ms > nowMs + AHEAD_MS
}

/**
 * Moves the locked account back to the current period. Its usage is the sum of the period's entries plus the usage of
 * the future period. Returns the entry for the usage of the future period, if there was any. `boundaryMs`: start of the
 * current period by schedule; null if no reset is due or the schedule is unknown.
 */
export async function correctPeriod(
  client: PoolClient,
  row: AccountRow,
  boundaryMs: number | null,
  nowMs: number,
): Promise<EntryRow | null> {
  if (!startsInFuture(row, nowMs)) return null
  const { account, period_started_at_ms: aheadMs, used_units: movedUnits, unknown_units: unknownUnits } = row
  // Late entries have no balance, and their period_started_at_ms is the time of the hold, so ignore them here.
  const { rows } = await client.query<{ started_at_ms: number | null }>(
    `select max(period_started_at_ms) as started_at_ms from ledger_entries
     where account = $1 and period_started_at_ms between $2 and $3 and balance_units is not null`,
    [account, boundaryMs ?? 0, nowMs],
  )
  const startedAtMs = rows[0]?.started_at_ms ?? boundaryMs ?? Math.min(row.anchor_at_ms, nowMs)
  const used = await client.query<{ units: number | null }>(
    `select sum(units)::bigint as units from ledger_entries
     where account = $1 and period_started_at_ms between $2 and $3`,
    [account, startedAtMs, nowMs + AHEAD_MS],
  )
  startPeriod(row, startedAtMs)
  row.used_units = Math.min(Math.max(0, used.rows[0]?.units ?? 0) + movedUnits, Number.MAX_SAFE_INTEGER)
  row.unknown_units = unknownUnits
  if (movedUnits === 0) return null
  return {
    // Cannot collide with the id of a call.
    holdId: `clock/${aheadMs}/${nowMs}`,
    account,
    kind: 'adjust',
    atMs: nowMs,
    heldUnits: 0,
    units: movedUnits,
    countedInMs: startedAtMs,
    balance: row.used_units,
  }
}
