/** The summary of a comparison, as data and as text. */

import { differenceLine } from '../../json-difference.ts'
import type { Output } from '../../output.ts'
import type { Aspect } from './compare-responses.ts'
import type { Result } from './results-file.ts'

type Latency = { readonly old_ms: number; readonly new_ms: number; readonly ratio: number }

export type Summary = {
  readonly requests: number
  readonly with_differences: number
  /** The number of requests that differ, by aspect. */
  readonly differences: Readonly<Record<Aspect, number>>
  /** US dollars, for the requests whose cost both gateways report. */
  readonly cost: { readonly requests: number; readonly old_usd: number; readonly new_usd: number }
  /** Only of requests to which both gateways responded with a status below 400. */
  readonly latency: { readonly p50: Latency; readonly p95: Latency } | null
  readonly skipped: readonly { readonly reason: string; readonly requests: number }[]
  readonly stopped_by: string | null
}

const ASPECTS: readonly Aspect[] = ['status', 'body', 'routing', 'cost']
const FAILED = 400
const MAX_SHOWN = 20
const MAX_LINES = 6

export function summaryOf(
  results: readonly Result[],
  skipped: ReadonlyMap<string, number>,
  stoppedBy: string | null,
): Summary {
  const differing = results.filter((result) => result.differences.length > 0)
  const counts = ASPECTS.map((aspect) => [
    aspect,
    differing.filter((result) => result.differences.some((found) => found.aspect === aspect)).length,
  ])
  const priced = results.filter((result) => result.old.cost_usd !== null && result.new.cost_usd !== null)
  return {
    requests: results.length,
    with_differences: differing.length,
    differences: Object.fromEntries(counts) as Record<Aspect, number>,
    cost: {
      requests: priced.length,
      old_usd: priced.reduce((sum, result) => sum + (result.old.cost_usd ?? 0), 0),
      new_usd: priced.reduce((sum, result) => sum + (result.new.cost_usd ?? 0), 0),
    },
    latency: latencyOf(results),
    skipped: [...skipped].map(([reason, requests]) => ({ reason, requests })),
    stopped_by: stoppedBy,
  }
}

function latencyOf(results: readonly Result[]): Summary['latency'] {
  const served = results.filter((result) => [result.old, result.new].every(({ status }) => (status ?? FAILED) < FAILED))
  if (served.length === 0) return null
  const at = (share: number): Latency => {
    const [old_ms, new_ms] = (['old', 'new'] as const).map((side) =>
      quantile(
        served.map((result) => result[side].duration_ms),
        share,
      ),
    ) as [number, number]
    return { old_ms, new_ms, ratio: old_ms === 0 ? 1 : Math.round((new_ms / old_ms) * 100) / 100 }
  }
  return { p50: at(0.5), p95: at(0.95) }
}

/** Uses the nearest-rank method. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** The latency quantiles whose ratio exceeds `maxRatio`. */
export function exceeded({ latency }: Summary, maxRatio: number | null): readonly string[] {
  if (latency === null || maxRatio === null) return []
  return (['p50', 'p95'] as const).filter((name) => latency[name].ratio > maxRatio)
}

export function reportText(
  summary: Summary,
  results: readonly Result[],
  tooSlow: readonly string[],
  output: Output,
): string {
  const { colours } = output
  const { cost, latency } = summary
  const rows = [
    ...ASPECTS.map((aspect) => ({
      what: aspect,
      value: `${summary.differences[aspect]} of ${summary.requests} differ`,
    })),
    ...(cost.requests === 0 ? [] : [{ what: 'total cost', value: `${usd(cost.old_usd)} → ${usd(cost.new_usd)}` }]),
    ...(latency === null
      ? []
      : (['p50', 'p95'] as const).map((name) => ({
          what: `latency ${name}`,
          value: `${latency[name].old_ms} ms → ${latency[name].new_ms} ms (×${latency[name].ratio}${tooSlow.includes(name) ? ', too slow' : ''})`,
        }))),
  ]
  const differing = results.filter((result) => result.differences.length > 0)
  const details = differing
    .slice(0, MAX_SHOWN)
    .flatMap((result) => [
      '',
      `${colours.yellow(result.request)}  ${result.method} ${result.path}  ${result.old.model ?? ''}`.trimEnd(),
      ...result.differences.slice(0, MAX_LINES).map((found) => `  ${found.aspect}  ${differenceLine(found)}`),
      ...(result.differences.length > MAX_LINES ? [`  ${result.differences.length - MAX_LINES} more`] : []),
    ])
  const more =
    differing.length > MAX_SHOWN ? ['', `${differing.length - MAX_SHOWN} more requests differ: --json shows all.`] : []
  const left = summary.skipped.map(({ reason, requests }) => `! ${requests} left out: ${reason}.`)
  const stopped = summary.stopped_by === null ? [] : [`! Stopped by ${summary.stopped_by}.`]
  const table = output.table(
    rows,
    [
      ['ASPECT', ({ what }) => what],
      ['OLD → NEW', ({ value }) => value],
    ],
    '',
  )
  const verdict =
    summary.with_differences === 0
      ? 'No differences.'
      : `${summary.with_differences} of ${summary.requests} requests differ.`
  return [table, ...details, ...more, '', ...left, ...stopped, verdict].join('\n')
}

function usd(amount: number): string {
  return `${amount.toFixed(6)} USD`
}
