/** Deletes history of settings: changes older than GATEWAY_SETTINGS_HISTORY_DAYS, or all if an account is erased. */

import { sql } from 'kysely'
import type { ControlDatabase } from '../control-database.ts'

/** Rows deleted per statement, few enough not to block requests. */
const ROWS_AT_ONCE = 500

export async function expireHistory(
  database: ControlDatabase,
  beforeMs: number,
  reason: 'expired' | 'erased' = 'expired',
): Promise<void> {
  // Updates the start of the history first, so that it is correct even if the deletion is interrupted.
  await sql`update row_history_start set at_ms = ${beforeMs}, reason = ${reason}
    where at_ms < ${beforeMs} and reason <> 'off'`.execute(database)
  for (;;) {
    // Deletes up to the first recent row only: after the clock was set back, later rows may have older times.
    const { numAffectedRows = 0n } = await sql`delete from row_history where sequence in (
      select sequence from row_history where sequence < coalesce(
        (select sequence from row_history where at_ms >= ${beforeMs} order by sequence limit 1), 9007199254740991)
      order by sequence limit ${sql.lit(ROWS_AT_ONCE)})`.execute(database)
    if (numAffectedRows < BigInt(ROWS_AT_ONCE)) return
    await Bun.sleep(0)
  }
}
