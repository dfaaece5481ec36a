/** One or more graphs of the API in one chart. It loads separately, so a failure does not affect other charts. */

import { useResource } from '../../../app/use-resource.ts'
import { describeSeries, timeLabels } from '../../../design/charts/chart-text.ts'
import { TimeChart } from '../../../design/charts/time-chart.tsx'
import { Loaded, Skeleton } from '../../../design/states/loaded.tsx'
import { type Granularity, type GraphPoint, loadGraph, WIDTH_MS } from '../analytics-api.ts'
import type { AnalyticsView } from '../view.ts'

/** The data points of all graphs at one time, in the order of `graphs`. */
export type Points = readonly (GraphPoint | undefined)[]

export type GraphSeries = {
  readonly name: string
  readonly color: string
  readonly value: (points: Points) => number | null
}

type GraphChartProps = {
  readonly view: AnalyticsView
  readonly graphs: readonly string[]
  readonly title: string
  readonly unit: string
  readonly kind: 'bars' | 'lines'
  readonly series: readonly GraphSeries[] | ((all: readonly Points[]) => readonly GraphSeries[])
  /** Value for the comparison line; defaults to the sum of the bars, or the first line. */
  readonly compare?: (points: Points) => number | null
  readonly format: (value: number) => string
  /** Filter term added to the link to the logs. */
  readonly term?: string
}

type LoadedGraphs = {
  readonly now: readonly Points[]
  readonly before: readonly Points[] | null
  readonly width: Granularity
}

export function GraphChart(props: GraphChartProps) {
  const { view, graphs, title } = props
  const key = JSON.stringify([graphs, view.filters, view.before])
  const loaded = useResource(key, async (signal): Promise<LoadedGraphs> => {
    const now = await Promise.all(graphs.map((name) => loadGraph(name, view.filters, signal)))
    const granularity = now[0]?.granularity ?? 'hour'
    const earlier = view.before
    const before =
      earlier && (await Promise.all(graphs.map((name) => loadGraph(name, { ...earlier, granularity }, signal))))
    const merge = (all: typeof now) =>
      (all[0]?.data_points ?? []).map((_, index) => all.map((one) => one.data_points[index]))
    return { now: merge(now), before: before && merge(before), width: granularity }
  })
  return (
    <section class="card analytics-chart" aria-label={title}>
      <Loaded resource={loaded} what={`load “${title}”`} skeleton={<Skeleton height={220} />}>
        {(data) => <Drawn {...props} data={data} />}
      </Loaded>
    </section>
  )
}

function Drawn({ data: { now, before, width }, view, ...props }: GraphChartProps & { readonly data: LoadedGraphs }) {
  const { title, unit, kind, format, term } = props
  const series = typeof props.series === 'function' ? props.series(now) : props.series
  const drawn = series.map((one) => ({
    name: one.name,
    color: one.color,
    values: now.map((points) => one.value(points)),
  }))
  const compare = props.compare ?? ((points: Points) => usualComparison(series, kind, points))
  const times = now.map((points) => Date.parse(points[0]?.timestamp ?? ''))
  const labels = timeLabels(times, width)
  const end = times.at(-1)
  return (
    <TimeChart
      sentence={`${title}. ${describeSeries(drawn, labels, format)}`}
      actions={
        end !== undefined && (
          <a class="chart-link" href={view.logsHref(term)}>
            Logs
          </a>
        )
      }
      data={{
        title,
        unit,
        kind,
        times,
        labels,
        format,
        series: drawn,
        before: before && now.map((_, index) => (before[index] ? compare(before[index]) : null)),
        isLastPartial: now.at(-1)?.[0]?.is_partial ?? false,
        hrefOf: (index) => view.logsHref(term, times[index] ?? 0, (times[index] ?? 0) + WIDTH_MS[width]),
      }}
    />
  )
}

function usualComparison(series: readonly GraphSeries[], kind: 'bars' | 'lines', points: Points): number | null {
  const values = series.map((one) => one.value(points))
  if (kind === 'lines') return values[0] ?? null
  return values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
