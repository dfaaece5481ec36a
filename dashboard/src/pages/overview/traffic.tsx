/** Requests over time by outcome: succeeded, recovered, failed. */

import { timeLabels } from '../../design/charts/chart-text.ts'
import { TimeChart } from '../../design/charts/time-chart.tsx'
import { count } from '../../design/data/format.ts'
import type { Graphs } from './overview-data.ts'
import type { Period } from './period.ts'

export function Traffic({ graphs, period }: { readonly graphs: Graphs; readonly period: Period }) {
  const { times, requests, errors, recovered } = graphs
  const ok = requests.map((total, index) => Math.max(0, total - (errors[index] ?? 0) - (recovered[index] ?? 0)))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const sentence = `In ${period.words} ${count(sum(ok))} requests succeeded, ${count(sum(recovered))} were recovered and ${count(sum(errors))} failed.`
  const starts = times.map((time) => Date.parse(time))
  return (
    <TimeChart
      height={200}
      sentence={sentence}
      data={{
        title: 'Requests by outcome',
        unit: `requests a ${period.granularity}`,
        kind: 'bars',
        times: starts,
        labels: timeLabels(starts, period.granularity),
        series: [
          { name: 'ok', color: 'var(--outcome-ok)', values: ok },
          { name: 'recovered', color: 'var(--outcome-recovered)', values: recovered },
          { name: 'failed', color: 'var(--outcome-failed)', values: errors },
        ],
        before: null,
        isLastPartial: graphs.isLastPartial,
        format: count,
        hrefOf: (index) => {
          const from = times[index] ?? period.now.time_of_generation_min
          const to = times[index + 1] ?? period.now.time_of_generation_max
          return `/logs?range=${encodeURIComponent(`${from}..${to}`)}`
        },
      }}
    />
  )
}
