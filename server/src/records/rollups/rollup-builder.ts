/** Adds logs to sums, whatever keeps them: which rows a log touches is decided here only. */

import {
  cut,
  hasShortMinuteRetention,
  isLabel,
  METADATA,
  type MetadataPairs,
  metadataPairs,
  visitDimensions,
} from './dimensions.ts'
import { LogGroups, type RollupEntry } from './log-groups.ts'
import { addValues, type RollupRow, WIDTH_MS } from './rollup-table.ts'
import { type FeedbackSums, SUM } from './sum-columns.ts'
import type { Watermarks } from './watermarks.ts'

/** Beyond this, waiting for more of the same costs memory and spares little. */
const MAX_GROUPS = 5_000

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

export interface RollupRows {
  /** The row of this key, to be changed and written at the next flush. */
  row(bucketMs: number, scopeId: number, dimensionId: number, value: string): RollupRow
}

export type RollupTarget = {
  readonly minutes: RollupRows
  readonly hours: RollupRows
  readonly days: RollupRows
  readonly scopes: ScopeNames
  readonly watermarks: Watermarks
}

type Change = (row: RollupRow) => void

/**
 * A log touches one row per dimension, in its minute. Hours, days and the organisation as a whole cost only one write
 * per minute and value when the minute is folded; a log that comes after that is added to all of them itself.
 */
export class RollupBuilder {
  readonly #target: RollupTarget
  readonly #groups = new LogGroups()

  constructor(target: RollupTarget) {
    this.#target = target
  }

  /** The rows have it after `settle`. */
  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    this.#groups.add(log, feedback)
    if (this.#groups.size >= MAX_GROUPS) this.flushGroups()
  }

  /** Before rows are written. */
  flushGroups(): void {
    for (const group of this.#groups.take()) {
      this.#change(group.log, group.pairs, group.sums[SUM.requests]!, (row) => addValues(row, group))
    }
  }

  /** After a transaction that failed. */
  forget(): void {
    this.#groups.take()
  }

  /** Adds to the sums of a log that was counted before; nothing is counted again. */
  addVector(log: RollupEntry, sums: Float64Array): void {
    this.#change(log, metadataPairs(log.dimensions[METADATA]), 0, (row) => {
      for (let i = 0; i < sums.length; i++) row.sums[i]! += sums[i]!
    })
  }

  /** `requests`: how many of them the change adds. */
  #change(log: RollupEntry, pairs: MetadataPairs, requests: number, change: Change): void {
    const { organisationId, workspaceId, input, dimensions } = log
    const { scopes } = this.#target
    const scope = scopes.of(organisationId, workspaceId)
    const minuteMs = input[0] - (input[0] % WIDTH_MS.sums_minutes)
    visitDimensions(dimensions, (dimensionId, value) => this.#changeOne(scope, minuteMs, dimensionId, value, change))
    for (const [key, value] of pairs) {
      const dimensionId = scopes.dimensionOf(scope, key)
      if (dimensionId === null) continue
      const row = this.#changeOne(scope, minuteMs, dimensionId, cut(value), change)
      if (requests > 0 && row?.sums[SUM.requests] === requests) scopes.countNewValue(scope, key, dimensionId, minuteMs)
    }
  }

  #changeOne(scope: Scope, minuteMs: number, dimensionId: number, value: string, change: Change): RollupRow | null {
    const { minutes, hours, days, watermarks } = this.#target
    const { foldedMinutesMs, foldedHoursMs, thinnedMinutesMs, thinnedHoursMs } = watermarks
    let row: RollupRow | null = null
    if (minuteMs >= thinnedMinutesMs || !hasShortMinuteRetention(dimensionId)) {
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
