/** What a guardrail did on real traffic, or would have done in shadow mode. */

import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { timeLabels } from '../../design/charts/chart-text.ts'
import { TimeChart } from '../../design/charts/time-chart.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Figures } from '../../design/data/figures.tsx'
import { count, counted, percent } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { checkTime, shortCheck } from '../../design/guardrails/hook-results.ts'
import { Loaded, Skeleton } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { type Example, guardrailPath, type Report, type Runs } from './guardrail.ts'

const RANGES = [
  { value: '1', label: '24 hours', granularity: 'hour' },
  { value: '7', label: '7 days', granularity: 'hour' },
  { value: '30', label: '30 days', granularity: 'day' },
] as const

const DAY_MS = 86_400_000
const WIDTH_MS = { hour: 3_600_000, day: DAY_MS }

type Loading = { readonly report: Report; readonly runs: Runs | null }

export function ReportView({ slug }: { readonly slug: string }) {
  const range = RANGES.find(({ value }) => value === query.value.get('days')) ?? RANGES[1]
  const path = `${guardrailPath(slug)}/report`
  const scope = { workspace_id: workspaceId.value }
  useViewCode({ path, query: scope })
  const loaded = useResource(JSON.stringify([slug, range.value, scope]), async (signal): Promise<Loading> => {
    const from = new Date(Date.now() - Number(range.value) * DAY_MS).toISOString()
    const requested = { ...scope, time_of_generation_min: from }
    const [report, runs] = await Promise.all([
      api.get<Report>(path, { query: requested, signal }),
      can('analytics.view')
        ? api.get<{ data: readonly Runs[] }>('/analytics/guardrails', {
            query: { ...requested, guardrail: slug, granularity: range.granularity },
            signal,
          })
        : { data: [] },
    ])
    return { report, runs: runs.data[0] ?? null }
  })
  return (
    <div class="stack">
      <div>
        <Segments
          label="Time range"
          value={range.value}
          onValue={(days) => setQuery({ days: days === '7' ? null : days }, { replace: true })}
          choices={RANGES.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      <Loaded resource={loaded} what="load the report" skeleton={<Skeleton height={420} />}>
        {({ report, runs }) => <Drawn slug={slug} report={report} runs={runs} granularity={range.granularity} />}
      </Loaded>
    </div>
  )
}

type DrawnProps = Loading & { readonly slug: string; readonly granularity: 'hour' | 'day' }

function Drawn({ slug, report, runs, granularity }: DrawnProps) {
  if (report.runs + report.skipped === 0) {
    return <p class="muted">It did not run on any of {counted(report.requests, 'request')} in this range.</p>
  }
  return (
    <>
      {report.is_partial && (
        <Notice tone="warning" title="The report is incomplete">
          <p>Only the newest requests are included. Choose a shorter range.</p>
        </Notice>
      )}
      <Figures
        figures={[
          { label: 'Runs', value: count(report.runs), note: `of ${counted(report.requests, 'request')}` },
          {
            label: 'Not passed',
            value: report.fail_share === null ? '—' : percent(report.fail_share),
            note: counted(report.runs - report.passed, 'run'),
          },
          { label: 'Denied', value: count(report.denied) },
          { label: 'Would deny', value: count(report.would_deny), note: 'in shadow mode' },
          { label: 'Errors', value: count(report.errors), note: 'a check could not be run' },
          {
            label: 'Duration, p99',
            value: checkTime(report.p99_duration),
            note: `median ${checkTime(report.median_duration)}`,
          },
        ]}
      />
      {runs && <RunsChart slug={slug} runs={runs} granularity={granularity} />}
      {report.checks.length > 0 && <ChecksCard report={report} />}
      <ExamplesCard examples={report.examples} />
    </>
  )
}

type ChartProps = { readonly slug: string; readonly runs: Runs; readonly granularity: 'hour' | 'day' }

function RunsChart({ slug, runs, granularity }: ChartProps) {
  const points = runs.data_points
  const times = points.map(({ timestamp }) => Date.parse(timestamp))
  const failed = points.map((point) => point.failed + point.denied)
  const sentence = `${count(runs.passed)} runs passed, ${count(runs.would_deny)} would have denied and ${count(
    runs.failed + runs.denied,
  )} failed.`
  return (
    <section class="card" aria-label="Runs by verdict">
      <TimeChart
        sentence={sentence}
        data={{
          title: 'Runs by verdict',
          unit: `runs a ${granularity}`,
          kind: 'bars',
          times,
          labels: timeLabels(times, granularity),
          series: [
            { name: 'passed', color: 'var(--outcome-ok)', values: points.map(({ passed }) => passed) },
            {
              name: 'would deny',
              color: 'var(--outcome-recovered)',
              values: points.map(({ would_deny: shadow }) => shadow),
            },
            { name: 'failed or denied', color: 'var(--outcome-failed)', values: failed },
          ],
          before: null,
          isLastPartial: points.at(-1)?.is_partial ?? false,
          format: count,
          hrefOf: (index) => {
            const from = times[index] ?? 0
            const range = [from, from + WIDTH_MS[granularity]].map((ms) => new Date(ms).toISOString()).join('..')
            return `/logs?q=${encodeURIComponent(`guardrail:${slug}`)}&range=${encodeURIComponent(range)}`
          },
        }}
      />
    </section>
  )
}

function ChecksCard({ report: { checks, sampled } }: { readonly report: Report }) {
  return (
    <Card title="What the checks found">
      <Table
        label="Findings by check"
        isCompact
        rows={checks}
        keyOf={({ check }) => check}
        columns={[
          { name: 'check', label: 'Check', cell: ({ check }) => <code class="anywhere">{shortCheck(check)}</code> },
          { name: 'failed', label: 'Failed', isNumber: true, cell: ({ failed }) => count(failed) },
          { name: 'errors', label: 'Errors', isNumber: true, cell: ({ errors }) => count(errors) },
          {
            name: 'labels',
            label: 'Found',
            cell: ({ labels }) => (
              <span class="anywhere">
                {Object.entries(labels)
                  .map(([label, times]) => `${label} ${count(times)}`)
                  .join(', ') || '—'}
              </span>
            ),
          },
        ]}
      />
      <p class="caption">In the newest {counted(sampled, 'request')} that did not pass.</p>
    </Card>
  )
}

const VERDICT_TONES = { denied: 'error', failed: 'warning', would_deny: 'warning' } as const

function ExamplesCard({ examples }: { readonly examples: readonly Example[] }) {
  return (
    <Card title="Examples">
      {examples.length === 0 ? (
        <p class="muted">Every request in this range passed.</p>
      ) : (
        <Table
          label="Requests that did not pass"
          isCompact
          rows={examples.map((example, index) => ({ ...example, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            {
              name: 'log',
              label: 'Request',
              cell: (one) => (
                <a href={`/logs/${encodeURIComponent(one.log_id)}`}>
                  <Time at={one.created_at} />
                </a>
              ),
            },
            {
              name: 'verdict',
              label: 'Verdict',
              cell: (one) => (
                <Badge tone={VERDICT_TONES[one.verdict as keyof typeof VERDICT_TONES] ?? 'neutral'}>
                  {one.verdict.replace('_', ' ')}
                </Badge>
              ),
            },
            { name: 'side', label: 'In', cell: (one) => (one.direction === 'input' ? 'request' : 'response') },
            { name: 'model', label: 'Model', cell: (one) => <span class="anywhere">{one.ai_model ?? '—'}</span> },
            { name: 'found', label: 'Found', cell: (one) => <Found example={one} /> },
          ]}
        />
      )}
    </Card>
  )
}

function Found({ example: { matches, errors, failed_checks: failed } }: { readonly example: Example }) {
  if (errors.length > 0) return <span class="anywhere">{errors.map(({ message }) => message).join(' ')}</span>
  if (matches.length === 0) return <code class="anywhere">{failed.map(shortCheck).join(', ') || '—'}</code>
  return (
    <ul class="guardrail-matches">
      {matches.slice(0, 5).map(({ label, masked }, index) => (
        <li key={index}>
          <mark class="anywhere">{masked}</mark> <span class="muted">{label}</span>
        </li>
      ))}
      {matches.length > 5 && <li class="caption">{matches.length - 5} more</li>}
    </ul>
  )
}
