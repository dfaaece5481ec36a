/** All entries of an embedded ledger, for restoring it to a point in time and for checking a copy of it. */

import { sql } from 'kysely'
import type { BalanceCheck } from '../../../../core/money/ledger-store.ts'
import type { ControlDatabase } from '../../control-database.ts'
import type { BalanceTable } from './ledger-tables.ts'

export class LedgerHistory {
  constructor(private readonly database: ControlDatabase) {}

  /**
   * Deletes the entries after a time and resets every balance to its value at that time, in one transaction. Returns
   * how many entries were deleted. Calls that were running at the time are not charged, unless they were still running
   * when the copy was made.
   */
  rewind(atMs: number): Promise<number> {
    return this.database.transaction().execute(async (transaction) => {
      const changed = await transaction
        .selectFrom('ledger_entries')
        .select('account')
        .distinct()
        .where('at_ms', '>', atMs)
        .execute()
      const { numDeletedRows } = await transaction
        .deleteFrom('ledger_entries')
        .where('at_ms', '>', atMs)
        .executeTakeFirst()
      await transaction.deleteFrom('ledger_holds').where('at_ms', '>', atMs).execute()
      const accounts = new Set(changed.map(({ account }) => account))
      const history = new LedgerHistory(transaction)
      for (const balance of await transaction.selectFrom('balances').selectAll().execute())
        if (accounts.has(balance.account) || balance.period_started_at_ms > atMs) await history.#rewind(balance, atMs)
      return Number(numDeletedRows)
    })
  }

  /** Every balance with the sum of its entries, however many there are. */
  async sums(): Promise<readonly BalanceCheck[]> {
    const rows = await this.database
      .selectFrom('balances')
      .leftJoin('ledger_entries', (join) =>
        join
          .onRef('ledger_entries.account', '=', 'balances.account')
          .onRef('ledger_entries.period_started_at_ms', '=', 'balances.period_started_at_ms'),
      )
      .select(['balances.account', 'balances.used_units'])
      .select(sql<number>`coalesce(sum(ledger_entries.units), 0)`.as('units'))
      .groupBy(['balances.account', 'balances.used_units'])
      .execute()
    return rows.map(({ account, used_units, units }) => ({ account, usedUnits: used_units, entryUnits: units }))
  }

  /**
   * Keeps the current period if it had started by `atMs`, else returns to the last earlier period with an entry. If
   * there is none, the account did not exist yet, and its balance is deleted.
   */
  async #rewind(balance: BalanceTable, atMs: number): Promise<void> {
    const { account } = balance
    const entries = this.database.selectFrom('ledger_entries').where('account', '=', account)
    const isCurrent = balance.period_started_at_ms <= atMs
    const last = await entries
      .select(({ fn }) => fn.max<number | null>('period_started_at_ms').as('started_at_ms'))
      .where('period_started_at_ms', '<=', atMs)
      .executeTakeFirstOrThrow()
    const period_started_at_ms = isCurrent ? balance.period_started_at_ms : last.started_at_ms
    if (period_started_at_ms === null) {
      await this.database.deleteFrom('balances').where('account', '=', account).execute()
      return
    }
    const { used_units } = await entries
      .select(sql<number>`coalesce(sum(units), 0)`.as('used_units'))
      .where('period_started_at_ms', '=', period_started_at_ms)
      .executeTakeFirstOrThrow()
    // The entries do not say which part was an estimate. A repeated alert is better than none, so clear `is_alerted`.
    const unknown_units = isCurrent ? Math.min(balance.unknown_units, used_units) : 0
    await this.database
      .updateTable('balances')
      .set({ period_started_at_ms, used_units, unknown_units, is_alerted: 0 })
      .where('account', '=', account)
      .execute()
  }
}
