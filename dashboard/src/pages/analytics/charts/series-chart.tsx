/** Stacked totals over time, by a selectable dimension: the largest groups, and "others". */

import { query, setQuery } from '../../../app/location.ts'
import { useResource } from '../../../app/use-resource.ts'
import { describeSeries, timeLabels } from '../../../design/charts/chart-text.ts'
import { distinctColors, seriesColor } from '../../../design/charts/series-color.ts'
import { TimeChart } from '../../../design/charts/time-chart.tsx'
import { SelectField } from '../../../design/controls/field.tsx'
import { count } from '../../../design/data/format.ts'
import { Loaded, Skeleton } from '../../../design/states/loaded.tsx'
import { dollars, loadGraph, loadSeries, type Series, WIDTH_MS } from '../analytics-api.ts'
import { type Dimension, dimension, dimensionOf, nameIn, offeredDimensions, reachOf } from '../dimensions.ts'
import type { AnalyticsView } from '../view.ts'

type Measure = 'cost' | 'requests'

type SeriesChartProps = {
  readonly view: AnalyticsView
  readonly title: string
  readonly unit: string
  readonly measure: Measure
  readonly format: (value: number) => string
}

/** Groups with their own colour; the rest is "others". */
export const SHOWN = 5
const CHOICES = ['model', 'provider', 'virtual-key', 'api-key', 'user', 'workspace']

type LoadedSeries = { readonly now: Series; readonly before: readonly (number | null)[] | null }

export function SeriesChart(props: SeriesChartProps) {
  const { view, title, measure } = props
  const by = dimensionOf(query.value.get('over')) ?? dimension('model')
  const filters = reachOf(by, view.filters)
  const earlier = view.before && reachOf(by, view.before)
  const loaded = useResource(JSON.stringify([by.group, measure, filters, earlier]), async (signal) => {
    const now = await loadSeries({ ...filters, group_by: by.group, measure, top: SHOWN }, signal)
    if (!earlier) return { now, before: null }
    const { data_points } = await loadGraph(measure, { ...earlier, granularity: now.granularity }, signal)
    const total = ({ total = null }: (typeof data_points)[number]) => (measure === 'cost' ? dollars(total) : total)
    return { now, before: data_points.map(total) }
  })
  return (
    <section class="card analytics-chart" aria-label={title}>
      <Loaded resource={loaded} what={`load “${title}”`} skeleton={<Skeleton height={220} />}>
        {(data) => <Drawn {...props} by={by} data={data} />}
      </Loaded>
    </section>
  )
}

type DrawnProps = SeriesChartProps & { readonly by: Dimension; readonly data: LoadedSeries }

function Drawn({ view, title, unit, measure, format, by, data: { now, before } }: DrawnProps) {
  const amounts = (of: Series['others']) => (measure === 'cost' ? of.cost.map((cents) => dollars(cents)) : of.requests)
  const colors = distinctColors(now.series.map(({ value }) => value))
  const shown = now.series.map((one, index) => ({
    name: nameIn(by, one.value, view.keyNames),
    color: colors[index] ?? seriesColor(one.value),
    values: amounts(one),
  }))
  const rest = { name: 'others', color: seriesColor('others'), values: amounts(now.others) }
  const series = rest.values.some((value) => value !== null && value > 0) ? [...shown, rest] : shown
  const times = now.data_points.map(({ timestamp }) => Date.parse(timestamp))
  const labels = timeLabels(times, now.granularity)
  const plural = `${by.label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}s`
  const reach = by.name === 'workspace' ? ', all workspaces' : ''
  const partial = now.total > SHOWN ? `, ${SHOWN} of ${count(now.total)} ${plural} shown, the rest as others` : ''
  return (
    <TimeChart
      sentence={`${title}. ${describeSeries(series, labels, format)}`}
      actions={
        <>
          <SplitField by={by} />
          <a class="chart-link" href={view.logsHref()}>
            Logs
          </a>
        </>
      }
      data={{
        title,
        unit: `${unit}${reach}${partial}`,
        kind: 'bars',
        times,
        labels,
        format,
        series,
        before: before && times.map((_, index) => before[index] ?? null),
        isLastPartial: now.data_points.at(-1)?.is_partial ?? false,
        hrefOf: (index) => view.logsHref(undefined, times[index] ?? 0, (times[index] ?? 0) + WIDTH_MS[now.granularity]),
      }}
    />
  )
}

function SplitField({ by }: { readonly by: Dimension }) {
  const choices = offeredDimensions().filter(({ name }) => CHOICES.includes(name))
  return (
    <span class="analytics-split">
      <span aria-hidden="true">Split by</span>
      <SelectField
        label="Split by"
        hideLabel
        value={by.name}
        onValue={(name) => setQuery({ over: name === 'model' ? null : name })}
        choices={choices.map(({ name, label }) => ({ value: name, label }))}
      />
    </span>
  )
}
