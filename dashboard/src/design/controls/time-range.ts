/** Time ranges in the form used in URLs, and the preset ranges. */

/** URL form of a range: `24h`, or `2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z`. */
export type RangeText = string

export const RANGES: readonly { readonly value: RangeText; readonly label: string; readonly ms: number }[] = [
  { value: '15m', label: 'Last 15 minutes', ms: 900_000 },
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 604_800_000 },
  { value: '30d', label: 'Last 30 days', ms: 2_592_000_000 },
  { value: '90d', label: 'Last 90 days', ms: 7_776_000_000 },
]

/** Start and end; text that cannot be parsed is read as the last 24 hours. */
export function readRange(text: RangeText | null, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const [from = '', to = ''] = (text ?? '').split('..')
  if (Number.isFinite(Date.parse(from)) && Number.isFinite(Date.parse(to))) {
    return { fromMs: Date.parse(from), toMs: Date.parse(to) }
  }
  const span = RANGES.find((range) => range.value === text)?.ms ?? 86_400_000
  return { fromMs: nowMs - span, toMs: nowMs }
}

/** The API's time filter for a span. */
export function timeFilter(fromMs: number, toMs: number) {
  return {
    time_of_generation_min: new Date(fromMs).toISOString(),
    time_of_generation_max: new Date(toMs).toISOString(),
  }
}

/** The API's time filter for a range. A preset such as `7d` has no end, so that new requests are included. */
export function rangeFilter(range: RangeText): Readonly<Record<string, string>> {
  const { fromMs, toMs } = readRange(range, Date.now())
  const { time_of_generation_min, time_of_generation_max } = timeFilter(fromMs, toMs)
  return { time_of_generation_min, ...(range.includes('..') && { time_of_generation_max }) }
}
