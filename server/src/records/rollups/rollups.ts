/** Rollups in SQLite: adds every log to its minute; `fold.ts` folds closed minutes into hours and days. */

import type { Database } from 'bun:sqlite'
import { DIMENSION_COLUMNS, type DimensionInput } from './dimensions.ts'
import type { RollupEntry } from './log-groups.ts'
import { RollupBuilder } from './rollup-builder.ts'
import { RollupTable } from './rollup-table.ts'
import { Scopes } from './scopes.ts'
import { type FeedbackSums, INPUT_COLUMNS, type SumInput } from './sum-columns.ts'
import { WatermarkStore } from './watermarks.ts'

export class Rollups {
  readonly minutes: RollupTable
  readonly hours: RollupTable
  readonly days: RollupTable
  readonly watermarks: WatermarkStore
  readonly #scopes: Scopes
  readonly #builder: RollupBuilder

  constructor(database: Database, nowMs: number) {
    this.minutes = new RollupTable(database, 'sums_minutes')
    this.hours = new RollupTable(database, 'sums_hours')
    this.days = new RollupTable(database, 'sums_days')
    this.#scopes = new Scopes(database)
    this.watermarks = new WatermarkStore(database, nowMs)
    const { minutes, hours, days, watermarks } = this
    this.#builder = new RollupBuilder({ minutes, hours, days, watermarks, scopes: this.#scopes })
  }

  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    this.#builder.add(log, feedback)
  }

  /** Adds to the rollups of a log that is already counted. */
  addVector(log: RollupEntry, sums: Float64Array): void {
    this.#builder.addVector(log, sums)
  }

  /** Writes collected changes inside the caller's transaction. */
  flush(): void {
    this.#builder.flushGroups()
    this.minutes.flush()
    this.hours.flush()
    this.days.flush()
  }

  /** Call after a failed transaction. */
  forget(): void {
    this.#builder.forget()
    this.minutes.forget()
    this.hours.forget()
    this.days.forget()
    this.#scopes.forget()
    this.watermarks.read()
  }

  close(): void {
    this.minutes.close()
    this.hours.close()
    this.days.close()
  }
}

/** Extracts the inputs of rollups from a row with these columns. */
export function picker(columns: readonly string[]): {
  readonly input: (row: readonly unknown[]) => SumInput
  readonly dimensions: (row: readonly unknown[]) => DimensionInput
} {
  const pick = (wanted: readonly string[]) => {
    const indexes = wanted.map((name) => columns.indexOf(name))
    // A plain loop, because it runs twice per log.
    return (row: readonly unknown[]) => {
      const picked = new Array<unknown>(indexes.length)
      for (let i = 0; i < indexes.length; i++) picked[i] = row[indexes[i]!]
      return picked
    }
  }
  const input = pick(INPUT_COLUMNS)
  const dimensions = pick(DIMENSION_COLUMNS)
  return {
    input: (row) => input(row) as unknown as SumInput,
    dimensions: (row) => dimensions(row) as unknown as DimensionInput,
  }
}
