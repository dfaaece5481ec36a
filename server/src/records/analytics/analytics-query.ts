/** Common preparation of every analytics query: scope, time range, and whether rollups can serve it. */

import type { BucketWidth } from '../../core/logs/analytics.ts'
import { filterParts } from '../read/filter-dimensions.ts'
import type { LogDatabase } from '../read/log-database.ts'
import type { ReadFilter } from '../read/read-filter.ts'
import {
  ceil,
  findRollupScope,
  findWatermarks,
  type RollupScope,
  type RollupSource,
  type TimeRange,
} from '../read/rollup-reader.ts'
import { DIMENSION, hasShortMinuteRetention, isLabel } from '../rollups/dimensions.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor, type Watermarks } from '../rollups/watermarks.ts'

export const BUCKET_MS: Readonly<Record<BucketWidth, number>> = {
  minute: WIDTH_MS.sums_minutes,
  hour: WIDTH_MS.sums_hours,
  day: WIDTH_MS.sums_days,
}

/** Default bucket width by length of the range: minutes up to 6 hours, hours up to 15 days, days above. */
const MINUTES_UP_TO_MS = 6 * BUCKET_MS.hour
const HOURS_UP_TO_MS = 15 * BUCKET_MS.day
const DEFAULT_RANGE_MS = 30 * BUCKET_MS.day
/** Retention deletes rollups after `ROLLUP_RETENTION_DAYS`, unless logs are kept longer. */
const LONGEST_RANGE_MS = 401 * BUCKET_MS.day
const MAX_POINTS = 1500

export type AnalyticsQuery = {
  readonly database: LogDatabase
  readonly filter: ReadFilter
  readonly scope: RollupScope
  readonly watermarks: Watermarks
  readonly nowMs: number
  /** The requested range, not rounded to buckets. */
  readonly range: TimeRange
  /** The rollups to read; null if only the logs can serve this query. */
  readonly source: RollupSource | null
}

/** Scope of an organisation or workspace without any logs. */
const NO_SCOPE: RollupScope = { id: -1, workspaceScopeIds: [], workspaceIds: [] }

export async function prepareQuery(database: LogDatabase, filter: ReadFilter, nowMs: number): Promise<AnalyticsQuery> {
  const watermarks = await findWatermarks(database, nowMs)
  const scope = (await findRollupScope(database, filter)) ?? NO_SCOPE
  const range = rangeOf(filter, nowMs)
  // Starts before any rounded range, so that filter values that occur only at the edge of that range are found.
  const fromMs = Math.max(0, range.fromMs - DEFAULT_RANGE_MS)
  const whole = roundTo({ fromMs, toMs: Math.max(range.toMs, nowMs + 1) }, BUCKET_MS.minute)
  const { parts, hasOther } = await filterParts(database, filter, scope, watermarks, whole)
  const [part] = parts
  const isAnswered = !hasOther && parts.length < 2
  const source = isAnswered
    ? { scope, dimensionId: part?.dimensionId ?? DIMENSION.total, values: part?.values ?? null }
    : null
  return { database, filter, scope, watermarks, nowMs, range, source }
}

function rangeOf({ fromMs, toMs }: ReadFilter, nowMs: number): TimeRange {
  const to = Math.min(toMs ?? nowMs + 1, nowMs + BUCKET_MS.day)
  const from = Math.max(fromMs ?? to - DEFAULT_RANGE_MS, nowMs - LONGEST_RANGE_MS, 0)
  return { fromMs: Math.min(from, to), toMs: Math.max(to, 0) }
}

export function roundTo({ fromMs, toMs }: TimeRange, widthMs: number): TimeRange {
  return fromMs >= toMs ? { fromMs, toMs: fromMs } : { fromMs: floor(fromMs, widthMs), toMs: ceil(toMs, widthMs) }
}

/**
 * Returns the requested or default width, made wider until rollups exist for the whole range and the points fit
 * `MAX_POINTS`.
 */
export function widthOf(
  { range, watermarks }: AnalyticsQuery,
  requested: BucketWidth | null,
  dimensionId: number | null,
): BucketWidth {
  const lengthMs = range.toMs - range.fromMs
  const own = lengthMs <= MINUTES_UP_TO_MS ? 'minute' : lengthMs <= HOURS_UP_TO_MS ? 'hour' : 'day'
  const hasLabel = dimensionId !== null && isLabel(dimensionId)
  const hasBrief = dimensionId !== null && hasShortMinuteRetention(dimensionId)
  const minutesFromMs = Math.max(watermarks.droppedMinutesMs, hasBrief ? watermarks.thinnedMinutesMs : 0)
  let width = requested ?? own
  const isTooFine = () => lengthMs / BUCKET_MS[width] > MAX_POINTS
  if (width === 'minute' && (isTooFine() || (dimensionId !== null && range.fromMs < minutesFromMs))) width = 'hour'
  if (width === 'hour' && (isTooFine() || (hasLabel && range.fromMs < watermarks.thinnedHoursMs))) width = 'day'
  return width
}
