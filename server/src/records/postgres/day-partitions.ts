/** The days of logs and of their bodies: made before the first row of a day comes, dropped when all of it is old. */

import type { Client } from 'pg'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { inTransaction, LOCKS, rowsOf } from './connection.ts'

export const DAY_MS = WIDTH_MS.sums_days
/** Records of other times are few, and a clock gone wild must not make a table for each of its days. */
const DAYS_BACK = 400
const DAYS_AHEAD = 2
/** Dropping waits for readers; behind it everybody else would wait, so it does not wait long. */
const DROP_WAIT_MS = 2_000

const TABLES = ['logs', 'blocks'] as const

export class DayPartitions {
  readonly #known = new Set<number>()

  /** Makes sure that each of these times has its day, if it is to have one at all. */
  async ensure(client: Client, timesMs: Iterable<number>, nowMs: number): Promise<void> {
    // Tomorrow's is made today: at midnight nobody has to wait for it.
    const wanted = new Set([floor(nowMs, DAY_MS), floor(nowMs, DAY_MS) + DAY_MS])
    for (const timeMs of timesMs) if (hasDay(timeMs, nowMs)) wanted.add(floor(timeMs, DAY_MS))
    const unknown = [...wanted].filter((dayMs) => !this.#known.has(dayMs))
    if (unknown.length === 0) return
    await inTransaction(client, async () => {
      await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.days})`)
      const existing = new Set(await listDays(client))
      for (const dayMs of unknown) if (!existing.has(dayMs)) await makeDay(client, dayMs)
    })
    for (const dayMs of unknown) this.#known.add(dayMs)
  }

  /** Drops the oldest day that ends before then; gives how many rows that were, or null when there is none. */
  async dropBefore(client: Client, cutoffMs: number): Promise<number | null> {
    const dayMs = (await listDays(client)).find((day) => day + DAY_MS <= cutoffMs)
    if (dayMs === undefined) return null
    const [row] = await rowsOf(client, `SELECT count(*) FROM ${nameOf('logs', dayMs)}`)
    await inTransaction(client, async () => {
      await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.days})`)
      await client.query(`SET LOCAL lock_timeout = ${DROP_WAIT_MS}`)
      for (const table of TABLES) await client.query(`DROP TABLE IF EXISTS ${nameOf(table, dayMs)}`)
    })
    this.#known.delete(dayMs)
    return Number(row![0])
  }

  /** After trouble: another node may have dropped what was known. */
  forget(): void {
    this.#known.clear()
  }
}

/** Oldest first. */
async function listDays(client: Client): Promise<number[]> {
  const rows = await rowsOf(
    client,
    `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'logs'::regclass`,
  )
  return (rows as [string][])
    .map(([name]) => /^logs_(\d{4})(\d\d)(\d\d)$/.exec(name))
    .flatMap((match) => (match ? [Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))] : []))
    .sort((left, right) => left - right)
}

/** Made apart and then attached: that disturbs neither readers nor writers, as making it in place would. */
async function makeDay(client: Client, dayMs: number): Promise<void> {
  for (const table of TABLES) {
    const name = nameOf(table, dayMs)
    const key = table === 'logs' ? 'started_at_ms' : 'day_ms'
    const range = `${key} >= ${dayMs} AND ${key} < ${dayMs + DAY_MS}`
    await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING STORAGE)`)
    // What came before the day was made is in the table of other times, and has to leave it.
    const moved = `WITH moved AS (DELETE FROM ${table}_other WHERE ${range} RETURNING *)`
    await client.query(`${moved} INSERT INTO ${name} SELECT * FROM moved`)
    await client.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${dayMs}) TO (${dayMs + DAY_MS})`,
    )
  }
}

function nameOf(table: (typeof TABLES)[number], dayMs: number): string {
  return `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function hasDay(timeMs: number, nowMs: number): boolean {
  return timeMs >= nowMs - DAYS_BACK * DAY_MS && timeMs < nowMs + DAYS_AHEAD * DAY_MS
}
