/**
 * Aggregates as they are after all nodes have merged theirs: one row per bucket and value, written when the bucket
 * ends.
 */

import type { Client } from 'pg'
import { copyIn } from '../../server/src/records/postgres/copy-in.ts'
import { emptyRow, type PartRow } from '../../server/src/records/postgres/part-table.ts'
import { SharedScopeNames } from '../../server/src/records/postgres/scope-names.ts'
import type { RollupEntry } from '../../server/src/records/rollups/log-groups.ts'
import { RollupBuilder, type RollupRows } from '../../server/src/records/rollups/rollup-builder.ts'
import { encodeSums } from '../../server/src/records/rollups/rollup-codec.ts'
import { type RollupRow, type RollupTableName, WIDTH_MS } from '../../server/src/records/rollups/rollup-table.ts'
import type { FeedbackSums } from '../../server/src/records/rollups/sum-columns.ts'
import type { Watermarks } from '../../server/src/records/rollups/watermarks.ts'

const FOLDED = 0
const COLUMNS = ['bucket_ms', 'scope_id', 'dimension_id', 'value', 'part', 'requests', 'sums']
const ROWS_PER_COPY = 20_000

class WholeTable implements RollupRows {
  readonly #buckets = new Map<number, Map<string, PartRow & RollupRow>>()
  readonly name: RollupTableName

  constructor(name: RollupTableName) {
    this.name = name
  }

  row(bucketMs: number, scopeId: number, dimensionId: number, value: string): RollupRow {
    let rows = this.#buckets.get(bucketMs)
    if (!rows) {
      rows = new Map()
      this.#buckets.set(bucketMs, rows)
    }
    const key = `${scopeId} ${dimensionId} ${value}`
    let row = rows.get(key)
    if (!row) {
      row = { ...emptyRow({ bucketMs, scopeId, dimensionId, value }, FOLDED), isDirty: true }
      rows.set(key, row)
    }
    return row
  }

  /** Returns buckets that end before `atMs`. Logs are generated in time order, so these buckets are complete. */
  takeBefore(atMs: number): PartRow[] {
    const over = [...this.#buckets].filter(([bucketMs]) => bucketMs + WIDTH_MS[this.name] <= atMs)
    for (const [bucketMs] of over) this.#buckets.delete(bucketMs)
    return over.flatMap(([, rows]) => [...rows.values()])
  }
}

export class WholeSums {
  readonly #tables: readonly WholeTable[]
  readonly #scopes = new SharedScopeNames()
  readonly #adder: RollupBuilder
  readonly #client: Client

  constructor(client: Client, progress: Watermarks) {
    this.#client = client
    const [minutes, hours, days] = [
      new WholeTable('sums_minutes'),
      new WholeTable('sums_hours'),
      new WholeTable('sums_days'),
    ]
    this.#tables = [minutes, hours, days]
    this.#adder = new RollupBuilder({ minutes, hours, days, scopes: this.#scopes, watermarks: progress })
  }

  async add(logs: readonly (readonly [RollupEntry, FeedbackSums | null])[]): Promise<void> {
    await this.#scopes.load(
      this.#client,
      logs.map(([log]) => log),
    )
    for (const [log, feedback] of logs) this.#adder.add(log, feedback)
  }

  async writeBefore(atMs: number): Promise<void> {
    this.#adder.flushGroups()
    for (const table of this.#tables) {
      const rows = table.takeBefore(atMs)
      for (let start = 0; start < rows.length; start += ROWS_PER_COPY)
        await copyIn(this.#client, table.name, COLUMNS, rows.slice(start, start + ROWS_PER_COPY).map(cellsOf))
    }
  }
}

function cellsOf(row: PartRow) {
  const { bucketMs, scopeId, dimensionId, value, part } = row
  return [bucketMs, scopeId, dimensionId, value, part, row.sums[0] ?? 0, encodeSums(row, bucketMs)]
}
