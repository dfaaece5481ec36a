/** The period of the overview, the preceding one for comparison, and changes between them. */

import { timeFilter } from '../../design/controls/time-range.ts'

export type Period = {
  /** As in the URL. */
  readonly text: string
  /** `the last 24 hours`. */
  readonly words: string
  readonly granularity: 'minute' | 'hour' | 'day'
  readonly now: Span
  readonly before: Span
}

/** Time filters of the analytics and logs APIs. */
export type Span = { readonly time_of_generation_min: string; readonly time_of_generation_max: string }

const HOUR_MS = 3_600_000

type Ends = { readonly fromMs: number; readonly toMs: number }

/** `label` is the preset's name, `Last 24 hours`; custom ranges have none. */
export function periodOf(text: string, { fromMs, toMs }: Ends, label: string | undefined): Period {
  const lengthMs = toMs - fromMs
  return {
    text,
    words: label === undefined ? 'this time' : `the ${label.toLowerCase()}`,
    granularity: lengthMs <= 3 * HOUR_MS ? 'minute' : lengthMs <= 8 * 24 * HOUR_MS ? 'hour' : 'day',
    now: timeFilter(fromMs, toMs),
    before: timeFilter(fromMs - lengthMs, fromMs),
  }
}

export type Change = { readonly words: string; readonly direction: 'up' | 'down' | 'same' }

/** Relative change; none if either value is unknown. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  if (now === before) return { words: 'unchanged', direction: 'same' }
  if (before === 0) return { words: 'none before', direction: 'up' }
  const share = (now - before) / before
  const direction = share > 0 ? 'up' : 'down'
  const arrow = share > 0 ? '▲' : '▼'
  if (share >= 10) return { words: `${arrow} ${Math.round(share + 1)}-fold`, direction }
  const percent = Math.abs(share) * 100
  return { words: `${arrow} ${percent < 1 ? '<1' : Math.round(percent)} %`, direction }
}
