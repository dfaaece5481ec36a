/** Latency percentiles, gateway overhead, and latency by model and provider. */

import { duration, percent } from '../../../design/data/format.ts'
import { shareOf } from '../analytics-api.ts'
import { GraphChart } from '../charts/graph-chart.tsx'
import { GroupTimes } from '../charts/group-times.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { dimension } from '../dimensions.ts'
import type { TabProps } from './tab-props.ts'

const LINES = [
  { name: 'p50', color: 'var(--series-1)' },
  { name: 'p95', color: 'var(--series-3)' },
  { name: 'p99', color: 'var(--series-2)' },
] as const

export function LatencyTab({ view, now, before }: TabProps) {
  const share = shareOf(now.latency.gateway_share)
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          ...LINES.map(({ name }) => ({
            label: name,
            now: now.latency[name],
            before: before?.latency[name],
            format: duration,
            moreIs: 'worse' as const,
            note: name === 'p50' ? 'median; estimated within a few percent' : undefined,
          })),
          {
            label: 'Gateway latency, average',
            now: now.latency.gateway_avg,
            before: before?.latency.gateway_avg,
            format: fineDuration,
            moreIs: 'worse' as const,
            note: share === null ? 'not measured in this range' : `${percent(share)} of total time`,
          },
        ]}
      />
      <GraphChart
        view={view}
        graphs={['latency']}
        title="Request latency"
        unit="from request received to response end"
        kind="lines"
        format={duration}
        compare={([point]) => point?.p50 ?? null}
        series={LINES.map(({ name, color }) => ({ name, color, value: ([point]) => point?.[name] ?? null }))}
      />
      <GraphChart
        view={view}
        graphs={['latency']}
        title="Gateway overhead"
        unit="average, excluding provider and wait time"
        kind="lines"
        format={fineDuration}
        series={[{ name: 'gateway', color: 'var(--series-3)', value: ([point]) => point?.gateway_avg ?? null }]}
      />
      <div class="analytics-pair load-order">
        <GroupTimes view={view} dimension={dimension('model')} title="Latency by model" />
        <GroupTimes view={view} dimension={dimension('provider')} title="Latency by provider" />
      </div>
    </>
  )
}

/** Keeps fractions: gateway time is mostly below a millisecond. */
function fineDuration(ms: number): string {
  return ms < 10 ? `${ms.toFixed(2)} ms` : duration(ms)
}
