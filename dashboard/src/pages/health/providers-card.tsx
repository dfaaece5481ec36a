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

type Measured = ProviderAttempts & { readonly p90_latency: number | null; readonly p99_latency: number | null }
type Row = Measured & { readonly lastError: LogRow | null }

const DAY_MS = 86_400_000

async function loadProviders(signal: AbortSignal): Promise<readonly Row[]> {
  const day = { workspace_id: workspaceId.value, time_of_generation_min: new Date(Date.now() - DAY_MS).toISOString() }
  const [providers, failed] = await Promise.all([
    api.get<{ data: readonly Measured[] }>('/analytics/providers', { query: day, signal }),
    can('logs.list')
      ? api.get<{ data: readonly LogRow[] }>('/logs', {
          query: { ...day, status_code: '4xx,5xx', page_size: 100 },
          signal,
        })
      : { data: [] },
  ])
  return providers.data.map((one) => ({
    ...one,
    lastError: failed.data.find((row) => (row.provider ?? '') === one.provider) ?? null,
  }))
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
                { name: 'p90', label: 'p90', isNumber: true, cell: (row) => duration(row.p90_latency) },
                { name: 'p99', label: 'p99', isNumber: true, cell: (row) => duration(row.p99_latency) },
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
