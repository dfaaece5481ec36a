/** Cost over time and by dimension. */

import { count, money } from '../../../design/data/format.ts'
import { dollars } from '../analytics-api.ts'
import { GroupBars } from '../charts/group-bars.tsx'
import { SeriesChart } from '../charts/series-chart.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { dimension } from '../dimensions.ts'
import type { TabProps } from './tab-props.ts'

const SPLITS = [
  { name: 'model', title: 'Cost by model' },
  { name: 'virtual-key', title: 'Cost by virtual key' },
  { name: 'api-key', title: 'Cost by API key' },
  { name: 'user', title: 'Cost by user' },
]

export function CostTab({ view, now, before }: TabProps) {
  const each = (total: number | null, requests: number) => (total === null || requests === 0 ? null : total / requests)
  const total = dollars(now.cost.total)
  const earlier = dollars(before?.cost.total)
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          { label: 'Cost', now: total, before: earlier, format: money, moreIs: 'worse', href: view.logsHref() },
          {
            label: 'Cost per request',
            now: each(total, now.requests),
            before: before && each(earlier, before.requests),
            format: money,
            moreIs: 'worse',
          },
          {
            label: 'Requests without a known price',
            now: now.cost.unpriced_requests,
            before: before?.cost.unpriced_requests,
            format: count,
            moreIs: 'worse',
            note: now.cost.unpriced_requests > 0 ? 'Not in the sums: a price is missing.' : undefined,
          },
        ]}
      />
      <SeriesChart view={view} measure="cost" title="Cost over time" unit="US dollars" format={money} />
      <div class="analytics-pair load-order">
        {SPLITS.map(({ name, title }) => (
          <GroupBars
            key={name}
            view={view}
            dimension={dimension(name)}
            title={title}
            value={(row) => row.cost}
            format={money}
          />
        ))}
      </div>
    </>
  )
}
