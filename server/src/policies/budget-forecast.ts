/** Forecast of a budget: usage so far, extrapolated to the end of its period. */

import type { Spending } from '../core/money/spending.ts'

/** Before this share of the period, the forecast is the usage itself, because a single request could distort it. */
const MIN_SHARE = 0.05

/** Percent of the limit at the end of the period; null if the budget never resets or has no limit. */
export function forecastPercent(
  { usedUnits, limitUnits, periodStartedAtMs: startedAtMs, nextResetAtMs }: Spending,
  nowMs: number,
): number | null {
  if (nextResetAtMs === null || limitUnits <= 0) return null
  const periodStartedAtMs = startedAtMs ?? nowMs
  const lengthMs = nextResetAtMs - periodStartedAtMs
  const share = lengthMs <= 0 ? 1 : Math.min(1, (nowMs - periodStartedAtMs) / lengthMs)
  const expectedUnits = share < MIN_SHARE ? usedUnits : usedUnits / share
  return (expectedUnits / limitUnits) * 100
}
