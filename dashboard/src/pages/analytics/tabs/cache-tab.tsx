/** Cache hits, hit rate and latency, and the time and cost saved. */

import { count, duration, money, percent } from '../../../design/data/format.ts'
import { EmptyState } from '../../../design/states/notices.tsx'
import { dollars, shareOf } from '../analytics-api.ts'
import { GraphChart } from '../charts/graph-chart.tsx'
import { Tiles } from '../charts/tiles.tsx'
import type { TabProps } from './tab-props.ts'

const HITS = 'cache:hit'

export function CacheTab({ view, now, before }: TabProps) {
  const hits = now.cache.simple_hits + now.cache.semantic_hits
  const earlier = before && before.cache.simple_hits + before.cache.semantic_hits
  if (hits === 0 && !before) {
    return (
      <EmptyState title="No cache hits in this range" action={<a href="/configs">Configs</a>}>
        A config with {'"cache": {"mode": "simple"}'} serves repeated requests without calling a provider.
      </EmptyState>
    )
  }
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          {
            label: 'Cache hits',
            now: hits,
            before: earlier,
            format: count,
            moreIs: 'better',
            href: view.logsHref(HITS),
          },
          {
            label: 'Hit rate',
            now: now.requests === 0 ? null : hits / now.requests,
            format: percent,
            moreIs: 'better',
            note: 'of all requests',
          },
          {
            label: 'Cost saved',
            now: dollars(now.cache.saved_cost),
            before: dollars(before?.cache.saved_cost),
            format: money,
            moreIs: 'better',
          },
          {
            label: 'Time saved',
            now: now.cache.saved_time,
            before: before?.cache.saved_time,
            format: duration,
            moreIs: 'better',
          },
        ]}
      />
      <div class="analytics-pair load-order">
        <GraphChart
          view={view}
          graphs={['cache/hit-rate']}
          title="Cache hit rate"
          unit="% of requests"
          kind="lines"
          format={percent}
          term={HITS}
          series={[{ name: 'hit rate', color: 'var(--series-1)', value: ([point]) => shareOf(point?.rate) }]}
        />
        <GraphChart
          view={view}
          graphs={['cache/hit-rate']}
          title="Cache hits over time"
          unit="requests"
          kind="bars"
          format={count}
          term={HITS}
          series={[
            { name: 'simple', color: 'var(--series-1)', value: ([point]) => point?.simple_hits ?? 0 },
            { name: 'semantic', color: 'var(--series-3)', value: ([point]) => point?.semantic_hits ?? 0 },
          ]}
        />
        <GraphChart
          view={view}
          graphs={['cache/hit-rate']}
          title="Cumulative savings"
          unit="US dollars"
          kind="lines"
          format={money}
          term={HITS}
          series={[
            {
              name: 'simple',
              color: 'var(--series-1)',
              value: ([point]) => dollars(point?.cumulative_simple_cache_savings),
            },
            {
              name: 'semantic',
              color: 'var(--series-3)',
              value: ([point]) => dollars(point?.cumulative_semantic_cache_savings),
            },
          ]}
        />
        <GraphChart
          view={view}
          graphs={['cache/latency']}
          title="Latency of cache hits"
          unit="average"
          kind="lines"
          format={duration}
          term={HITS}
          series={[{ name: 'average', color: 'var(--series-1)', value: ([point]) => point?.avg ?? null }]}
        />
      </div>
    </>
  )
}
