/** Requests over time by outcome: succeeded, recovered, failed. */

import { BarChart } from '../../design/charts/bar-chart.tsx'
import { count } from '../../design/data/format.ts'
import type { Graphs } from './overview-data.ts'
import type { Period } from './period.ts'

export function Traffic({ graphs, period }: { readonly graphs: Graphs; readonly period: Period }) {
  const { times, requests, errors, recovered } = graphs
  const ok = requests.map((total, index) => Math.max(0, total - (errors[index] ?? 0) - (recovered[index] ?? 0)))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const sentence = `In ${period.words} ${count(sum(ok))} requests succeeded, ${count(sum(recovered))} were recovered and ${count(sum(errors))} failed.`
  return (
    <BarChart
      height={200}
      isLastUnfinished={graphs.isLastPartial}
      sentence={sentence}
      data={{
        title: 'Requests by outcome',
        unit: `requests a ${period.granularity}`,
        labels: times.map((time) => labelOf(time, period.granularity)),
        series: [
          { name: 'ok', color: 'var(--ok)', values: ok },
          { name: 'recovered', color: 'var(--fallback)', values: recovered },
          { name: 'failed', color: 'var(--error)', values: errors },
        ],
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

function labelOf(time: string, granularity: Period['granularity']): string {
  const date = new Date(time)
  if (granularity === 'day')
    return date.toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const clock = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  return granularity === 'minute' ? clock : `${date.toLocaleDateString(undefined, { weekday: 'short' })} ${clock}`
}
