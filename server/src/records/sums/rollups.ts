/** Keeps the sums: every log is added to its minute, and minutes that are over are folded into hours and days. */

import type { Database } from 'bun:sqlite'
import {
  cut,
  DIMENSION_COLUMNS,
  type DimensionInput,
  hasBriefMinutes,
  isLabel,
  metadataPairs,
  visitDimensions,
} from './dimensions.ts'
import { Progress } from './progress.ts'
import { type Scope, Scopes } from './scopes.ts'
import {
  type Contribution,
  contribute,
  type FeedbackSums,
  INPUT_COLUMNS,
  newContribution,
  type SumInput,
} from './sum-columns.ts'
import { addContribution, type SumRow, SumTable, WIDTH_MS } from './sum-table.ts'

export type Summed = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly input: SumInput
  readonly dimensions: DimensionInput
}

type Change = (row: SumRow) => void

/**
 * A log touches one row per dimension, in its minute. Hours, days and the organisation as a whole cost only one write
 * per minute and value when the minute is folded; a log that comes after that is added to all of them itself.
 */
export class Rollups {
  readonly minutes: SumTable
  readonly hours: SumTable
  readonly days: SumTable
  readonly progress: Progress
  readonly #scopes: Scopes
  readonly #contribution: Contribution = newContribution()

  constructor(database: Database, nowMs: number) {
    this.minutes = new SumTable(database, 'sums_minutes')
    this.hours = new SumTable(database, 'sums_hours')
    this.days = new SumTable(database, 'sums_days')
    this.#scopes = new Scopes(database)
    this.progress = new Progress(database, nowMs)
  }

  add(log: Summed, feedback: FeedbackSums | null): void {
    const contribution = this.#contribution
    contribute(contribution, log.input, feedback)
    this.#change(log, (row) => addContribution(row, contribution))
  }

  /** Adds to the sums of a log that was counted before; nothing is counted again. */
  addVector(log: Summed, sums: Float64Array): void {
    this.#change(log, (row) => {
      for (let i = 0; i < sums.length; i++) row.sums[i]! += sums[i]!
    })
  }

  #change({ organisationId, workspaceId, input, dimensions }: Summed, change: Change): void {
    const scope = this.#scopes.of(organisationId, workspaceId)
    const minuteMs = input[0] - (input[0] % WIDTH_MS.sums_minutes)
    visitDimensions(dimensions, (dimensionId, value) => this.#changeOne(scope, minuteMs, dimensionId, value, change))
    for (const [key, value] of metadataPairs(dimensions[DIMENSION_COLUMNS.length - 1] as string | null)) {
      const dimensionId = this.#scopes.dimensionOf(scope, key)
      if (dimensionId === null) continue
      const row = this.#changeOne(scope, minuteMs, dimensionId, cut(value), change)
      if (row && row.sums[0] === 1) this.#scopes.countNewValue(scope, key, dimensionId, minuteMs)
    }
  }

  #changeOne(scope: Scope, minuteMs: number, dimensionId: number, value: string, change: Change): SumRow | null {
    const { foldedMinutesMs, foldedHoursMs, thinnedMinutesMs, thinnedHoursMs } = this.progress
    let row: SumRow | null = null
    if (minuteMs >= thinnedMinutesMs || !hasBriefMinutes(dimensionId)) {
      row = this.minutes.row(minuteMs, scope.id, dimensionId, value)
      change(row)
    }
    if (minuteMs >= foldedMinutesMs) return row
    const hourMs = minuteMs - (minuteMs % WIDTH_MS.sums_hours)
    const dayMs = minuteMs - (minuteMs % WIDTH_MS.sums_days)
    for (const scopeId of [scope.id, scope.organisationScopeId]) {
      if (hourMs >= thinnedHoursMs || !isLabel(dimensionId)) change(this.hours.row(hourMs, scopeId, dimensionId, value))
      if (hourMs < foldedHoursMs) change(this.days.row(dayMs, scopeId, dimensionId, value))
    }
    return row
  }

  /** Writes what was collected, inside the caller's transaction. */
  flush(): void {
    this.minutes.flush()
    this.hours.flush()
    this.days.flush()
  }

  /** After a transaction that failed. */
  forget(): void {
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
    return (row: readonly unknown[]) => places.map((place) => row[place])
  }
  const input = pick(INPUT_COLUMNS)
  const dimensions = pick(DIMENSION_COLUMNS)
  return {
    input: (row) => input(row) as unknown as SumInput,
    dimensions: (row) => dimensions(row) as unknown as DimensionInput,
  }
}
