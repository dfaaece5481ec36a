/** Adds logs to sums, whatever keeps them: which rows a log touches is decided here only. */

import {
  cut,
  DIMENSION_COLUMNS,
  type DimensionInput,
  hasBriefMinutes,
  isLabel,
  metadataPairs,
  visitDimensions,
} from './dimensions.ts'
import type { Marks } from './progress.ts'
import { type Contribution, contribute, type FeedbackSums, newContribution, type SumInput } from './sum-columns.ts'
import { addContribution, type SumRow, WIDTH_MS } from './sum-table.ts'

export type Summed = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly input: SumInput
  readonly dimensions: DimensionInput
}

export type Scope = {
  readonly id: number
  readonly organisationScopeId: number
  /** Key -> dimension; null: not added up. */
  readonly keys: Map<string, number | null>
}

export interface ScopeNames {
  of(organisationId: string, workspaceId: string): Scope
  /** The dimension of a metadata key, or null when it is not added up in this workspace. */
  dimensionOf(scope: Scope, key: string): number | null
  /** Counts a value seen for the first time in its minute; a key with too many is given up. */
  countNewValue(scope: Scope, key: string, dimensionId: number, minuteMs: number): void
}

export interface SumRows {
  /** The row of this key, to be changed and written at the next flush. */
  row(bucketMs: number, scopeId: number, dimensionId: number, value: string): SumRow
}

export type SumHome = {
  readonly minutes: SumRows
  readonly hours: SumRows
  readonly days: SumRows
  readonly scopes: ScopeNames
  readonly progress: Marks
}

type Change = (row: SumRow) => void

/**
 * A log touches one row per dimension, in its minute. Hours, days and the organisation as a whole cost only one write
 * per minute and value when the minute is folded; a log that comes after that is added to all of them itself.
 */
export class SumAdder {
  readonly #home: SumHome
  readonly #contribution: Contribution = newContribution()

  constructor(home: SumHome) {
    this.#home = home
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
    const { scopes } = this.#home
    const scope = scopes.of(organisationId, workspaceId)
    const minuteMs = input[0] - (input[0] % WIDTH_MS.sums_minutes)
    visitDimensions(dimensions, (dimensionId, value) => this.#changeOne(scope, minuteMs, dimensionId, value, change))
    for (const [key, value] of metadataPairs(dimensions[DIMENSION_COLUMNS.length - 1] as string | null)) {
      const dimensionId = scopes.dimensionOf(scope, key)
      if (dimensionId === null) continue
      const row = this.#changeOne(scope, minuteMs, dimensionId, cut(value), change)
      if (row && row.sums[0] === 1) scopes.countNewValue(scope, key, dimensionId, minuteMs)
    }
  }

  #changeOne(scope: Scope, minuteMs: number, dimensionId: number, value: string, change: Change): SumRow | null {
    const { minutes, hours, days, progress } = this.#home
    const { foldedMinutesMs, foldedHoursMs, thinnedMinutesMs, thinnedHoursMs } = progress
    let row: SumRow | null = null
    if (minuteMs >= thinnedMinutesMs || !hasBriefMinutes(dimensionId)) {
      row = minutes.row(minuteMs, scope.id, dimensionId, value)
      change(row)
    }
    if (minuteMs >= foldedMinutesMs) return row
    const hourMs = minuteMs - (minuteMs % WIDTH_MS.sums_hours)
    const dayMs = minuteMs - (minuteMs % WIDTH_MS.sums_days)
    for (const scopeId of [scope.id, scope.organisationScopeId]) {
      if (hourMs >= thinnedHoursMs || !isLabel(dimensionId)) change(hours.row(hourMs, scopeId, dimensionId, value))
      if (hourMs < foldedHoursMs) change(days.row(dayMs, scopeId, dimensionId, value))
    }
    return row
  }
}
