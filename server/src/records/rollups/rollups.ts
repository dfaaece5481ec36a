/** Keeps the sums: every log is added to its minute, and minutes that are over are folded into hours and days. */

import type { Database } from 'bun:sqlite'
import { DIMENSION_COLUMNS, type DimensionInput } from './dimensions.ts'
import type { Summed } from './log-groups.ts'
import { SumAdder } from './rollup-builder.ts'
import { SumTable } from './rollup-table.ts'
import { Scopes } from './scopes.ts'
import { type FeedbackSums, INPUT_COLUMNS, type SumInput } from './sum-columns.ts'
import { Progress } from './watermarks.ts'

export class Rollups {
  readonly minutes: SumTable
  readonly hours: SumTable
  readonly days: SumTable
  readonly progress: Progress
  readonly #scopes: Scopes
  readonly #adder: SumAdder

  constructor(database: Database, nowMs: number) {
    this.minutes = new SumTable(database, 'sums_minutes')
    this.hours = new SumTable(database, 'sums_hours')
    this.days = new SumTable(database, 'sums_days')
    this.#scopes = new Scopes(database)
    this.progress = new Progress(database, nowMs)
    const { minutes, hours, days, progress } = this
    this.#adder = new SumAdder({ minutes, hours, days, progress, scopes: this.#scopes })
  }

  add(log: Summed, feedback: FeedbackSums | null): void {
    this.#adder.add(log, feedback)
  }

  /** Adds to the sums of a log that was counted before; nothing is counted again. */
  addVector(log: Summed, sums: Float64Array): void {
    this.#adder.addVector(log, sums)
  }

  /** Writes what was collected, inside the caller's transaction. */
  flush(): void {
    this.#adder.settle()
    this.minutes.flush()
    this.hours.flush()
    this.days.flush()
  }

  /** After a transaction that failed. */
  forget(): void {
    this.#adder.forget()
    this.minutes.forget()
    this.hours.forget()
    this.days.forget()
    this.#scopes.forget()
    this.progress.read()
  }

  close(): void {
    this.minutes.close()
    this.hours.close()
    this.days.close()
  }
}

/** Picks the columns of an input out of a longer row. */
export function picker(columns: readonly string[]): {
  readonly input: (row: readonly unknown[]) => SumInput
  readonly dimensions: (row: readonly unknown[]) => DimensionInput
} {
  const pick = (wanted: readonly string[]) => {
    const places = wanted.map((name) => columns.indexOf(name))
    // A loop, as this is done twice for every log.
    return (row: readonly unknown[]) => {
      const picked = new Array<unknown>(places.length)
      for (let i = 0; i < places.length; i++) picked[i] = row[places[i]!]
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
