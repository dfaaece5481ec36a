/**
 * Daily partitions of `logs` and `blocks`: created before the first row of a day, dropped when the whole day has
 * expired.
 */

import type { Client } from 'pg'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { inTransaction, LOCKS, rowsOf } from './connection.ts'

export const DAY_MS = WIDTH_MS.sums_days
/** Times outside this range go to the default partition: a wrong clock must not create a partition per day. */
const DAYS_BACK = 400
const DAYS_AHEAD = 2
/** DROP TABLE waits for readers, and all later queries queue behind it. Give up after this time. */
const DROP_WAIT_MS = 2_000

const TABLES = ['logs', 'blocks'] as const

export class DayPartitions {
  readonly #known = new Set<number>()

  /** Creates the missing partitions for these times, as far as they are within `DAYS_BACK` and `DAYS_AHEAD`. */
  async ensure(client: Client, timesMs: Iterable<number>, nowMs: number): Promise<void> {
    // Create tomorrow's partition today, so that no batch waits for it at midnight.
    const wanted = new Set([floor(nowMs, DAY_MS), floor(nowMs, DAY_MS) + DAY_MS])
    for (const timeMs of timesMs) if (hasDay(timeMs, nowMs)) wanted.add(floor(timeMs, DAY_MS))
    const unknown = [...wanted].filter((dayMs) => !this.#known.has(dayMs))
    if (unknown.length === 0) return
    await inTransaction(client, async () => {
      await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.partitions})`)
      const existing = new Set(await listDays(client))
      for (const dayMs of unknown) if (!existing.has(dayMs)) await makeDay(client, dayMs)
    })
    for (const dayMs of unknown) this.#known.add(dayMs)
  }

  /** Drops the oldest partition that ends before `cutoffMs`; returns its row count, or null if there is none. */
  async dropBefore(client: Client, cutoffMs: number): Promise<number | null> {
    const dayMs = (await listDays(client)).find((day) => day + DAY_MS <= cutoffMs)
    if (dayMs === undefined) return null
    const [row] = await rowsOf(client, `SELECT count(*) FROM ${nameOf('logs', dayMs)}`)
    await inTransaction(client, async () => {
      await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.partitions})`)
      await client.query(`SET LOCAL lock_timeout = ${DROP_WAIT_MS}`)
      for (const table of TABLES) await client.query(`DROP TABLE IF EXISTS ${nameOf(table, dayMs)}`)
    })
    this.#known.delete(dayMs)
    return Number(row![0])
  }

  /** Call after an error: another node may have dropped a partition. */
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

/**
 * Creates the table first and attaches it afterwards: ATTACH needs a weaker lock than CREATE TABLE ... PARTITION OF.
 */
async function makeDay(client: Client, dayMs: number): Promise<void> {
  for (const table of TABLES) {
    const name = nameOf(table, dayMs)
    const key = table === 'logs' ? 'started_at_ms' : 'day_ms'
    const range = `${key} >= ${dayMs} AND ${key} < ${dayMs + DAY_MS}`
    await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING STORAGE)`)
    // Rows that arrived before the partition existed are in the default partition and must move.
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
