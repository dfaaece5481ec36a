/** Latency by one dimension, slowest first. A table, because latencies do not add up to a total. */

import { useResource } from '../../../app/use-resource.ts'
import { Card } from '../../../design/data/card.tsx'
import { count, duration } from '../../../design/data/format.ts'
import { Table } from '../../../design/data/table.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { loadGroup } from '../analytics-api.ts'
import { type Dimension, nameIn } from '../dimensions.ts'
import { type AnalyticsView, termOf } from '../view.ts'

type GroupTimesProps = { readonly view: AnalyticsView; readonly dimension: Dimension; readonly title: string }

const SHOWN = 8
const MOST = 1_000

export function GroupTimes({ view, dimension, title }: GroupTimesProps) {
  const groups = useResource(JSON.stringify([dimension.group, view.filters]), (signal) =>
    loadGroup(dimension.group, { ...view.filters, page_size: MOST }, signal),
  )
  return (
    <Card title={title}>
      <Loaded resource={groups} what={`load “${title}”`}>
        {({ rows, total }) => (
          <div class="stack-tight">
            <Table
              label={`Time by ${dimension.label.toLowerCase()}`}
              isCompact
              keyOf={(row) => row.value}
              rows={[...rows].sort((one, other) => (other.p95Ms ?? 0) - (one.p95Ms ?? 0)).slice(0, SHOWN)}
              columns={[
                {
                  name: 'name',
                  label: dimension.label,
                  cell: (row) => {
                    const name = nameIn(dimension, row.value, view.keyNames)
                    if (dimension.word === null || row.value === '') return name
                    return <a href={view.logsHref(termOf(dimension.word, row.value))}>{name}</a>
                  },
                },
                { name: 'p95', label: 'p95', isNumber: true, cell: (row) => duration(row.p95Ms) },
                { name: 'time', label: 'Average', isNumber: true, cell: (row) => duration(row.latencyMs) },
                { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
              ]}
            />
            {total > SHOWN && <p class="caption">{`${SHOWN} of ${count(total)} shown, the slowest.`}</p>}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
