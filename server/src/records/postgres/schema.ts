/** Brings the shared store of logs up to date, one node at a time; nodes of the release before go on working. */

import type { Client, QueryConfig } from 'pg'
import { freshMarks, MARK_COLUMNS } from '../sums/progress.ts'
import { hangUp, inTransaction, LOG_SCHEMA, openClient, rowsOf } from './connection.ts'
import { LOCKS } from './locks.ts'
import { LOG_MIGRATIONS } from './tables.ts'

/** A step may have to read all of a large table, once. */
const STEP_MS = 3_600_000

export async function ensureSchema(databaseUrl: string): Promise<void> {
  const client = await openClient(databaseUrl)
  try {
    await migrateLogs(client, Date.now())
  } finally {
    await hangUp(client)
  }
}

export async function migrateLogs(client: Client, nowMs: number): Promise<void> {
  if ((await versionOf(client)) === LOG_MIGRATIONS.length) return
  await inTransaction(client, async () => {
    await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.schema})`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${LOG_SCHEMA}`)
    const version = await versionOf(client)
    if (version > LOG_MIGRATIONS.length) {
      throw new Error(
        `The logs in PostgreSQL were written by a newer version of Gatehouse: they have schema ${version}, and this version knows none after ${LOG_MIGRATIONS.length}. Install the newer version again, or restore a backup from before the upgrade.`,
      )
    }
    await client.query('SET LOCAL statement_timeout = 0')
    for (const step of LOG_MIGRATIONS.slice(version))
      for (const text of step) await client.query({ text, query_timeout: STEP_MS } as QueryConfig)
    const marks = Object.values(freshMarks(nowMs))
    const places = marks.map((_, i) => `$${i + 1}`).join(', ')
    await rowsOf(
      client,
      `INSERT INTO sum_progress (id, ${MARK_COLUMNS}) VALUES (1, ${places}) ON CONFLICT (id) DO NOTHING`,
      marks,
    )
    // The version is a note on the schema itself, which exists before any table.
    await client.query(`COMMENT ON SCHEMA ${LOG_SCHEMA} IS 'version ${LOG_MIGRATIONS.length}'`)
  })
}

async function versionOf(client: Client): Promise<number> {
  const sql = `SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = '${LOG_SCHEMA}'`
  const [note] = ((await rowsOf(client, sql))[0] ?? []) as [string | null | undefined]
  return Number(/^version (\d+)$/.exec(note ?? '')?.[1] ?? 0)
}
