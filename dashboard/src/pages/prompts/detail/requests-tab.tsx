/** Requests of this prompt: metrics per version, and the newest logs. */

import { api } from '../../../api/client.ts'
import type { LogRow } from '../../../api/log-row.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { LinkButton } from '../../../design/controls/button.tsx'
import { Badge, statusTone } from '../../../design/data/badge.tsx'
import { Card } from '../../../design/data/card.tsx'
import { count, duration, moneyOfCents, percent } from '../../../design/data/format.ts'
import { type Column, Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState } from '../../../design/states/notices.tsx'
import type { List, Prompt } from '../prompt-types.ts'

type VersionNumbers = {
  readonly prompt_version: string
  readonly requests: number
  readonly errors: number
  readonly cost: number | null
  readonly avg_latency: number
  readonly avg_weighted_feedback: number | null
}

const VERSION_COLUMNS: readonly Column<VersionNumbers>[] = [
  { name: 'version', label: 'Version', cell: (row) => `v${row.prompt_version.split('@').at(-1)}` },
  { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
  { name: 'errors', label: 'Errors', isNumber: true, cell: (row) => percent(row.errors / Math.max(1, row.requests)) },
  { name: 'cost', label: 'Cost per request', isNumber: true, cell: (row) => moneyOfCents(costPer(row)) },
  { name: 'latency', label: 'Average time', isNumber: true, cell: (row) => duration(row.avg_latency) },
  { name: 'feedback', label: 'Feedback', isNumber: true, cell: (row) => row.avg_weighted_feedback?.toFixed(1) ?? '—' },
]

const LOG_COLUMNS: readonly Column<LogRow>[] = [
  {
    name: 'time',
    label: 'Time',
    cell: (row) => (
      <a href={`/logs/${row.id}`}>
        <Time at={row.created_at} />
      </a>
    ),
  },
  {
    name: 'status',
    label: 'Status',
    cell: (row) => <Badge tone={statusTone(row.status_code)}>{row.status_code}</Badge>,
  },
  { name: 'version', label: 'Version', cell: (row) => (row.prompt_version === null ? '—' : `v${row.prompt_version}`) },
  { name: 'model', label: 'Model', cell: (row) => row.ai_model ?? '—' },
  { name: 'tokens', label: 'Tokens', isNumber: true, cell: (row) => count(row.usage?.total_tokens) },
  { name: 'cost', label: 'Cost', isNumber: true, cell: (row) => moneyOfCents(row.cost) },
  { name: 'duration', label: 'Duration', isNumber: true, cell: (row) => duration(row.response_time) },
]

const WEEK_MS = 604_800_000
const ROWS = 20

export function RequestsTab({ prompt: { slug } }: { readonly prompt: Prompt }) {
  const id = workspaceId.value
  const numbers = useResource(can('analytics.view') ? `numbers ${id} ${slug}` : null, (signal) => {
    const since = new Date(Date.now() - WEEK_MS).toISOString()
    const query = { workspace_id: id, prompt_slug: slug, time_of_generation_min: since }
    return api.get<List<VersionNumbers>>('/analytics/groups/prompt_version', { query, signal })
  })
  const logs = useResource(can('logs.list') ? `logs ${id} ${slug}` : null, (signal) =>
    api.get<List<LogRow>>('/logs', { query: { workspace_id: id, prompt_slug: slug, page_size: ROWS }, signal }),
  )
  return (
    <>
      {can('analytics.view') && (
        <Card title="Versions in the last 7 days">
          <Loaded resource={numbers} what="load the numbers">
            {({ data }) =>
              data.length === 0 ? (
                <p class="muted">No requests in the last 7 days.</p>
              ) : (
                <Table
                  label="Numbers for each version"
                  columns={VERSION_COLUMNS}
                  rows={data}
                  keyOf={(row) => row.prompt_version}
                  isCompact
                />
              )
            }
          </Loaded>
        </Card>
      )}
      {can('logs.list') && (
        <Card
          title="Latest requests"
          actions={
            <LinkButton size="small" href={`/logs?q=${encodeURIComponent(`prompt:${slug}`)}`}>
              Show all in Logs
            </LinkButton>
          }
        >
          <Loaded resource={logs} what="load the requests">
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState title="No requests yet" action={<a href={`/prompts/${slug}/use`}>How to call it</a>} />
              ) : (
                <Table
                  label="Requests with this prompt"
                  columns={LOG_COLUMNS}
                  rows={data}
                  keyOf={(row) => row.id}
                  isCompact
                />
              )
            }
          </Loaded>
        </Card>
      )}
    </>
  )
}

function costPer({ cost, requests }: VersionNumbers): number | null {
  return cost === null ? null : cost / Math.max(1, requests)
}
