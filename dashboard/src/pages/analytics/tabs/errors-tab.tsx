/** Error rate by code and provider, and requests recovered by retries and fallbacks. */

import { distinctColors, seriesColor } from '../../../design/charts/series-color.ts'
import { SortedBars } from '../../../design/charts/sorted-bars.tsx'
import { Card } from '../../../design/data/card.tsx'
import { count, percent } from '../../../design/data/format.ts'
import { shareOf } from '../analytics-api.ts'
import { ErrorHeat } from '../charts/error-heat.tsx'
import { GraphChart, type Points } from '../charts/graph-chart.tsx'
import { Tiles } from '../charts/tiles.tsx'
import type { TabProps } from './tab-props.ts'

const FAILED = 'status:4xx,5xx'
const SHOWN_CODES = 7

export function ErrorsTab({ view, now, before }: TabProps) {
  const rate = (errors: number, requests: number) => (requests === 0 ? null : errors / requests)
  const saved = now.rescued.retry + now.rescued.fallback
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          {
            label: 'Errors',
            now: now.errors,
            before: before?.errors,
            format: count,
            moreIs: 'worse',
            href: view.logsHref(FAILED),
          },
          {
            label: 'Error rate',
            now: rate(now.errors, now.requests),
            before: before && rate(before.errors, before.requests),
            format: percent,
            moreIs: 'worse',
          },
          {
            label: 'Recovered',
            now: saved,
            before: before && before.rescued.retry + before.rescued.fallback,
            format: count,
            moreIs: 'better',
          },
        ]}
      />
      <div class="analytics-pair load-order">
        <GraphChart
          view={view}
          graphs={['errors/rate']}
          title="Error rate over time"
          unit="% of requests"
          kind="lines"
          format={percent}
          term={FAILED}
          series={[{ name: 'error rate', color: 'var(--outcome-failed)', value: ([point]) => shareOf(point?.rate) }]}
        />
        <GraphChart
          view={view}
          graphs={['errors/stacks']}
          title="Errors by status over time"
          unit="requests"
          kind="bars"
          format={count}
          term={FAILED}
          series={byCode}
        />
      </div>
      <ErrorHeat view={view} />
      <Card title="Recovered by retries and fallbacks">
        <SortedBars
          label="Recovered and failed requests"
          format={count}
          bars={[
            { name: 'recovered by fallback', value: now.rescued.fallback, color: 'var(--outcome-recovered)' },
            { name: 'recovered by retry', value: now.rescued.retry, color: 'var(--outcome-recovered)' },
            { name: 'failed', value: now.errors, color: 'var(--outcome-failed)', href: view.logsHref(FAILED) },
          ]}
        />
      </Card>
    </>
  )
}

/** One series for each of the most frequent codes, and one for all others. */
function byCode(all: readonly Points[]) {
  const totals = new Map<number, number>()
  for (const [point] of all) {
    for (const { response_status_code: code, count: times } of point?.stats ?? [])
      totals.set(code, (totals.get(code) ?? 0) + times)
  }
  const sorted = [...totals].sort(([, one], [, other]) => other - one).map(([code]) => code)
  const shown = sorted.slice(0, SHOWN_CODES)
  const colors = distinctColors(shown.map((code) => `status ${code}`))
  const rest = new Set(sorted.slice(SHOWN_CODES))
  const at = ([point]: Points, isWanted: (code: number) => boolean) =>
    (point?.stats ?? []).filter((one) => isWanted(one.response_status_code)).reduce((sum, one) => sum + one.count, 0)
  return [
    ...shown.map((code, index) => ({
      name: String(code),
      color: colors[index] ?? seriesColor(`status ${code}`),
      value: (points: Points) => at(points, (one) => one === code),
    })),
    ...(rest.size > 0
      ? [{ name: 'others', color: 'var(--series-8)', value: (points: Points) => at(points, (one) => rest.has(one)) }]
      : []),
  ]
}
