/** The ledger of a single node in the control store: entries, balances, open holds and window counters. */

import type {
  LedgerBatch,
  LedgerState,
  LedgerStore,
  StoredBalance,
  StoredHold,
  StoredHoldLine,
  StoredPeriod,
  StoredWindow,
} from '../../../../core/money/ledger-store.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { inChunks } from './in-chunks.ts'
import { SqlLedgerEntries } from './ledger-entries.ts'
import type { BalanceTable } from './ledger-tables.ts'

/** Id of the only row. */
const PROGRESS = 1
/** Future periods loaded per account. */
const MAX_FUTURE_PERIODS = 8

export class SqlBalances implements LedgerStore {
  constructor(private readonly database: ControlDatabase) {}

  async load(): Promise<LedgerState> {
    const { database } = this
    const [balances, holds, windows, progress] = [
      await database.selectFrom('balances').selectAll().execute(),
      await database.selectFrom('ledger_holds').selectAll().execute(),
      await database.selectFrom('window_counters').selectAll().execute(),
      await database.selectFrom('ledger_progress').selectAll().executeTakeFirst(),
    ]
    const nowMs = Date.now()
    const before: StoredPeriod[] = []
    for (const row of balances)
      if (row.period_started_at_ms > nowMs) before.push(...(await this.before(row.account, row.period_started_at_ms)))
    return {
      balances: balances.map(toBalance),
      before,
      holds: holds.map((row) => ({
        id: row.hold_id,
        atMs: row.at_ms,
        lines: JSON.parse(row.legs) as StoredHoldLine[],
      })),
      windows: windows.map((row) => ({
        counter: row.counter,
        startMs: row.window_started_at_ms,
        usedUnits: row.used_units,
      })),
      position: progress ? { segment: progress.segment, offsetBytes: progress.position_bytes } : null,
    }
  }

  fold(batch: LedgerBatch): Promise<number> {
    return this.database.transaction().execute(async (transaction) => {
      const bound = new SqlBalances(transaction)
      const known = await new SqlLedgerEntries(transaction).insert(batch.entries)
      for (const balance of batch.balances) await bound.#write(balance)
      for (const window of batch.windows) await bound.#count(window)
      for (const holds of inChunks(batch.openedHolds)) await bound.#open(holds)
      for (const ids of inChunks(batch.resolvedHoldIds)) {
        await transaction.deleteFrom('ledger_holds').where('hold_id', 'in', ids).execute()
      }
      await bound.#advance(batch.position)
      return known
    })
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.deleteFrom('window_counters').where('window_started_at_ms', '<', beforeMs).execute()
  }

  check(account: string, most: number) {
    return new SqlLedgerEntries(this.database).check(account, most)
  }

  /** Computes earlier periods from their entries, which never change. Needed after the clock was ahead. */
  async before(account: string, fromMs: number): Promise<StoredPeriod[]> {
    const nowMs = Date.now()
    const periods = this.database
      .selectFrom('ledger_entries')
      .select(({ fn }) => ['period_started_at_ms', fn.sum<number>('units').as('units')])
      .where('account', '=', account)
      .where('period_started_at_ms', '<', fromMs)
      .groupBy('period_started_at_ms')
      .orderBy('period_started_at_ms', 'desc')
    const ahead = await periods.where('period_started_at_ms', '>', nowMs).limit(MAX_FUTURE_PERIODS).execute()
    const last = await periods.where('period_started_at_ms', '<=', nowMs).limit(1).execute()
    return [...ahead, ...last].map(({ period_started_at_ms, units }) => ({
      account,
      periodStartedAtMs: period_started_at_ms,
      usedUnits: Number(units),
    }))
  }

  async #write(balance: StoredBalance): Promise<void> {
    const { account, ...rest } = toRow(balance)
    await this.database
      .insertInto('balances')
      .values({ account, ...rest })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(rest))
      .execute()
  }

  async #count({ counter, startMs, usedUnits }: StoredWindow): Promise<void> {
    const values = { window_started_at_ms: startMs, used_units: usedUnits }
    await this.database
      .insertInto('window_counters')
      .values({ counter, ...values })
      .onConflict((conflict) => conflict.column('counter').doUpdateSet(values))
      .execute()
  }

  async #open(holds: readonly StoredHold[]): Promise<void> {
    await this.database
      .insertInto('ledger_holds')
      .values(holds.map(({ id, atMs, lines }) => ({ hold_id: id, at_ms: atMs, legs: JSON.stringify(lines) })))
      .onConflict((conflict) => conflict.column('hold_id').doNothing())
      .execute()
  }

  async #advance({ segment, offsetBytes }: LedgerBatch['position']): Promise<void> {
    const values = { segment, position_bytes: offsetBytes }
    await this.database
      .insertInto('ledger_progress')
      .values({ id: PROGRESS, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
  }
}

function toBalance(row: BalanceTable): StoredBalance {
  return {
    account: row.account,
    anchorMs: row.anchor_at_ms,
    periodStartedAtMs: row.period_started_at_ms,
    usedUnits: row.used_units,
    unknownUnits: row.unknown_units,
    isAlerted: row.is_alerted === 1,
  }
}

function toRow(balance: StoredBalance): BalanceTable {
  return {
    account: balance.account,
    anchor_at_ms: balance.anchorMs,
    period_started_at_ms: balance.periodStartedAtMs,
    used_units: balance.usedUnits,
    unknown_units: balance.unknownUnits,
    is_alerted: balance.isAlerted ? 1 : 0,
  }
}
