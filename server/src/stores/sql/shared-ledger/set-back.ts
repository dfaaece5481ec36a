/** Follows a database clock that was ahead and is corrected: no period stays in the future, and nothing used is forgotten. */

import type { PoolClient } from 'pg'
import { type AccountRow, startPeriod } from './account-rows.ts'
import type { EntryRow } from './entry-rows.ts'

/** A period that began this much later than now is not the work of a clock that is corrected a little. */
const AHEAD_MS = 60_000

export function isAhead(row: AccountRow, nowMs: number): boolean {
  return row.period_started_at_ms > nowMs + AHEAD_MS
}

/**
 * Puts the locked account back into the period that runs now: with what its entries say was used there, and with what was
 * used in the period ahead. Gives the entry for the latter. `boundaryMs`: when the period began by schedule, if one does.
 */
export async function setBack(
  client: PoolClient,
  row: AccountRow,
  boundaryMs: number | null,
  nowMs: number,
): Promise<EntryRow | null> {
  if (!isAhead(row, nowMs)) return null
  const { account, period_started_at_ms: aheadMs, used_units: movedUnits, unknown_units: unknownUnits } = row
  // Entries without a balance came late to a period: they say when they were held, not when it began.
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
    // No call's id looks like this.
    holdId: `clock/${aheadMs}/${nowMs}`,
    account,
    kind: 'adjust',
    atMs: nowMs,
    heldUnits: 0,
    units: movedUnits,
    bookedInMs: startedAtMs,
    balance: row.used_units,
  }
}
