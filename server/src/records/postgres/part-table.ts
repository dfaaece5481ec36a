/** The rollups that one node adds to a table. The node writes only its own parts, so it never reads the table. */

import type { ClientBase } from 'pg'
import type { RollupRows } from '../rollups/rollup-builder.ts'
import { encodeSums, type RollupValues } from '../rollups/rollup-codec.ts'
import type { RollupKey, RollupRow, RollupTableName } from '../rollups/rollup-table.ts'
import { SUM, SUM_COLUMNS } from '../rollups/sum-columns.ts'
import { type Bound, rowsOf } from './connection.ts'

const MAX_ROWS_IN_MEMORY = 30_000
const ROWS_PER_STATEMENT = 5_000

export type PartRow = RollupKey & RollupValues & { readonly part: number }

type Bucket = { readonly part: number; readonly rows: Map<number, Map<string, RollupRow & PartRow>> }

/**
 * Several nodes add to the same minute. Each writes rows with its own `part`, and readers add them up, so no node waits
 * for another. Evicted rows are not read back: the bucket gets a new part.
 */
export class PartTable implements RollupRows {
  readonly #buckets = new Map<number, Bucket>()
  readonly #dirty: (RollupRow & PartRow)[] = []
  readonly #nextPart: () => number
  readonly table: RollupTableName
  #size = 0

  constructor(table: RollupTableName, nextPart: () => number) {
    this.table = table
    this.#nextPart = nextPart
  }

  row(bucketMs: number, scopeId: number, dimensionId: number, value: string): RollupRow {
    let bucket = this.#buckets.get(bucketMs)
    if (!bucket) {
      bucket = { part: this.#nextPart(), rows: new Map() }
      this.#buckets.set(bucketMs, bucket)
    }
    const key = scopeId * 65_536 + dimensionId
    let rows = bucket.rows.get(key)
    if (!rows) {
      rows = new Map()
      bucket.rows.set(key, rows)
    }
    let row = rows.get(value)
    if (!row) {
      row = { ...emptyRow({ bucketMs, scopeId, dimensionId, value }, bucket.part), isDirty: false }
      rows.set(value, row)
      this.#size++
    }
    if (!row.isDirty) {
      row.isDirty = true
      this.#dirty.push(row)
    }
    return row
  }

  /** Writes changed rows inside the caller's transaction. */
  async flush(client: ClientBase): Promise<void> {
    for (const row of this.#dirty) row.isDirty = false
    await writeParts(client, this.table, this.#dirty)
    this.#dirty.length = 0
  }

  /** Call after the commit. Keeps the newest three buckets, or none if it has more than `MAX_ROWS_IN_MEMORY` rows. */
  evict(): void {
    if (this.#buckets.size <= 3 && this.#size <= MAX_ROWS_IN_MEMORY) return
    const buckets = [...this.#buckets.keys()].sort((left, right) => right - left)
    for (const bucketMs of this.#size > MAX_ROWS_IN_MEMORY ? buckets : buckets.slice(3)) {
      for (const rows of this.#buckets.get(bucketMs)?.rows.values() ?? []) this.#size -= rows.size
      this.#buckets.delete(bucketMs)
    }
  }

  /** Call after a failed transaction, or when another node changed the table. */
  forget(): void {
    this.#buckets.clear()
    this.#dirty.length = 0
    this.#size = 0
  }
}

/** `lastSeenMs` is the start of the bucket at first, because feedback alone never sets it. */
export function emptyRow(key: RollupKey, part: number): PartRow {
  return { ...key, part, sums: new Float64Array(SUM_COLUMNS.length), durations: new Map(), lastSeenMs: key.bucketMs }
}

export async function writeParts(client: ClientBase, table: RollupTableName, rows: readonly PartRow[]): Promise<void> {
  const key =
    table === 'sums_days' ? 'scope_id, dimension_id, bucket_ms, value' : 'bucket_ms, scope_id, dimension_id, value'
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT)
    const columns: Bound[] = [
      some.map((row) => row.bucketMs),
      some.map((row) => row.scopeId),
      some.map((row) => row.dimensionId),
      some.map((row) => row.value),
      some.map((row) => row.part),
      some.map((row) => row.sums[SUM.requests]!),
      some.map((row) => Buffer.from(encodeSums(row, row.bucketMs))),
    ]
    await rowsOf(
      client,
      `INSERT INTO ${table} (bucket_ms, scope_id, dimension_id, value, part, requests, sums)
       SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::bigint[], $6::bigint[], $7::bytea[])
       ON CONFLICT (${key}, part) DO UPDATE SET requests = excluded.requests, sums = excluded.sums`,
      columns,
    )
  }
}
