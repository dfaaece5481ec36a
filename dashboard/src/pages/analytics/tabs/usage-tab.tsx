/** Requests by outcome, group and model, tokens, and users over time. */

import { count, shortCount } from '../../../design/data/format.ts'
import { GraphChart, type Points } from '../charts/graph-chart.tsx'
import { GroupBars } from '../charts/group-bars.tsx'
import { SeriesChart } from '../charts/series-chart.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { dimension } from '../dimensions.ts'
import type { TabProps } from './tab-props.ts'

export function UsageTab({ view, now, before }: TabProps) {
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          { label: 'Requests', now: now.requests, before: before?.requests, format: count, href: view.logsHref() },
          { label: 'Tokens', now: now.tokens.total, before: before?.tokens.total, format: count },
          { label: 'Users', now: now.users, before: before?.users, format: count, note: 'by the metadata _user' },
        ]}
      />
      <GraphChart
        view={view}
        graphs={['requests', 'errors', 'requests/rescued']}
        title="Requests by outcome"
        unit="requests"
        kind="bars"
        format={count}
        series={[
          { name: 'ok', color: 'var(--outcome-ok)', value: (points) => okAtOnce(points) },
          { name: 'recovered', color: 'var(--outcome-recovered)', value: (points) => rescued(points) },
          { name: 'failed', color: 'var(--outcome-failed)', value: ([, errors]) => errors?.total ?? 0 },
        ]}
      />
      <SeriesChart view={view} measure="requests" title="Requests by group" unit="requests" format={count} />
      <GraphChart
        view={view}
        graphs={['tokens']}
        title="Input and output tokens"
        unit="tokens"
        kind="bars"
        format={shortCount}
        series={[
          { name: 'input', color: 'var(--series-1)', value: ([point]) => point?.total_request_units ?? 0 },
          { name: 'output', color: 'var(--series-2)', value: ([point]) => point?.total_response_units ?? 0 },
        ]}
      />
      <div class="analytics-pair load-order">
        <GraphChart
          view={view}
          graphs={['users']}
          title="Users over time"
          unit="distinct users"
          kind="bars"
          format={count}
          series={[{ name: 'users', color: 'var(--series-3)', value: ([point]) => point?.total ?? 0 }]}
        />
        <GroupBars
          view={view}
          dimension={dimension('model')}
          title="Requests by model"
          value={(row) => row.requests}
          format={count}
        />
      </div>
    </>
  )
}

/** Recovered requests are counted separately and are not errors. */
function okAtOnce(points: Points): number {
  const [requests, errors] = points
  return Math.max(0, (requests?.total ?? 0) - (errors?.total ?? 0) - rescued(points))
}

function rescued([, , saved]: Points): number {
  return (saved?.fallback ?? 0) + (saved?.retry ?? []).reduce((sum, one) => sum + one.count, 0)
}
