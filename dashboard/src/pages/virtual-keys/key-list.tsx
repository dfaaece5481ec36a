/** The virtual keys of a workspace: remaining budget, health and problems. */

import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { type Resource, useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Badge, DotWord, type Tone } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { count, counted, percent } from '../../design/data/format.ts'
import { ProviderMark } from '../../design/data/provider-mark.tsx'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { rateWords } from '../../design/limits/limit-types.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'
import { failureWords } from '../overview/failure-words.ts'
import { useLiveReload } from '../overview/use-live-reload.ts'
import { budgetRefusal } from './budget-refusal.ts'
import { type KeyHealth, spentLastDay, useKeyHealth } from './use-key-health.ts'
import { inWorkspace, keyPath, maskedKey, type VirtualKey } from './virtual-key.ts'

type Page = { readonly total: number; readonly data: readonly VirtualKey[] }

const PAGE_SIZE = 100
const STATUS_TONES: Readonly<Record<VirtualKey['status'], Tone>> = {
  active: 'ok',
  exhausted: 'error',
  expired: 'warning',
  archived: 'neutral',
}

export function useKeyList(): Resource<Page> {
  const page = Number(query.value.get('page') ?? 0) || 0
  const requested = { ...inWorkspace(), current_page: page, page_size: PAGE_SIZE }
  useViewCode({ path: '/virtual-keys', query: requested, cli: 'gatehouse virtual-keys list' })
  return useResource(JSON.stringify(requested), (signal) =>
    api.get<Page>('/virtual-keys', { query: requested, signal }),
  )
}

export function KeyList({ keys }: { readonly keys: Resource<Page> }) {
  const health = useKeyHealth()
  useLiveReload(inWorkspace(), () => {
    keys.reload()
    health.reload()
  })
  return (
    <Loaded resource={keys} what="load the virtual keys">
      {({ data, total }) => (total === 0 ? <NoKeys /> : <Rows keys={data} total={total} health={health.data} />)}
    </Loaded>
  )
}

type RowsProps = {
  readonly keys: readonly VirtualKey[]
  readonly total: number
  readonly health: ReadonlyMap<string, KeyHealth> | null
}

function Rows({ keys, total, health }: RowsProps) {
  const sought = query.value.get('q') ?? ''
  const needle = sought.toLowerCase()
  const rows = keys.filter((key) =>
    [key.name, key.slug, key.ai_provider_name].some((word) => word.toLowerCase().includes(needle)),
  )
  const page = Number(query.value.get('page') ?? 0) || 0
  return (
    <div class="stack">
      <div class="vk-filter">
        <TextField
          label="Filter virtual keys"
          hideLabel
          type="search"
          data-key="filter"
          placeholder="Filter by name, slug or provider"
          value={sought}
          onValue={(q) => setQuery({ q }, { replace: true })}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyByFilter
          what="virtual keys"
          filters={[{ label: `“${sought}”`, wouldShow: keys.length, onRemove: () => setQuery({ q: null }) }]}
        />
      ) : (
        <Table
          label="Virtual keys"
          columns={columnsWith(health)}
          rows={rows}
          keyOf={(key) => key.slug}
          onOpen={(key) => navigate(keyPath(key.slug))}
        />
      )}
      {total > PAGE_SIZE && (
        <div class="row-wrap">
          <Button size="small" disabled={page === 0} onClick={() => setQuery({ page: page - 1 || null })}>
            Previous
          </Button>
          <span class="caption">
            {page * PAGE_SIZE + 1}–{Math.min(total, (page + 1) * PAGE_SIZE)} of {count(total)}
          </span>
          <Button size="small" disabled={(page + 1) * PAGE_SIZE >= total} onClick={() => setQuery({ page: page + 1 })}>
            Next
          </Button>
        </div>
      )}
    </div>
  )
}

function columnsWith(health: RowsProps['health']): readonly Column<VirtualKey>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      cell: (key) => (
        <div class="vk-cell">
          <a href={keyPath(key.slug)}>{key.name}</a>
          <span class="row caption">
            <code class="anywhere">{key.slug}</code>
            <CopyButton text={key.slug} what={`slug ${key.slug}`} iconOnly />
          </span>
        </div>
      ),
    },
    {
      name: 'provider',
      label: 'Provider',
      cell: (key) => (
        <div class="vk-cell">
          <span class="row">
            <ProviderMark provider={key.ai_provider_name} />
            {key.ai_provider_name}
          </span>
          <span class="caption mono">
            {key.integration_id !== null
              ? `from ${key.integration_id}`
              : key.keys.length > 1
                ? `${key.keys.length} keys`
                : maskedKey(key.masked_api_key)}
          </span>
        </div>
      ),
    },
    { name: 'limits', label: 'Limits', cell: (key) => <BudgetCell of={key} health={health?.get(key.slug)} /> },
    {
      name: 'health',
      label: 'Last 24 hours',
      cell: (key) => <HealthCell health={health?.get(key.slug)} isKnown={health !== null} />,
    },
    {
      name: 'status',
      label: 'Status',
      cell: (key) => (
        <Badge tone={STATUS_TONES[key.status]}>{key.status === 'archived' ? 'disabled' : key.status}</Badge>
      ),
    },
  ]
}

function BudgetCell({ of: key, health }: { readonly of: VirtualKey; readonly health: KeyHealth | undefined }) {
  const limit = key.usage_limits
  if (limit === null && key.rate_limits.length === 0) return <span class="muted">none</span>
  const refused = budgetRefusal(limit, key.last_updated_at, health?.lastError)
  return (
    <div class="vk-budget">
      {limit && (
        <UsageBar
          limit={limit}
          label={`Budget of ${key.name}`}
          spentLastDay={spentLastDay(health, limit.type ?? 'cost')}
        />
      )}
      {refused && (
        <span class="tone-error caption">
          {refused === 'every request' ? 'Requests are refused' : 'The last request was refused'} with 412
          budget_exhausted. <a href={`${keyPath(key.slug)}?raise=1`}>Raise or reset</a>
        </span>
      )}
      {key.rate_limits.length > 0 && <div class="caption">{key.rate_limits.map(rateWords).join(', ')}</div>}
    </div>
  )
}

function HealthCell({ health, isKnown }: { readonly health: KeyHealth | undefined; readonly isKnown: boolean }) {
  if (!health) return <span class="muted">{isKnown ? 'no requests' : '—'}</span>
  const share = health.errors / health.requests
  const tone = health.errors === 0 ? 'ok' : share > 0.2 ? 'error' : 'warning'
  return (
    <div class="vk-cell">
      <DotWord tone={tone}>
        {counted(health.requests, 'request')}
        {health.errors > 0 && `, ${percent(share)} failed`}
      </DotWord>
      <span class="caption">
        {health.lastError ? (
          <>
            <a href={`/logs?log=${health.lastError.id}`}>{failureWords(health.lastError)}</a>{' '}
            <Time at={health.lastError.created_at} />
          </>
        ) : (
          <>
            last <Time at={health.lastSeen} />
          </>
        )}
      </span>
    </div>
  )
}

function NoKeys() {
  const command = `gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY --budget 50 --reset monthly`
  return (
    <EmptyState
      title="No virtual keys yet"
      action={
        can('virtual_keys.create') && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New virtual key
          </Button>
        )
      }
      command={<CodeBlock title="On the command line" code={command} />}
    >
      A virtual key stores the credential of a provider. Apps use its slug instead of the credential, and share its
      budget and rate limits.
    </EmptyState>
  )
}
