/**
 * Daily partitions of `logs` and `blocks`: created before the first row of a day, dropped when the whole day has
 * expired.
 */

import type { Client } from 'pg'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { hasCode, inTransaction, LOCKS, rowsOf } from './connection.ts'

export const DAY_MS = WIDTH_MS.sums_days
/** Times outside this range go to the default partition: a wrong clock must not create a partition per day. */
const DAYS_BACK = 400
const DAYS_AHEAD = 2
/**
 * Creating or dropping a partition waits for readers, and later queries of other nodes wait behind it. So it gives up
 * after this time and is tried again later.
 */
const LOCK_WAIT_MS = 100
/** Until a partition can be created, its rows go to the default partition. */
const RETRY_CREATE_MS = 10_000
const LOCK_NOT_AVAILABLE = '55P03'

const TABLES = ['logs', 'blocks'] as const

export class DayPartitions {
  readonly #known = new Set<number>()
  #createAtMs = 0

  /** Creates missing partitions for today, tomorrow and these times, except times beyond DAYS_BACK or DAYS_AHEAD. */
  async ensure(client: Client, timesMs: Iterable<number>, nowMs: number): Promise<void> {
    // Create tomorrow's partition today, so that no batch waits for it at midnight.
    const wanted = new Set([floor(nowMs, DAY_MS), floor(nowMs, DAY_MS) + DAY_MS])
    for (const timeMs of timesMs) if (hasDay(timeMs, nowMs)) wanted.add(floor(timeMs, DAY_MS))
    const unknown = [...wanted].filter((dayMs) => !this.#known.has(dayMs))
    if (unknown.length === 0 || performance.now() < this.#createAtMs) return
    const isDone = await withPartitionLock(client, async () => {
      const existing = new Set(await listDays(client))
      for (const dayMs of unknown) if (!existing.has(dayMs)) await makeDay(client, dayMs)
    })
    if (isDone) for (const dayMs of unknown) this.#known.add(dayMs)
    else this.#createAtMs = performance.now() + RETRY_CREATE_MS
  }

  /**
   * Drops the oldest partition that ends before `cutoffMs` and returns its row count; null if there is none, `busy` if
   * a query uses it.
   */
  async dropBefore(client: Client, cutoffMs: number): Promise<number | null | 'busy'> {
    const dayMs = (await listDays(client)).find((day) => day + DAY_MS <= cutoffMs)
    if (dayMs === undefined) return null
    const [row] = await rowsOf(client, `SELECT count(*) FROM ${nameOf('logs', dayMs)}`)
    const isDone = await withPartitionLock(client, async () => {
      // Uses the tables in the same order as a batch, so that the two cannot deadlock.
      await client.query(
        `INSERT INTO removed_objects (object, due_at_ms) SELECT object, 0 FROM ${nameOf('blocks', dayMs)}
         WHERE object IS NOT NULL ON CONFLICT DO NOTHING`,
      )
      for (const table of TABLES.toReversed()) await client.query(`DROP TABLE IF EXISTS ${nameOf(table, dayMs)}`)
    })
    if (!isDone) return 'busy'
    this.#known.delete(dayMs)
    return Number(row![0])
  }
}

/** Runs `work` in a transaction; false if a query of another connection blocked it for `LOCK_WAIT_MS`. */
async function withPartitionLock(client: Client, work: () => Promise<void>): Promise<boolean> {
  try {
    await inTransaction(client, async () => {
      await rowsOf(client, `SELECT pg_advisory_xact_lock(${LOCKS.partitions})`)
      await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
      await work()
    })
    return true
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) return false
    throw error
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
