/** Six numbers with a sparkline and their change over the previous period. */

import { Sparkline } from '../../design/charts/sparkline.tsx'
import { count, counted, duration, moneyOfCents, percent, shortCount } from '../../design/data/format.ts'
import type { Graphs, Sums } from './overview-data.ts'
import { type Change, changeOf } from './period.ts'

type TilesProps = {
  readonly now: Sums
  readonly before: Sums
  readonly graphs: Graphs
  /** `the last 24 hours`. */
  readonly words: string
  readonly range: string
}

type TileProps = {
  readonly label: string
  readonly value: string
  readonly title?: string
  readonly note: string
  readonly change: Change | null
  /** The direction that is bad. */
  readonly bad?: 'up' | 'down'
  readonly values: readonly (number | null)[]
  readonly href: string
}

export function Tiles({ now, before, graphs, words, range }: TilesProps) {
  const share = (sums: Sums) => (sums.requests === 0 ? null : sums.errors / sums.requests)
  const recovered = (sums: Sums) => sums.rescued.retry + sums.rescued.fallback
  const hits = now.cache.simple_hits + now.cache.semantic_hits
  const change = (of: (sums: Sums) => number | null) => changeOf(of(now), of(before))
  const rates = graphs.requests.map((total, index) => (total === 0 ? null : (graphs.errors[index] ?? 0) / total))
  const tiles: TileProps[] = [
    {
      label: 'Requests',
      value: shortCount(now.requests),
      title: count(now.requests),
      note: `in ${words}`,
      change: change((sums) => sums.requests),
      values: graphs.requests,
      href: `/logs?range=${range}`,
    },
    {
      label: 'Failed',
      value: percent(share(now)),
      note: counted(now.errors, 'request'),
      change: change(share),
      bad: 'up',
      values: rates,
      href: `/logs?range=${range}&q=${encodeURIComponent('status:4xx,5xx')}`,
    },
    {
      label: 'Latency p95',
      value: duration(now.latency.p95),
      note: latencyNote(now),
      change: change((sums) => sums.latency.p95),
      bad: 'up',
      values: graphs.p95,
      href: `/analytics/latency?range=${range}`,
    },
    {
      label: 'Cost',
      value: moneyOfCents(now.cost.total),
      note:
        now.cost.unpriced_requests > 0
          ? `${counted(now.cost.unpriced_requests, 'request')} without a price`
          : 'all priced',
      change: change((sums) => sums.cost.total),
      values: graphs.cost,
      href: `/analytics/cost?range=${range}`,
    },
    {
      label: 'Saved by cache',
      value: moneyOfCents(now.cache.saved_cost),
      note: `${counted(hits, 'hit')}, ${duration(now.cache.saved_time)} saved`,
      change: change((sums) => sums.cache.saved_cost),
      values: graphs.saved,
      href: `/analytics/cache?range=${range}`,
    },
    {
      label: 'Recovered',
      value: shortCount(recovered(now)),
      title: count(recovered(now)),
      note: `${count(now.rescued.retry)} by retry, ${count(now.rescued.fallback)} by fallback`,
      change: change(recovered),
      values: graphs.recovered,
      href: `/analytics/errors?range=${range}`,
    },
  ]
  return (
    <div class="overview-tiles">
      {tiles.map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </div>
  )
}

/** The share of latency caused by the gateway itself. */
function latencyNote({ latency: { p50, gateway_share: share } }: Sums): string {
  const half = `p50 ${duration(p50)}`
  return share === null ? half : `${half}, ${percent(share / 100)} gateway`
}

function Tile({ label, value, title, note, change, bad, values, href }: TileProps) {
  const tone = change && bad === change.direction ? 'tone-warning' : 'muted'
  return (
    <a class="overview-tile" href={href}>
      <span class="caption">{label}</span>
      <span class="overview-figure" title={title}>
        {value}
      </span>
      <span class="caption">{note}</span>
      <span class="overview-tile-foot">
        <span class={`caption ${tone}`}>{change?.words ?? '—'}</span>
        <span aria-hidden="true">
          {values.length > 1 && <Sparkline values={values} label={`${label} over time`} />}
        </span>
      </span>
    </a>
  )
}
