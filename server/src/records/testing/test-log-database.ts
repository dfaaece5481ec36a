/** A PostgreSQL database for one test file. */

import { Client } from 'pg'
import { postgresServer } from '../../../../tests/harness/test-servers.ts'
import { initialWatermarks, WATERMARK_COLUMNS } from '../rollups/watermarks.ts'

export type TestLogDatabase = {
  readonly url: string
  /** Resets the database to a newly created store. */
  empty(nowMs: number): Promise<void>
  query(sql: string): Promise<unknown[][]>
  remove(): Promise<void>
}

export async function makeLogDatabase(): Promise<TestLogDatabase> {
  const server = postgresServer()
  const name = `gatehouse_logs_${crypto.randomUUID().replaceAll('-', '')}`
  await run(server, `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    url,
    empty: async (nowMs) => {
      const [made] = await run(url, `SELECT 1 FROM pg_namespace WHERE nspname = 'gatehouse_logs'`)
      if (!made) return
      await untilAlone(url)
      const watermarks = Object.values(initialWatermarks(nowMs)).join(', ')
      const tables = ['logs', 'blocks', 'feedback', 'scope_keys', 'metadata_keys', 'scopes', 'later_costs']
      const all = [...tables, 'journal_positions', 'sums_minutes', 'sums_hours', 'sums_days', 'sum_progress']
      const forget = all.map((table) => `DELETE FROM gatehouse_logs.${table}`).join('; ')
      await run(
        url,
        `${forget}; INSERT INTO gatehouse_logs.sum_progress (id, ${WATERMARK_COLUMNS}) VALUES (1, ${watermarks})`,
      )
    },
    query: (sql) => run(url, sql),
    remove: async () => {
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** PostgreSQL releases the locks of a closed session with a short delay. */
async function untilAlone(url: string): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse logs'`
  const until = performance.now() + 5000
  while ((await run(url, sql)).length > 0 && performance.now() < until) await Bun.sleep(20)
}

async function run(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows
  } finally {
    await client.end()
  }
}
