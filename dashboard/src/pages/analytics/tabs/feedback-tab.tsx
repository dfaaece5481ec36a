/** Feedback over time, score distribution, and models by feedback. */

import { api } from '../../../api/client.ts'
import { useResource } from '../../../app/use-resource.ts'
import { SortedBars } from '../../../design/charts/sorted-bars.tsx'
import { Card } from '../../../design/data/card.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { count } from '../../../design/data/format.ts'
import { Table } from '../../../design/data/table.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState } from '../../../design/states/notices.tsx'
import { GraphChart } from '../charts/graph-chart.tsx'
import { Tiles } from '../charts/tiles.tsx'
import { termOf } from '../view.ts'
import type { TabProps } from './tab-props.ts'

type Score = { readonly score: number; readonly total: number }
type ModelScore = {
  readonly ai_model: string
  readonly provider: string
  readonly total: number
  readonly avg_weighted_feedback: number | null
}

export function FeedbackTab({ view, now, before }: TabProps) {
  const scores = useResource(`scores ${JSON.stringify(view.filters)}`, (signal) =>
    api.get<{ data_points: readonly Score[] }>('/analytics/graphs/feedbacks/scores', { query: view.filters, signal }),
  )
  const models = useResource(`models ${JSON.stringify(view.filters)}`, (signal) =>
    api.get<{ data_points: readonly ModelScore[] }>('/analytics/graphs/feedbacks/ai-models', {
      query: view.filters,
      signal,
    }),
  )
  if (now.feedback.total === 0) return <NoFeedback />
  return (
    <>
      <Tiles
        isCompared={before !== null}
        tiles={[
          {
            label: 'Feedback',
            now: now.feedback.total,
            before: before?.feedback.total,
            format: count,
            moreIs: 'better',
          },
          {
            label: 'Weighted average',
            now: now.feedback.avg_weighted,
            before: before?.feedback.avg_weighted,
            format: score,
            note: 'from −10 to 10',
          },
          {
            label: 'Requests with feedback',
            now: now.feedback.requests,
            before: before?.feedback.requests,
            format: count,
            href: view.logsHref('feedback:>=-10'),
          },
        ]}
      />
      <div class="analytics-pair load-order">
        <GraphChart
          view={view}
          graphs={['feedbacks']}
          title="Feedback over time"
          unit="feedbacks"
          kind="bars"
          format={count}
          series={[{ name: 'feedback', color: 'var(--series-1)', value: ([point]) => point?.total ?? 0 }]}
        />
        <Card title="Score distribution">
          <Loaded resource={scores} what="load the scores">
            {({ data_points }) => (
              <SortedBars
                label="Scores"
                format={count}
                bars={data_points.map((one) => ({
                  name: score(one.score),
                  value: one.total,
                  color: one.score < 0 ? 'var(--error)' : 'var(--ok)',
                }))}
              />
            )}
          </Loaded>
        </Card>
      </div>
      <Card title="Models by feedback">
        <Loaded resource={models} what="load the models’ feedback">
          {({ data_points }) => (
            <Table
              label="Feedback by model"
              isCompact
              rows={data_points}
              keyOf={(row) => `${row.provider} ${row.ai_model}`}
              columns={[
                {
                  name: 'model',
                  label: 'Model',
                  cell: (row) => <a href={view.logsHref(termOf('model', row.ai_model))}>{row.ai_model}</a>,
                },
                { name: 'provider', label: 'Provider', cell: (row) => row.provider },
                { name: 'total', label: 'Count', isNumber: true, cell: (row) => count(row.total) },
                {
                  name: 'average',
                  label: 'Weighted average',
                  isNumber: true,
                  cell: (row) => (row.avg_weighted_feedback === null ? '—' : score(row.avg_weighted_feedback)),
                },
              ]}
            />
          )}
        </Loaded>
      </Card>
    </>
  )
}

function NoFeedback() {
  const command = `curl ${location.origin}/v1/feedback \\
  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H 'content-type: application/json' \\
  -d '{"trace_id": "<of the request>", "value": 5}'`
  return (
    <EmptyState title="No feedback in this range" command={<CodeBlock title="Send feedback" code={command} />}>
      Applications send user feedback with the trace id of the request.
    </EmptyState>
  )
}

function score(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2)
}
