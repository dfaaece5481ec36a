/** Latency percentiles, split into gateway and provider time. */

import { duration, percent } from '../../../design/data/format.ts'
import { shareOf } from '../analytics-api.ts'
import { GraphChart } from '../charts/graph-chart.tsx'
import { GroupTimes } from '../charts/group-times.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { dimension } from '../dimensions.ts'
import type { TabProps } from './tab-props.ts'

const LINES = [
  { name: 'p50', color: 'var(--series-1)' },
  { name: 'p95', color: 'var(--series-5)' },
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
            note: name === 'p50' ? 'half of the requests were quicker; estimated within a few percent' : undefined,
          })),
          {
            label: 'The gateway’s own, on average',
            now: now.latency.gateway_avg,
            before: before?.latency.gateway_avg,
            format: fineDuration,
            moreIs: 'worse' as const,
            note: share === null ? 'not measured in this range' : `${percent(share)} of all the time`,
          },
        ]}
      />
      <GraphChart
        view={view}
        graphs={['latency']}
        title="How long do requests take?"
        unit="milliseconds, from the request’s arrival to the answer’s end"
        kind="lines"
        format={duration}
        compare={([point]) => point?.p50 ?? null}
        series={LINES.map(({ name, color }) => ({ name, color, value: ([point]) => point?.[name] ?? null }))}
      />
      <GraphChart
        view={view}
        graphs={['latency']}
        title="How much of it is the gateway’s own?"
        unit="milliseconds of a request, on average: neither the provider’s nor a wait"
        kind="lines"
        format={fineDuration}
        series={[{ name: 'gateway', color: 'var(--series-3)', value: ([point]) => point?.gateway_avg ?? null }]}
      />
      <div class="analytics-pair">
        <GroupTimes view={view} dimension={dimension('model')} title="Which models are slow?" />
        <GroupTimes view={view} dimension={dimension('provider')} title="Which providers are slow?" />
      </div>
    </>
  )
}

/** Keeps fractions: gateway time is mostly below a millisecond. */
function fineDuration(ms: number): string {
  return ms < 10 ? `${ms.toFixed(2)} ms` : duration(ms)
}
