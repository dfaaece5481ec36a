/** Ledger entries in the control store. They are written once and never changed. */

import { CompiledQuery, sql } from 'kysely'
import type { BalanceCheck, StoredEntry } from '../../../../core/money/ledger-store.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { inChunks } from './in-chunks.ts'
import type { LedgerEntryTable } from './ledger-tables.ts'

/** Summing more entries would block requests. Each entry was already checked when it was folded. */
const MAX_ADDED_UP = 20_000

const statements = new Map<string, string>()

export class SqlLedgerEntries {
  constructor(private readonly database: ControlDatabase) {}

  /** Returns how many entries already existed. */
  async insert(entries: readonly StoredEntry[]): Promise<number> {
    let known = 0
    for (const some of inChunks(entries)) {
      const { numAffectedRows } = await this.database.executeQuery(
        CompiledQuery.raw(this.#statement(some), some.flatMap(toValues)),
      )
      known += some.length - Number(numAffectedRows ?? 0n)
    }
    return known
  }

  /** Building the statement takes longer than running it, so its text is cached per number of rows. */
  #statement(entries: readonly StoredEntry[]): string {
    const engine = this.database.getExecutor().adapter.constructor.name
    const name = `${engine} ${entries.length}`
    const known = statements.get(name)
    if (known !== undefined) return known
    const { sql: text } = this.database
      .insertInto('ledger_entries')
      .values(entries.map(toRow))
      .onConflict((conflict) => conflict.columns(['hold_id', 'account']).doNothing())
      .compile()
    statements.set(name, text)
    return text
  }

  async check(after: string, most: number): Promise<{ checks: readonly BalanceCheck[]; last: string | null }> {
    const balances = await this.database
      .selectFrom('balances')
      .select(['account', 'period_started_at_ms', 'used_units'])
      .where('account', '>', after)
      .orderBy('account')
      .limit(most)
      .execute()
    const checks: BalanceCheck[] = []
    for (const { account, period_started_at_ms, used_units } of balances) {
      const units = await this.#sum(account, period_started_at_ms)
      if (units !== null) checks.push({ account, usedUnits: used_units, entryUnits: units })
    }
    return { checks, last: balances.at(-1)?.account ?? null }
  }

  /** Null if there are more than MAX_ADDED_UP entries. */
  async #sum(account: string, periodStartedAtMs: number): Promise<number | null> {
    const some = this.database
      .selectFrom('ledger_entries')
      .select('units')
      .where('account', '=', account)
      .where('period_started_at_ms', '=', periodStartedAtMs)
      .limit(MAX_ADDED_UP + 1)
    const { count, units } = await this.database
      .selectFrom(some.as('some'))
      // Cast, because the sum of integers is numeric in PostgreSQL.
      .select([
        sql<number>`cast(count(*) as bigint)`.as('count'),
        sql<number>`cast(coalesce(sum(units), 0) as bigint)`.as('units'),
      ])
      .executeTakeFirstOrThrow()
    return count > MAX_ADDED_UP ? null : units
  }
}

/** In the same order as `toRow`. */
function toValues(entry: StoredEntry): (string | number | null)[] {
  return Object.values(toRow(entry))
}

function toRow(entry: StoredEntry): LedgerEntryTable {
  return {
    hold_id: entry.holdId,
    account: entry.account,
    kind: entry.kind,
    at_ms: entry.atMs,
    held_units: entry.heldUnits,
    units: entry.units,
    period_started_at_ms: entry.periodStartedAtMs,
    balance_units: entry.balanceUnits,
  }
}
