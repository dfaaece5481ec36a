/** Rate limits counted in PostgreSQL, with the server's clock and one statement for all windows of a request. */

import type { Pool } from 'pg'
import type { ClaimedWindow, WindowClaim, WindowStore } from '../../../core/money/shared-ledger.ts'
import { NOW_MS } from './in-transaction.ts'

/**
 * Rows are locked in alphabetical order before they are read, so they cannot change before the update.
 * A window more than one length in the future was counted by a wrong clock; its units count in the current window.
 */
const CLAIM = `
with clock as materialized (select ${NOW_MS} as now_ms),
locked as materialized (
  select counter, window_started_at_ms, used_units from window_counters
  where counter = any($1::text[]) order by counter for update
),
standing as materialized (
  select a.counter, a.ordinal, a.units, a.limit_units,
    case when l.window_started_at_ms > s.start_ms + a.size_ms then s.start_ms
      else greatest(l.window_started_at_ms, s.start_ms) end as start_ms,
    l.window_started_at_ms > s.start_ms + a.size_ms as is_ahead,
    case when l.window_started_at_ms >= s.start_ms then l.used_units else 0 end as used_units
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $7::bigint[])
    with ordinality as a (counter, size_ms, first_ms, limit_units, units, not_before_ms, ordinal)
  join locked l on l.counter = a.counter
  cross join clock c
  cross join lateral (
    select greatest(a.not_before_ms, a.first_ms + (c.now_ms - a.first_ms) / a.size_ms * a.size_ms) as start_ms
  ) s
),
verdict as materialized (
  select bool_and(used_units + units <= limit_units) and count(*) = cardinality($1::text[]) as has_room from standing
),
claimed as materialized (
  select s.*, case when $6::boolean then greatest(0, least(s.units, s.limit_units - s.used_units))
    when v.has_room then s.units else 0 end as claimed_units
  from standing s cross join verdict v
),
written as (
  update window_counters w set window_started_at_ms = c.start_ms, used_units = c.used_units + c.claimed_units
  from claimed c where w.counter = c.counter and (c.claimed_units > 0 or c.is_ahead)
)
select start_ms, used_units + claimed_units as used_units, claimed_units from claimed order by ordinal`

type ClaimRow = { start_ms: number; used_units: number; claimed_units: number }

export class PostgresWindows implements WindowStore {
  constructor(private readonly pool: Pool) {}

  claim(claims: readonly WindowClaim[]): Promise<readonly ClaimedWindow[]> {
    return this.#claim(claims, false)
  }

  async claimPart(claim: WindowClaim): Promise<ClaimedWindow> {
    const [claimed] = await this.#claim([claim], true)
    if (!claimed) throw new Error(`the window ${claim.counter} could not be created`)
    return claimed
  }

  async correct({ counter }: WindowClaim, startMs: number, byUnits: number): Promise<void> {
    await this.pool.query(
      `update window_counters set used_units = greatest(0, used_units + $3::bigint)
       where counter = $1 and window_started_at_ms = $2`,
      [counter, startMs, byUnits],
    )
  }

  async #claim(claims: readonly WindowClaim[], canBePart: boolean): Promise<readonly ClaimedWindow[]> {
    const counters = claims.map(({ counter }) => counter)
    const values = [
      counters,
      claims.map(({ sizeMs }) => sizeMs),
      claims.map(({ firstMs }) => firstMs),
      claims.map(({ limitUnits }) => limitUnits),
      claims.map(({ units }) => units),
      canBePart,
      claims.map(({ notBeforeMs }) => notBeforeMs ?? 0),
    ]
    const run = () => this.pool.query<ClaimRow>({ name: 'claim-windows', text: CLAIM, values })
    let { rows } = await run()
    if (rows.length < claims.length) {
      await this.pool.query(
        `insert into window_counters (counter, window_started_at_ms, used_units)
         select counter, 0, 0 from unnest($1::text[]) as n (counter) order by counter on conflict (counter) do nothing`,
        [counters],
      )
      rows = (await run()).rows
    }
    return rows.map((row) => ({
      startMs: row.start_ms,
      usedUnits: row.used_units,
      claimedUnits: row.claimed_units,
    }))
  }
}
