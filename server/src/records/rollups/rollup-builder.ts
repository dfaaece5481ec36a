/** Decides which rollup rows a log updates, for both engines. */

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

/** Flush above this many groups, to bound memory. */
const MAX_GROUPS = 5_000

export type Scope = {
  readonly id: number
  readonly organisationScopeId: number
  /** Key -> dimension id; null: no rollups for this key. */
  readonly keys: Map<string, number | null>
}

export interface ScopeNames {
  of(organisationId: string, workspaceId: string): Scope
  /** Dimension id of a metadata key; null if it has no rollups in this workspace. */
  dimensionOf(scope: Scope, key: string): number | null
  /** Counts a value that is new in its minute; a key above the limit gets no more rollups. */
  countNewValue(scope: Scope, key: string, dimensionId: number, minuteMs: number): void
}

export interface RollupRows {
  /** Returns the row to be changed; the next flush writes it. */
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
 * A log updates one row per dimension, in its minute. Hours, days and the organisation are updated when the minute is
 * folded, with one write per minute and value. A log that arrives after folding updates all of them itself.
 */
export class RollupBuilder {
  readonly #target: RollupTarget
  readonly #groups = new LogGroups()

  constructor(target: RollupTarget) {
    this.#target = target
  }

  /** Rows are updated by `flushGroups`. */
  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    this.#groups.add(log, feedback)
    if (this.#groups.size >= MAX_GROUPS) this.flushGroups()
  }

  /** Call before rows are written. */
  flushGroups(): void {
    for (const group of this.#groups.take()) {
      this.#change(group.log, group.pairs, group.sums[SUM.requests]!, (row) => addValues(row, group))
    }
  }

  /** Call after a failed transaction. */
  forget(): void {
    this.#groups.take()
  }

  /** Adds to the rollups of a log that is already counted. */
  addVector(log: RollupEntry, sums: Float64Array): void {
    this.#change(log, metadataPairs(log.dimensions[METADATA]), 0, (row) => {
      for (let i = 0; i < sums.length; i++) row.sums[i]! += sums[i]!
    })
  }

  /** `requests`: how many requests the change adds. */
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
