/** All entries of an embedded ledger, for restoring it to a point in time and for checking a copy of it. */

import { sql } from 'kysely'
import { startOfDayMs } from '../../../../core/money/budget-period.ts'
import type { BalanceCheck, StoredEntry } from '../../../../core/money/ledger-store.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { inChunks } from './in-chunks.ts'
import { SqlLedgerEntries } from './ledger-entries.ts'
import type { LedgerEntryTable } from './ledger-tables.ts'

export class LedgerHistory {
  constructor(private readonly database: ControlDatabase) {}

  /** Entries up to a time, in the order they were written; `last` is null after the last page. */
  async page(
    after: number,
    atMs: number,
    most: number,
  ): Promise<{ readonly entries: readonly StoredEntry[]; readonly last: number | null }> {
    const rows = await this.database
      .selectFrom('ledger_entries')
      .selectAll()
      .select(sql<number>`rowid`.as('row'))
      .where(sql<number>`rowid`, '>', after)
      .orderBy(sql`rowid`)
      .limit(most)
      .execute()
    const entries = rows.filter((row) => row.at_ms <= atMs).map(toEntry)
    return { entries, last: rows.at(-1)?.row ?? null }
  }

  /** Adds the entries that are missing, in one transaction with their balances and holds. Returns how many were missing. */
  add(entries: readonly StoredEntry[]): Promise<number> {
    return this.database.transaction().execute(async (transaction) => {
      const missing = await new LedgerHistory(transaction).#missing(entries)
      await new SqlLedgerEntries(transaction).insert(missing)
      for (const ids of inChunks([...new Set(missing.map(({ holdId }) => holdId))]))
        await transaction.deleteFrom('ledger_holds').where('hold_id', 'in', ids).execute()
      // An entry with a balance was made in the current period of its account; the last one has the period to continue with.
      const periods = new Map<string, number>()
      for (const { account, periodStartedAtMs, balanceUnits } of missing)
        if (balanceUnits !== null) periods.set(account, periodStartedAtMs)
      for (const [account, periodStartedAtMs] of periods)
        await new LedgerHistory(transaction).#advanceBalance(account, periodStartedAtMs)
      return missing.length
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

  async #missing(entries: readonly StoredEntry[]): Promise<readonly StoredEntry[]> {
    const known = new Set<string>()
    for (const some of inChunks(entries)) {
      const ids = some.map(({ holdId }) => holdId)
      const rows = await this.database
        .selectFrom('ledger_entries')
        .select(['hold_id', 'account'])
        .where('hold_id', 'in', ids)
        .execute()
      for (const { hold_id, account } of rows) known.add(`${hold_id} ${account}`)
    }
    return entries.filter(({ holdId, account }) => !known.has(`${holdId} ${account}`))
  }

  async #advanceBalance(account: string, period_started_at_ms: number): Promise<void> {
    const { used_units } = await this.database
      .selectFrom('ledger_entries')
      .select(sql<number>`coalesce(sum(units), 0)`.as('used_units'))
      .where('account', '=', account)
      .where('period_started_at_ms', '=', period_started_at_ms)
      .executeTakeFirstOrThrow()
    const updated = await this.database
      .updateTable('balances')
      .set({ used_units })
      .where('account', '=', account)
      .where('period_started_at_ms', '=', period_started_at_ms)
      .executeTakeFirst()
    if (updated.numUpdatedRows > 0n) return
    const period = { period_started_at_ms, used_units, unknown_units: 0, is_alerted: 0 }
    await this.database
      .insertInto('balances')
      .values({ account, anchor_at_ms: startOfDayMs(period_started_at_ms), ...period })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(period))
      .execute()
  }
}

function toEntry(row: LedgerEntryTable): StoredEntry {
  return {
    holdId: row.hold_id,
    account: row.account,
    kind: row.kind,
    atMs: row.at_ms,
    heldUnits: row.held_units,
    units: row.units,
    periodStartedAtMs: row.period_started_at_ms,
    balanceUnits: row.balance_units,
  }
}
