/** A rollup table in SQLite with a cache of current rows: a hot row is read once and then only written. */

import type { Database, Statement } from 'bun:sqlite'
import { count } from './histogram.ts'
import { addEncodedSums, encodeSums, type RollupValues } from './rollup-codec.ts'
import { type Contribution, SUM, SUM_COLUMNS } from './sum-columns.ts'

export type RollupTableName = 'sums_minutes' | 'sums_hours' | 'sums_days'

export const WIDTH_MS: Readonly<Record<RollupTableName, number>> = {
  sums_minutes: 60_000,
  sums_hours: 3_600_000,
  sums_days: 86_400_000,
}

/** Minutes and hours are appended and read by bucket; days are read by dimension over a range. */
const KEYS: Readonly<Record<RollupTableName, string>> = {
  sums_minutes: 'bucket_ms, scope_id, dimension_id, value',
  sums_hours: 'bucket_ms, scope_id, dimension_id, value',
  sums_days: 'scope_id, dimension_id, bucket_ms, value',
}

export function createRollupTable(table: RollupTableName): string {
  return `CREATE TABLE ${table} (
    bucket_ms INTEGER NOT NULL, scope_id INTEGER NOT NULL, dimension_id INTEGER NOT NULL, value TEXT NOT NULL,
    requests INTEGER NOT NULL, sums BLOB NOT NULL,
    PRIMARY KEY (${KEYS[table]})
  ) WITHOUT ROWID`
}

export type RollupKey = {
  readonly bucketMs: number
  readonly scopeId: number
  readonly dimensionId: number
  readonly value: string
}

export type RollupRow = RollupKey & RollupValues & { isDirty: boolean }

export type StoredRollup = [bucketMs: number, scopeId: number, dimensionId: number, value: string, sums: Uint8Array]

/** Columns of a `StoredRollup`. The table also has `requests`, for sums in SQL. */
export const STORED_COLUMNS = 'bucket_ms, scope_id, dimension_id, value, sums'
/** By dimension id, then by value. */
type Dimensions = (Map<string, RollupRow> | undefined)[]
type CachedScope = { readonly bucketMs: number; readonly scopeId: number; readonly dimensions: Dimensions }
const NO_CACHED_SCOPE: CachedScope = { bucketMs: -1, scopeId: -1, dimensions: [] }

const MAX_ROWS_IN_MEMORY = 30_000

export class RollupTable {
  readonly #rows = new Map<number, Map<number, Dimensions>>()
  #cached: CachedScope = NO_CACHED_SCOPE
  readonly #dirty: RollupRow[] = []
  readonly #read: Statement
  readonly #write: Statement
  readonly #delete: Statement
  readonly #database: Database
  readonly table: RollupTableName
  #size = 0
  /** Buckets up to this time may have stored rows that are not in memory. */
  #storedToMs = 0

  constructor(database: Database, table: RollupTableName) {
    this.#database = database
    this.table = table
    const key = 'bucket_ms = ? AND scope_id = ? AND dimension_id = ? AND value = ?'
    this.#read = database.prepare(`SELECT ${STORED_COLUMNS} FROM ${table} WHERE ${key}`)
    this.#write = database.prepare(
      `INSERT OR REPLACE INTO ${table} (${STORED_COLUMNS}, requests) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    this.#delete = database.prepare(`DELETE FROM ${table} WHERE ${key}`)
    this.forget()
  }

  /** Returns the row from memory or the store, or a new one. */
  row(bucketMs: number, scopeId: number, dimensionId: number, value: string): RollupRow {
    // Usually the same bucket and scope as in the previous call.
    if (bucketMs !== this.#cached.bucketMs || scopeId !== this.#cached.scopeId)
      this.#cached = this.#findScope(bucketMs, scopeId)
    const { dimensions } = this.#cached
    let rows = dimensions[dimensionId]
    if (!rows) {
      rows = new Map()
      dimensions[dimensionId] = rows
    }
    let row = rows.get(value)
    if (!row) {
      row = this.#load({ bucketMs, scopeId, dimensionId, value })
      rows.set(value, row)
      this.#size++
    }
    if (!row.isDirty) {
      row.isDirty = true
      this.#dirty.push(row)
    }
    return row
  }

  #findScope(bucketMs: number, scopeId: number): CachedScope {
    let scopes = this.#rows.get(bucketMs)
    if (!scopes) {
      scopes = new Map()
      this.#rows.set(bucketMs, scopes)
    }
    let dimensions = scopes.get(scopeId)
    if (!dimensions) {
      dimensions = []
      scopes.set(scopeId, dimensions)
    }
    return { bucketMs, scopeId, dimensions }
  }

  #load(key: RollupKey): RollupRow {
    const stored =
      key.bucketMs > this.#storedToMs
        ? undefined
        : (this.#read.values(key.bucketMs, key.scopeId, key.dimensionId, key.value)[0] as StoredRollup | undefined)
    const row = {
      ...key,
      sums: new Float64Array(SUM_COLUMNS.length),
      durations: new Map(),
      lastSeenMs: 0,
      isDirty: false,
    }
    if (stored) addStored(row, stored, 1)
    return row
  }

  /** Reads stored rows of one bucket; call `flush` first. */
  readBucket(bucketMs: number): StoredRollup[] {
    const sql = `SELECT ${STORED_COLUMNS} FROM ${this.table} WHERE bucket_ms = ?`
    return this.#database.query(sql).values(bucketMs) as StoredRollup[]
  }

  /** Writes changed rows and deletes rows without requests. */
  flush(): void {
    for (const row of this.#dirty) {
      const { bucketMs, scopeId, dimensionId, value } = row
      const requests = row.sums[SUM.requests]!
      row.isDirty = false
      if (requests === 0) this.#delete.run(bucketMs, scopeId, dimensionId, value)
      else this.#write.run(bucketMs, scopeId, dimensionId, value, encodeSums(row, bucketMs), requests)
    }
    this.#dirty.length = 0
    this.#evict()
  }

  /** Keeps the newest three buckets, or none if more than `MAX_ROWS_IN_MEMORY` rows are in memory. */
  #evict(): void {
    if (this.#rows.size <= 3 && this.#size <= MAX_ROWS_IN_MEMORY) return
    const buckets = [...this.#rows.keys()].sort((left, right) => right - left)
    for (const bucketMs of this.#size > MAX_ROWS_IN_MEMORY ? buckets : buckets.slice(3)) {
      this.forgetBucket(bucketMs)
    }
  }

  /** Call when the bucket's stored rows were changed or deleted. */
  forgetBucket(bucketMs: number): void {
    for (const dimensions of this.#rows.get(bucketMs)?.values() ?? [])
      for (const rows of dimensions) this.#size -= rows?.size ?? 0
    this.#rows.delete(bucketMs)
    this.#cached = NO_CACHED_SCOPE
    this.#storedToMs = Math.max(this.#storedToMs, bucketMs)
  }

  /** Call after a failed transaction, or when stored rows were changed directly. */
  forget(): void {
    this.#rows.clear()
    this.#cached = NO_CACHED_SCOPE
    this.#dirty.length = 0
    this.#size = 0
    const newest = this.#database.query<{ at: number | null }, []>(`SELECT max(bucket_ms) AS at FROM ${this.table}`)
    this.#storedToMs = newest.get()?.at ?? 0
  }

  close(): void {
    for (const statement of [this.#read, this.#write, this.#delete]) statement.finalize()
  }
}

export function addContribution(row: RollupValues, { sums, indexes, bin, atMs }: Contribution): void {
  for (let i = 0; i < indexes.length; i++) row.sums[indexes[i]!]! += sums[indexes[i]!]!
  count(row.durations, bin, 1)
  if (atMs > row.lastSeenMs) row.lastSeenMs = atMs
}

export function addValues(into: RollupValues, { sums, durations, lastSeenMs }: RollupValues): void {
  for (let i = 0; i < sums.length; i++) into.sums[i]! += sums[i]!
  for (const [bin, times] of durations) count(into.durations, bin, times)
  if (lastSeenMs > into.lastSeenMs) into.lastSeenMs = lastSeenMs
}

export function addStored(into: RollupValues, [bucketMs, , , , sums]: StoredRollup, sign: 1 | -1): void {
  addEncodedSums(into, sums, bucketMs, sign)
}
