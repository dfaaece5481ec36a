/** How slow is it, and for whom? */

import { duration } from '../../../design/data/format.ts'
import { GraphChart } from '../charts/graph-chart.tsx'
import { GroupAverages } from '../charts/group-averages.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { dimension } from '../dimensions.ts'
import type { TabProps } from './tab-props.ts'

const LINES = [
  { name: 'p50', color: 'var(--series-1)' },
  { name: 'p90', color: 'var(--series-5)' },
  { name: 'p99', color: 'var(--series-2)' },
] as const

export function LatencyTab({ view, now, before }: TabProps) {
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={LINES.map(({ name }) => ({
          label: name,
          now: now.latency[name],
          before: before?.latency[name],
          format: duration,
          moreIs: 'worse' as const,
          note: name === 'p50' ? 'half of the requests were quicker; estimated within a few percent' : undefined,
        }))}
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
      <div class="analytics-pair">
        <GroupAverages view={view} dimension={dimension('model')} title="Which models are slow on average?" />
        <GroupAverages view={view} dimension={dimension('provider')} title="Which providers are slow on average?" />
      </div>
    </>
  )
}
