/** The ledger shared by all nodes, in PostgreSQL. */

import type { Pool } from 'pg'
import type { StoredHoldLine } from '../../../core/money/ledger-store.ts'
import type {
  LeaseRequest,
  LedgerReport,
  NodeState,
  ReportedAccount,
  SharedAccountState,
  SharedLedgerStore,
} from '../../../core/money/shared-ledger.ts'
import { ACCOUNT_COLUMNS, type AccountRow, type LeaseRow, lockAccounts, startPeriod, stateOf } from './account-rows.ts'
import { startsInFuture } from './clock-set-back.ts'
import { type EntryRow, expireLease, reviveLease } from './entry-rows.ts'
import { inTransaction, NOW_MS } from './in-transaction.ts'
import { leaseUnits } from './lease-units.ts'
import { storeReport } from './store-report.ts'
import { writeAccounts } from './write-accounts.ts'

/** Not a node id, so it has no leases. */
const NO_NODE = ''

type TimedRow = AccountRow & { now_ms: number }
type LeaseChange = (row: AccountRow, lease: LeaseRow, node: string, nowMs: number) => EntryRow | null
type HoldRow = { hold_id: string; at_ms: number; legs: string }

export class PostgresLedger implements SharedLedgerStore {
  constructor(private readonly pool: Pool) {}

  openNode(node: string): Promise<NodeState> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ segment: number; position_bytes: number }>(
        `insert into ledger_nodes (node_id, seen_at_ms, segment, position_bytes) values ($1, ${NOW_MS}, 0, 0)
         on conflict (node_id) do update set seen_at_ms = excluded.seen_at_ms returning segment, position_bytes`,
        [node],
      )
      // Holds of the single process this store was moved from.
      await client.query('update ledger_holds set node_id = $1 where node_id is null', [node])
      const holds = await client.query<HoldRow>('select hold_id, at_ms, legs from ledger_holds where node_id = $1', [
        node,
      ])
      return {
        position: { segment: rows[0]?.segment ?? 0, offsetBytes: rows[0]?.position_bytes ?? 0 },
        holds: holds.rows.map((row) => ({
          id: row.hold_id,
          atMs: row.at_ms,
          lines: JSON.parse(row.legs) as StoredHoldLine[],
        })),
      }
    })
  }

  releaseAll(node: string): Promise<void> {
    return this.#eachLease([node], (row, lease, ...when) => {
      const revived = reviveLease(row, lease, ...when)
      row.leased_units -= lease.units
      lease.units = 0
      return revived
    })
  }

  async heartbeat(node: string): Promise<number> {
    const { rows } = await this.pool.query<{ seen_at_ms: number }>(
      `update ledger_nodes set seen_at_ms = ${NOW_MS} where node_id = $1 returning seen_at_ms`,
      [node],
    )
    return rows[0]?.seen_at_ms ?? Date.now()
  }

  lease(node: string, request: LeaseRequest): Promise<SharedAccountState> {
    return leaseUnits(this.pool, node, request)
  }

  report(node: string, report: LedgerReport): Promise<readonly ReportedAccount[]> {
    return storeReport(this.pool, node, report)
  }

  async read(account: string): Promise<SharedAccountState | null> {
    const { rows } = await this.pool.query<TimedRow>(
      `select ${ACCOUNT_COLUMNS}, ${NOW_MS} as now_ms from balances where account = $1`,
      [account],
    )
    return rows[0] ? stateOf(rows[0], rows[0].now_ms) : null
  }

  async readAll(prefix: string): Promise<readonly { account: string; state: SharedAccountState }[]> {
    const { rows } = await this.pool.query<TimedRow>(
      `select ${ACCOUNT_COLUMNS}, ${NOW_MS} as now_ms from balances where starts_with(account, $1) order by account`,
      [prefix],
    )
    return rows.map((row) => ({ account: row.account, state: stateOf(row, row.now_ms) }))
  }

  reset(account: string): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const { rows, nowMs } = await lockAccounts(client, NO_NODE, [account])
      const row = rows.get(account)
      if (!row) return
      startPeriod(row, startsInFuture(row, nowMs) ? nowMs : Math.max(nowMs, row.period_started_at_ms + 1))
      await writeAccounts(client, NO_NODE, { rows: [row], leases: [], entries: [] })
    })
  }

  async expireLeases(afterMs: number): Promise<void> {
    const { rows } = await this.pool.query<{ node_id: string }>(
      `select distinct n.node_id from ledger_nodes n join budget_leases l on l.node_id = n.node_id
       where n.seen_at_ms < ${NOW_MS} - $1::bigint and l.units > 0`,
      [afterMs],
    )
    await this.#eachLease(
      rows.map((row) => row.node_id),
      expireLease,
    )
  }

  async countNodes(withinMs: number): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*) as count from ledger_nodes where seen_at_ms >= ${NOW_MS} - $1::bigint`,
      [withinMs],
    )
    return rows[0]?.count ?? 1
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  /** One transaction per account, so that other nodes wait for at most one account. */
  async #eachLease(nodes: readonly string[], change: LeaseChange): Promise<void> {
    for (const node of nodes) {
      const { rows } = await this.pool.query<{ account: string }>(
        'select account from budget_leases where node_id = $1 and units + expired_units > 0 order by account',
        [node],
      )
      for (const { account } of rows) {
        await inTransaction(this.pool, async (client) => {
          const locked = await lockAccounts(client, node, [account])
          const row = locked.rows.get(account)
          const lease = locked.leases.get(account)
          if (!row || !lease) return
          const entry = change(row, lease, node, locked.nowMs)
          await writeAccounts(client, node, { rows: [row], leases: [lease], entries: entry ? [entry] : [] })
        })
      }
    }
  }
}
