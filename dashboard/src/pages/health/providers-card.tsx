/** Providers: status over the last 24 hours and the latest error. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { count, duration, percent } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { failureWords } from '../overview/failure-words.ts'

type Group = {
  readonly provider: string
  readonly requests: number
  readonly errors: number
  readonly avg_latency: number
}
type Row = Group & { readonly p90: number | null; readonly p99: number | null; readonly lastError: LogRow | null }
type Summary = { readonly summary: { readonly latency: { readonly p90: number | null; readonly p99: number | null } } }

const DAY_MS = 86_400_000
/** Percentiles need one call per provider, so only the busiest have them. */
const MAX_MEASURED = 8

async function loadProviders(signal: AbortSignal): Promise<readonly Row[]> {
  const day = { workspace_id: workspaceId.value, time_of_generation_min: new Date(Date.now() - DAY_MS).toISOString() }
  const [groups, failed] = await Promise.all([
    api.get<{ data: readonly Group[] }>('/analytics/groups/provider', { query: { ...day, page_size: 50 }, signal }),
    can('logs.list')
      ? api.get<{ data: readonly LogRow[] }>('/logs', {
          query: { ...day, status_code: '4xx,5xx', page_size: 100 },
          signal,
        })
      : { data: [] },
  ])
  const known = groups.data.filter((group) => group.provider !== '')
  return Promise.all(
    known.map(async (group, index) => {
      const lastError = failed.data.find((row) => row.provider === group.provider) ?? null
      if (index >= MAX_MEASURED) return { ...group, p90: null, p99: null, lastError }
      const query = { ...day, provider: group.provider }
      const { summary } = await api.get<Summary>('/analytics/summary', { query, signal })
      return { ...group, p90: summary.latency.p90, p99: summary.latency.p99, lastError }
    }),
  )
}

export function ProvidersCard({ round }: { readonly round: number }) {
  const isAllowed = can('analytics.view')
  const rows = useResource(isAllowed ? JSON.stringify([workspaceId.value, round]) : null, loadProviders)
  if (!isAllowed) return null
  return (
    <Card title="Providers, last 24 hours" actions={<a href="/analytics">Analytics</a>}>
      <Loaded resource={rows} what="load the providers">
        {(all) =>
          all.length === 0 ? (
            <p class="muted">No provider was called in the last 24 hours.</p>
          ) : (
            <Table
              label="Providers"
              isCompact
              rows={all}
              keyOf={(row) => row.provider}
              columns={[
                {
                  name: 'provider',
                  label: 'Provider',
                  cell: (row) => (
                    <a href={`/logs?q=${encodeURIComponent(`provider:${row.provider}`)}`}>{row.provider}</a>
                  ),
                },
                { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
                {
                  name: 'success',
                  label: 'Success',
                  isNumber: true,
                  cell: (row) => (
                    <span
                      class={
                        row.errors === 0 ? 'tone-ok' : row.errors / row.requests > 0.2 ? 'tone-error' : 'tone-warning'
                      }
                    >
                      {percent(1 - row.errors / row.requests)}
                    </span>
                  ),
                },
                { name: 'p90', label: 'p90', isNumber: true, cell: (row) => duration(row.p90) },
                { name: 'p99', label: 'p99', isNumber: true, cell: (row) => duration(row.p99) },
                {
                  name: 'error',
                  label: 'Last error',
                  cell: (row) =>
                    row.lastError ? (
                      <span class="anywhere">
                        <a href={`/logs?log=${row.lastError.id}`}>{failureWords(row.lastError)}</a>{' '}
                        <span class="muted">
                          <Time at={row.lastError.created_at} />
                        </span>
                      </span>
                    ) : (
                      <span class="muted">none</span>
                    ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
