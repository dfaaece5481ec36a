/** The list of configs: name, status and use. */

import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { count, counted } from '../../design/data/format.ts'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type ActiveFilter, EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'
import type { ConfigRow, List } from './config-types.ts'
import { NewConfig, TemplateCards } from './new-config.tsx'
import { type Uses, useUses } from './uses.ts'

const MOST = 1_000

export function ConfigList() {
  const request = { workspace_id: workspaceId.value, page_size: MOST }
  const configs = useResource(JSON.stringify(request), (signal) =>
    api.get<List<ConfigRow>>('/configs', { query: request, signal }),
  )
  useViewCode({ path: '/configs', query: { workspace_id: workspaceId.value } })
  const isNew = query.value.get('new') === '1'
  return (
    <div class="page">
      <PageHead
        title="Configs"
        about="Routing rules with versions: targets, fallbacks, retries and caching. Requests and keys refer to them by slug."
        actions={
          can('configs.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New config
            </Button>
          )
        }
      />
      <Loaded resource={configs} what="load the configs">
        {(list) => (list.total === 0 ? <NoConfigs /> : <Rows list={list} />)}
      </Loaded>
      {isNew && can('configs.create') && <NewConfig onClose={() => setQuery({ new: null }, { replace: true })} />}
    </div>
  )
}

function NoConfigs() {
  const mayCreate = can('configs.create')
  return (
    <EmptyState title="No configs yet" command={mayCreate && <TemplateCards />}>
      A config routes requests: retries, fallbacks, load balancing, caching.{' '}
      {mayCreate && 'Start from a template, which runs on the built-in mock provider:'}
    </EmptyState>
  )
}

function Rows({ list }: { readonly list: List<ConfigRow> }) {
  const usesOf = useUses()
  const words = query.value.get('q') ?? ''
  const status = query.value.get('status') ?? 'active'
  const byWords = list.data.filter((row) => fits(row, words))
  const shown = byWords.filter((row) => status === 'all' || row.status === status)
  const hasArchived = list.data.some((row) => row.status === 'archived')
  const filters: ActiveFilter[] = [
    ...(words === ''
      ? []
      : [
          {
            label: `“${words}”`,
            onRemove: () => setQuery({ q: null }),
            wouldShow: list.data.filter((row) => status === 'all' || row.status === status).length,
          },
        ]),
    ...(status === 'all'
      ? []
      : [{ label: status, onRemove: () => setQuery({ status: 'all' }), wouldShow: byWords.length }]),
  ]
  return (
    <div class="stack">
      <div class="row-wrap">
        <div class="configs-filter">
          <TextField
            label="Filter configs"
            hideLabel
            type="search"
            placeholder="Filter by name or slug"
            data-key="filter"
            value={words}
            onValue={(q) => setQuery({ q }, { replace: true })}
          />
        </div>
        {hasArchived && (
          <Segments
            label="Status"
            choices={['active', 'archived', 'all'].map((value) => ({ value, label: value }))}
            value={status}
            onValue={(value) => setQuery({ status: value === 'active' ? null : value })}
          />
        )}
        <span class="caption">
          {count(shown.length)} of {count(list.total)}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyByFilter filters={filters} what="configs" />
      ) : (
        <Table
          label="Configs"
          columns={columns(usesOf)}
          rows={shown}
          keyOf={(row) => row.id}
          onOpen={(row) => navigate(`/configs/${row.slug}`)}
        />
      )}
      {list.total > list.data.length && (
        <p class="caption">
          Only the newest {count(list.data.length)} are listed; the search at the top finds the others.
        </p>
      )}
    </div>
  )
}

function columns(usesOf: (row: ConfigRow) => Uses): Column<ConfigRow>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      cell: (row) => (
        <a href={`/configs/${row.slug}`} class="anywhere">
          {row.name}
        </a>
      ),
    },
    {
      name: 'slug',
      label: 'Slug',
      cell: (row) => (
        <span class="row">
          <code class="anywhere">{row.slug}</code>
          <CopyButton text={row.slug} what={`slug of ${row.name}`} iconOnly />
        </span>
      ),
    },
    {
      name: 'status',
      label: 'Status',
      cell: (row) => (
        <span class="row-wrap">
          <Badge tone={row.status === 'active' ? 'ok' : 'neutral'}>{row.status}</Badge>
          {row.is_default === 1 && <Badge tone="accent">default</Badge>}
        </span>
      ),
    },
    { name: 'version', label: 'Version', isNumber: true, cell: (row) => `v${row.version}` },
    { name: 'uses', label: 'Used by', cell: (row) => <UsesWords uses={usesOf(row)} /> },
    { name: 'updated', label: 'Updated', cell: (row) => <Time at={row.last_updated_at} /> },
  ]
}

export function UsesWords({ uses }: { readonly uses: Uses }) {
  const { keys, requestsPerDay } = uses
  const parts = [
    ...(keys === null || keys.length === 0 ? [] : [counted(keys.length, 'key')]),
    ...(requestsPerDay === null || requestsPerDay === 0 ? [] : [`${counted(requestsPerDay, 'request')} in 24 h`]),
  ]
  if (parts.length > 0) return <>{parts.join(', ')}</>
  return <span class="muted">{keys === null && requestsPerDay === null ? '—' : 'not used'}</span>
}

function fits({ name, slug }: ConfigRow, words: string): boolean {
  const needle = words.trim().toLowerCase()
  return name.toLowerCase().includes(needle) || slug.includes(needle)
}
