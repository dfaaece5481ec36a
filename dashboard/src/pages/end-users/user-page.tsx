/** One end user: totals, models, traces and the newest requests. */

import type { ComponentChildren } from 'preact'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { navigate } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { LinkButton } from '../../design/controls/button.tsx'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { Figures } from '../../design/data/figures.tsx'
import { count, duration, moneyOfCents, percent, shortCount } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded, Skeleton } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { termOf } from '../analytics/view.ts'
import { rangeWords } from '../logs/list-states.tsx'
import { type TraceRow, TraceTable } from '../traces/trace-table.tsx'
import { PersonActions } from './person-actions.tsx'

type UserPageProps = {
  readonly user: string
  readonly times: Readonly<Record<string, string>>
  readonly range: string
  readonly picker: ComponentChildren
}

type Totals = {
  readonly requests: number
  readonly errors: number
  readonly cost: { readonly total: number | null; readonly unpriced_requests: number }
  readonly tokens: { readonly total: number; readonly input: number; readonly output: number }
  readonly latency: { readonly p50: number | null; readonly p95: number | null }
}

type ModelRow = {
  readonly ai_model: string
  readonly requests: number
  readonly errors: number
  readonly cost: number | null
  readonly tokens: number
}

const SHOWN = 20

export function UserPage({ user, times, range, picker }: UserPageProps) {
  const filter = { workspace_id: workspaceId.value, ...times, metadata: JSON.stringify({ _user: user }) }
  const key = JSON.stringify(filter)
  useViewCode({ path: '/analytics/summary', query: filter })
  const totals = useResource(key, async (signal) => {
    return (await api.get<{ summary: Totals }>('/analytics/summary', { query: filter, signal })).summary
  })
  const models = useResource(key, async (signal) => {
    const query = { ...filter, page_size: SHOWN }
    return (await api.get<{ data: readonly ModelRow[] }>('/analytics/groups/ai-models', { query, signal })).data
  })
  const mayList = can('logs.list')
  const logs = useResource(mayList ? key : null, async (signal) => {
    const query = { ...filter, page_size: SHOWN, glance: true }
    return (await api.get<{ data: readonly LogRow[] }>('/logs', { query, signal })).data
  })
  const traces = useResource(mayList ? key : null, async (signal) => {
    const query = { ...filter, page_size: SHOWN, requests_min: 2 }
    return (await api.get<{ data: readonly TraceRow[] }>('/traces', { query, signal })).data
  })
  const inLogs = (more = '') =>
    `/logs?range=${encodeURIComponent(range)}&q=${encodeURIComponent(`${termOf('user', user)}${more}`)}`
  return (
    <div class="page page-wide">
      <PageHead
        title={user}
        about="End user, by the metadata _user."
        actions={
          <>
            {mayList && (
              <LinkButton icon="logs" href={inLogs()}>
                All requests
              </LinkButton>
            )}
            <PersonActions person={{ end_user: user, workspace_id: workspaceId.value }} name={user} />
            {picker}
          </>
        }
      />
      <Loaded resource={totals} what="load the totals" skeleton={<Skeleton height={84} />}>
        {(all) =>
          all.requests === 0 ? <NoRequests /> : <Tiles of={all} failedHref={inLogs(' status:4xx,5xx')} range={range} />
        }
      </Loaded>
      {(models.data?.length ?? 0) > 0 && (
        <Card title="Models">
          <Table
            label="Requests by model"
            isCompact
            rows={models.data ?? []}
            keyOf={(row) => row.ai_model}
            columns={[
              {
                name: 'model',
                label: 'Model',
                cell: (row) => <span class="anywhere">{row.ai_model || 'no model'}</span>,
              },
              { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
              {
                name: 'errors',
                label: 'Errors',
                isNumber: true,
                cell: (row) => percent(row.errors / Math.max(1, row.requests)),
              },
              { name: 'tokens', label: 'Tokens', isNumber: true, cell: (row) => count(row.tokens) },
              { name: 'cost', label: 'Cost', isNumber: true, cell: (row) => moneyOfCents(row.cost) },
            ]}
          />
        </Card>
      )}
      {(traces.data?.length ?? 0) > 0 && (
        <Card title="Traces with several requests">
          <TraceTable
            traces={traces.data ?? []}
            hrefOf={traceHref}
            onOpen={(trace) => navigate(traceHref(trace))}
            hasUser={false}
          />
        </Card>
      )}
      {mayList && (
        <Card title="Latest requests">
          <Loaded resource={logs} what="load the requests">
            {(rows) => (rows.length === 0 ? <p class="muted">None in this time range.</p> : <Requests rows={rows} />)}
          </Loaded>
        </Card>
      )}
    </div>
  )
}

function traceHref({ trace_id: id }: TraceRow): string {
  return `/traces/${encodeURIComponent(id)}`
}

function NoRequests() {
  return (
    <Notice tone="neutral" title="No requests of this user in the time range">
      <p>Choose a longer time range.</p>
    </Notice>
  )
}

type TilesProps = { readonly of: Totals; readonly failedHref: string; readonly range: string }

function Tiles({ of: all, failedHref, range }: TilesProps) {
  const failed = `${count(all.errors)} failed`
  const unpriced = all.cost.unpriced_requests
  return (
    <Figures
      figures={[
        { label: 'Requests', value: count(all.requests), note: rangeWords(range) },
        {
          label: 'Cost',
          value: moneyOfCents(all.cost.total),
          note: unpriced > 0 ? `${count(unpriced)} without a price` : 'all priced',
        },
        {
          label: 'Errors',
          value: percent(all.errors / all.requests),
          note: all.errors > 0 && can('logs.list') ? <a href={failedHref}>{failed}</a> : failed,
        },
        {
          label: 'Tokens',
          value: shortCount(all.tokens.total),
          note: `${shortCount(all.tokens.input)} in, ${shortCount(all.tokens.output)} out`,
        },
        { label: 'Latency p95', value: duration(all.latency.p95), note: `p50 ${duration(all.latency.p50)}` },
      ]}
    />
  )
}

function Requests({ rows }: { readonly rows: readonly LogRow[] }) {
  const href = ({ id }: LogRow) => `/logs/${encodeURIComponent(id)}`
  return (
    <Table
      label="Requests, newest first"
      isCompact
      rows={rows}
      keyOf={(row) => row.id}
      onOpen={(row) => navigate(href(row))}
      columns={[
        {
          name: 'at',
          label: 'Time',
          cell: (row) => (
            <a href={href(row)}>
              <Time at={row.created_at} />
            </a>
          ),
        },
        {
          name: 'status',
          label: 'Status',
          cell: (row) => <Badge tone={statusTone(row.status_code)}>{row.status_code}</Badge>,
        },
        { name: 'model', label: 'Model', cell: (row) => <span class="anywhere">{row.ai_model ?? '—'}</span> },
        { name: 'words', label: 'Question', cell: (row) => <span class="anywhere">{row.first_words ?? '—'}</span> },
        { name: 'time', label: 'Duration', isNumber: true, cell: (row) => duration(row.response_time) },
        { name: 'cost', label: 'Cost', isNumber: true, cell: (row) => moneyOfCents(row.cost) },
      ]}
    />
  )
}
