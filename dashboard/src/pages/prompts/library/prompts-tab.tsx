/** Prompts by collection: published version, newer versions and number of requests. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate, query, setQuery } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button, LinkButton } from '../../../design/controls/button.tsx'
import { CopyButton } from '../../../design/controls/copy-button.tsx'
import { TextField } from '../../../design/controls/field.tsx'
import { CodeBlock } from '../../../design/data/code-block.tsx'
import { count, moneyOfCents } from '../../../design/data/format.ts'
import { type Column, Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../../design/states/notices.tsx'
import type { Collection, List, PromptSummary } from '../prompt-types.ts'
import { ImportDialog } from './import-dialog.tsx'
import { LibraryHead } from './library-head.tsx'

type Calls = { readonly prompt: string; readonly requests: number; readonly cost: number | null }
type Row = PromptSummary & { readonly calls: Calls | null }

const WEEK_MS = 604_800_000
const PAGE_SIZE = 100

export function PromptsTab() {
  const [isImporting, setImporting] = useState(false)
  const id = workspaceId.value
  const collection = query.value.get('collection')
  const search = query.value.get('search') ?? ''
  const page = Number(query.value.get('page') ?? 0)
  const wanted = { workspace_id: id, collection_id: collection, search, page_size: PAGE_SIZE, current_page: page }
  useViewCode({ path: '/prompts', query: wanted })
  const prompts = useResource(JSON.stringify(wanted), (signal) =>
    api.get<List<PromptSummary>>('/prompts', { query: wanted, signal }),
  )
  const collections = useResource(`collections ${id}`, (signal) =>
    api.get<List<Collection>>('/collections', { query: { workspace_id: id, page_size: 1000 }, signal }),
  )
  const calls = useResource(can('analytics.view') ? `calls ${id}` : null, (signal) => {
    const since = new Date(Date.now() - WEEK_MS).toISOString()
    const filter = { workspace_id: id, time_of_generation_min: since, page_size: 1_000 }
    return api.get<List<Calls>>('/analytics/groups/prompt', { query: filter, signal })
  })
  const actions = can('prompts.create') && (
    <>
      <Button onClick={() => setImporting(true)}>Import</Button>
      <LinkButton kind="primary" icon="plus" href="/prompts?new=1">
        New prompt
      </LinkButton>
    </>
  )
  const filters = [
    ...(collection ? [{ label: 'Collection', onRemove: () => setQuery({ collection: null }) }] : []),
    ...(search ? [{ label: `Name “${search}”`, onRemove: () => setQuery({ search: null }) }] : []),
  ]
  return (
    <>
      <LibraryHead
        current="prompts"
        about="Saved templates with variables and numbered versions; one version is published."
        actions={actions}
      />
      <div class="prompts-library">
        <Folders collections={collections.data?.data ?? []} chosen={collection} />
        <div class="stack">
          <div class="prompts-filter">
            <TextField
              label="Search by name"
              hideLabel
              type="search"
              data-key="filter"
              placeholder="Filter by name"
              value={search}
              onValue={(value) => setQuery({ search: value, page: null }, { replace: true })}
            />
          </div>
          <Loaded resource={prompts} what="load the prompts">
            {({ data, total }) => {
              if (data.length === 0)
                return filters.length > 0 ? <EmptyByFilter filters={filters} what="prompts" /> : <NoPrompts />
              const byPrompt = new Map(calls.data?.data.map((one) => [one.prompt, one]))
              const rows = data.map((one) => ({ ...one, calls: byPrompt.get(one.slug) ?? null }))
              return (
                <>
                  <Table
                    label="Prompts"
                    columns={columns(calls.data !== null)}
                    rows={rows}
                    keyOf={(row) => row.id}
                    onOpen={(row) => navigate(`/prompts/${row.slug}`)}
                  />
                  {total > PAGE_SIZE && (
                    <div class="row-wrap">
                      <Button size="small" disabled={page === 0} onClick={() => setQuery({ page: page - 1 || null })}>
                        Previous
                      </Button>
                      <span class="muted">{`${page * PAGE_SIZE + 1}–${page * PAGE_SIZE + data.length} of ${count(total)}`}</span>
                      <Button
                        size="small"
                        disabled={(page + 1) * PAGE_SIZE >= total}
                        onClick={() => setQuery({ page: page + 1 })}
                      >
                        Next
                      </Button>
                    </div>
                  )}
                </>
              )
            }}
          </Loaded>
        </div>
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function Folders({
  collections,
  chosen,
}: {
  readonly collections: readonly Collection[]
  readonly chosen: string | null
}) {
  return (
    <nav class="prompts-folders" aria-label="Collections">
      <a class="spread" href="/prompts" aria-current={chosen === null ? 'page' : undefined}>
        <span>All prompts</span>
        <span class="muted number">{count(sum(collections))}</span>
      </a>
      {collections.map((one) => (
        <a
          key={one.id}
          class="spread"
          href={`/prompts?collection=${encodeURIComponent(one.slug)}`}
          aria-current={chosen === one.slug ? 'page' : undefined}
        >
          <span class="truncate">{one.name}</span>
          <span class="muted number">{count(one.collection_details.prompts_count)}</span>
        </a>
      ))}
    </nav>
  )
}

function sum(collections: readonly Collection[]): number {
  return collections.reduce((total, one) => total + one.collection_details.prompts_count, 0)
}

function columns(hasCalls: boolean): Column<Row>[] {
  return [
    { name: 'name', label: 'Name', cell: (row) => <a href={`/prompts/${row.slug}`}>{row.name}</a> },
    {
      name: 'id',
      label: 'Slug',
      cell: (row) => (
        <span class="row">
          <code>{row.slug}</code>
          <CopyButton text={row.slug} what={`slug of ${row.name}`} iconOnly />
        </span>
      ),
    },
    { name: 'model', label: 'Model', cell: (row) => row.model ?? <span class="muted">from the request</span> },
    { name: 'published', label: 'Published', cell: (row) => `v${row.published_version}` },
    { name: 'latest', label: 'Latest', cell: (row) => <Latest {...row} /> },
    ...(hasCalls
      ? [
          {
            name: 'calls',
            label: 'Requests, 7 days',
            isNumber: true,
            cell: (row: Row) => count(row.calls?.requests ?? 0),
          },
          {
            name: 'cost',
            label: 'Cost, 7 days',
            isNumber: true,
            cell: (row: Row) => (row.calls ? moneyOfCents(row.calls.cost) : '—'),
          },
        ]
      : []),
    { name: 'changed', label: 'Updated', cell: (row) => <Time at={row.last_updated_at} /> },
  ]
}

function Latest({ latest_version: latest, published_version: published }: PromptSummary) {
  const ahead = latest - published
  return (
    <span>
      v{latest}
      {ahead > 0 && <span class="tone-warning"> · {ahead} ahead of published</span>}
    </span>
  )
}

function NoPrompts() {
  const command = `curl ${location.origin}/v1/prompts \\
  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H 'content-type: application/json' \\
  -d '{"name": "Greeting", "model": "mock-1", "string": [{"role": "user", "content": "Greet {{name}}."}]}'`
  return (
    <EmptyState
      title="No prompts yet"
      action={
        can('prompts.create') && (
          <LinkButton kind="primary" href="/prompts?new=1">
            Write first prompt
          </LinkButton>
        )
      }
      command={<CodeBlock title="With the API" code={command} />}
    >
      Keep templates out of your code: edit and publish them here, and call them by their slug.
    </EmptyState>
  )
}
