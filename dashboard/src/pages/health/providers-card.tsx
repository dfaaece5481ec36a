/** Providers: status over the last 24 hours and the latest error. */

import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Card } from '../../design/data/card.tsx'
import { count, duration, percent } from '../../design/data/format.ts'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { attemptTone } from '../overview/attempt-words.ts'
import { failureWords } from '../overview/failure-words.ts'
import type { ProviderAttempts } from '../overview/overview-data.ts'

type Row = ProviderAttempts & {
  readonly p90: number | null
  readonly p99: number | null
  readonly lastError: LogRow | null
}
type Summary = { readonly summary: { readonly latency: { readonly p90: number | null; readonly p99: number | null } } }

const DAY_MS = 86_400_000
/** Percentiles need one call per provider, so only the busiest have them. */
const MAX_MEASURED = 8

async function loadProviders(signal: AbortSignal): Promise<readonly Row[]> {
  const day = { workspace_id: workspaceId.value, time_of_generation_min: new Date(Date.now() - DAY_MS).toISOString() }
  const [providers, failed] = await Promise.all([
    api.get<{ data: readonly ProviderAttempts[] }>('/analytics/providers', { query: day, signal }),
    can('logs.list')
      ? api.get<{ data: readonly LogRow[] }>('/logs', {
          query: { ...day, status_code: '4xx,5xx', page_size: 100 },
          signal,
        })
      : { data: [] },
  ])
  return Promise.all(
    providers.data.map(async (one, index) => {
      const lastError = failed.data.find((row) => (row.provider ?? '') === one.provider) ?? null
      if (one.provider === '' || index >= MAX_MEASURED) return { ...one, p90: null, p99: null, lastError }
      const query = { ...day, provider: one.provider }
      const { summary } = await api.get<Summary>('/analytics/summary', { query, signal })
      return { ...one, p90: summary.latency.p90, p99: summary.latency.p99, lastError }
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
                  cell: (row) =>
                    row.provider === '' ? (
                      'No provider'
                    ) : (
                      <span class="row">
                        <ProviderMark provider={row.provider} />
                        <a href={`/logs?q=${encodeURIComponent(`provider:${row.provider}`)}`}>{row.provider}</a>
                      </span>
                    ),
                },
                { name: 'attempts', label: 'Attempts', isNumber: true, cell: (row) => count(row.attempts) },
                {
                  name: 'success',
                  label: 'Success',
                  isNumber: true,
                  cell: (row) => (
                    <span class={`tone-${attemptTone(row)}`}>
                      {percent(1 - (row.failures + row.recovered) / row.attempts)}
                    </span>
                  ),
                },
                { name: 'recovered', label: 'Recovered', isNumber: true, cell: (row) => count(row.recovered) },
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
