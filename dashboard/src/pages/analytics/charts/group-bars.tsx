/** Sorted bars for one dimension: the top eight and the remainder, each linked to the logs. */

import { query } from '../../../app/location.ts'
import { useResource } from '../../../app/use-resource.ts'
import { distinctColors, seriesColor } from '../../../design/charts/series-color.ts'
import { SortedBars } from '../../../design/charts/sorted-bars.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { Card } from '../../../design/data/card.tsx'
import { csvText } from '../../../design/data/csv-text.ts'
import { count } from '../../../design/data/format.ts'
import { Loaded } from '../../../design/states/loaded.tsx'
import { type GroupRow, loadGroup } from '../analytics-api.ts'
import { type Dimension, nameIn } from '../dimensions.ts'
import { type AnalyticsView, termOf } from '../view.ts'
import { SHOWN as SERIES_SHOWN } from './series-chart.tsx'

type GroupBarsProps = {
  readonly view: AnalyticsView
  readonly dimension: Dimension
  readonly title: string
  readonly value: (row: GroupRow) => number | null
  readonly format: (value: number) => string
}

const SHOWN = 8
const MOST = 1_000

export function GroupBars({ view, dimension, title, value, format }: GroupBarsProps) {
  const groups = useResource(JSON.stringify([dimension.group, view.filters]), (signal) =>
    loadGroup(dimension.group, { ...view.filters, page_size: MOST }, signal),
  )
  // If the chart above is split by the same dimension, the bars have its colours.
  const isSplit = (query.value.get('over') ?? 'model') === dimension.name
  const rows = (groups.data?.rows ?? []).map((row) => ({ row, amount: value(row) }))
  const csv = csvText([[dimension.name, 'value'], ...rows.map(({ row, amount }) => [row.value, amount])])
  return (
    <Card title={title} actions={<CopyButton text={csv} what="CSV" />}>
      <Loaded resource={groups} what={`load “${title}”`}>
        {({ total }) => {
          const known = rows
            .filter(({ amount }) => amount !== null && amount > 0)
            .sort((one, other) => (other.amount ?? 0) - (one.amount ?? 0))
          const colors = distinctColors(known.slice(0, SERIES_SHOWN).map(({ row }) => row.value))
          const unknown = rows.filter(({ amount }) => amount === null).length
          return (
            <div class="stack-tight">
              {known.length === 0 ? (
                <p class="muted">Nothing above zero in this range.</p>
              ) : (
                <SortedBars
                  label={title}
                  format={format}
                  bars={known.map(({ row, amount }, index) => ({
                    name: nameIn(dimension, row.value, view.keyNames),
                    value: amount ?? 0,
                    color: isSplit ? (colors[index] ?? seriesColor('others')) : 'var(--series-1)',
                    href: dimension.word ? view.logsHref(termOf(dimension.word, row.value)) : undefined,
                  }))}
                />
              )}
              {total > SHOWN && <p class="caption">{`${SHOWN} of ${count(total)} shown, the others in one bar.`}</p>}
              {unknown > 0 && <p class="caption">{`${count(unknown)} without a known price.`}</p>}
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
