/** The Access review page: who can do what in which workspace, and by which grant. */

import { api, queryText } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { caller } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { DotWord } from '../../design/data/badge.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter } from '../../design/states/notices.tsx'

const PATH = '/admin/access-review'
const PAGE_SIZE = 50
const FILTERS = ['type', 'workspace', 'permission', 'search'] as const

type Grant = {
  readonly subject_type: 'user' | 'api_key' | 'workload_issuer'
  readonly subject_id: string
  readonly subject_name: string
  readonly status: 'active' | 'disabled' | 'expired'
  readonly workspace_id: string | null
  readonly workspace_name: string | null
  readonly grant: 'direct' | 'group_mapping' | 'scim_group' | 'api_key' | 'workload_issuer'
  readonly groups: readonly string[]
  readonly role: string | null
  readonly role_name: string | null
  readonly permissions: readonly string[]
  readonly last_used_at: string | null
  readonly client_certificates: readonly string[]
  readonly needs_review: boolean
}

type Known = { readonly data: readonly Grant[]; readonly next_cursor: string | null }

export function Page() {
  const now = query.value
  const requested = {
    ...Object.fromEntries(FILTERS.map((name) => [name, now.get(name)])),
    cursor: now.get('cursor'),
    page_size: PAGE_SIZE,
  }
  const grants = useResource(JSON.stringify(requested), (signal) => api.get<Known>(PATH, { query: requested, signal }))
  const scopes = useResource('scopes', (signal) =>
    api.get<{ readonly data: readonly { readonly name: string }[] }>('/scopes', { signal }),
  )
  useViewCode({ path: PATH, query: requested })
  const filter = (name: (typeof FILTERS)[number]) => (value: string) =>
    setQuery({ [name]: value || null, cursor: null }, { replace: name === 'search' })
  return (
    <div class="page">
      <PageHead title="Access review" about="Permissions by user, key and workspace." actions={<ExportMenu />} />
      <div class="row-wrap">
        <TextField
          label="Find a name"
          hideLabel
          type="search"
          data-key="filter"
          placeholder="Name or e-mail address"
          value={now.get('search') ?? ''}
          onValue={filter('search')}
        />
        <SelectField
          label="Type"
          hideLabel
          value={now.get('type') ?? ''}
          onValue={filter('type')}
          choices={[
            { value: '', label: 'All types' },
            { value: 'user', label: 'Users' },
            { value: 'api_key', label: 'API keys' },
            { value: 'workload_issuer', label: 'Workload issuers' },
          ]}
        />
        <SelectField
          label="Workspace"
          hideLabel
          value={now.get('workspace') ?? ''}
          onValue={filter('workspace')}
          choices={[
            { value: '', label: 'Any workspace' },
            ...(caller.value?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label="Permission"
          hideLabel
          value={now.get('permission') ?? ''}
          onValue={filter('permission')}
          choices={[
            { value: '', label: 'Any permission' },
            ...(scopes.data?.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      </div>
      <Loaded resource={grants} what="load the access review">
        {({ data, next_cursor }) => (
          <>
            {data.length === 0 && next_cursor === null ? <NoGrants /> : <GrantTable grants={data} />}
            <div class="row">
              {now.has('cursor') && <Button onClick={() => setQuery({ cursor: null })}>First page</Button>}
              {next_cursor !== null && <Button onClick={() => setQuery({ cursor: next_cursor })}>Next page</Button>}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

function NoGrants() {
  const now = query.value
  return (
    <EmptyByFilter
      what="grants"
      filters={FILTERS.filter((name) => now.has(name)).map((name) => ({
        label: `${name}: ${now.get(name)}`,
        onRemove: () => setQuery({ [name]: null, cursor: null }),
      }))}
    />
  )
}

const TYPES = { user: 'User', api_key: 'API key', workload_issuer: 'Workload issuer' } as const
const GRANTS = {
  direct: 'Direct',
  group_mapping: 'Group mapping',
  scim_group: 'SCIM group',
  api_key: 'Key',
  workload_issuer: 'Workload issuer',
} as const

function GrantTable({ grants }: { readonly grants: readonly Grant[] }) {
  return (
    <Table
      label="Access review"
      rows={grants}
      keyOf={(grant) => `${grant.subject_type} ${grant.subject_id} ${grant.workspace_id}`}
      columns={[
        {
          name: 'who',
          label: 'Who',
          cell: (grant) => (
            <div>
              <span class="anywhere">{grant.subject_name}</span>
              <div class="caption">{TYPES[grant.subject_type]}</div>
            </div>
          ),
        },
        {
          name: 'workspace',
          label: 'Workspace',
          cell: (grant) => <span class="anywhere">{grant.workspace_name ?? 'All'}</span>,
        },
        {
          name: 'role',
          label: 'Role',
          cell: (grant) => <span class="anywhere">{grant.role_name ?? grant.role ?? ''}</span>,
        },
        {
          name: 'grant',
          label: 'Grant',
          cell: (grant) => (
            <div>
              {GRANTS[grant.grant]}
              {grant.groups.length > 0 && <div class="caption anywhere">{grant.groups.join(', ')}</div>}
              {grant.client_certificates.length > 0 && (
                <div class="caption anywhere">{grant.client_certificates.join(', ')}</div>
              )}
            </div>
          ),
        },
        {
          name: 'permissions',
          label: 'Permissions',
          cell: (grant) =>
            grant.permissions.length === 0 ? (
              <span class="muted">None</span>
            ) : (
              <details>
                <summary>{grant.permissions.length}</summary>
                <div class="caption anywhere">{grant.permissions.join(', ')}</div>
              </details>
            ),
        },
        {
          name: 'status',
          label: 'Status',
          cell: ({ status, needs_review: needsReview }) => (
            <div>
              <DotWord tone={status === 'active' ? 'ok' : 'neutral'}>{status}</DotWord>
              {needsReview && <div class="caption">needs review</div>}
            </div>
          ),
        },
        {
          name: 'used',
          label: 'Last used',
          cell: ({ last_used_at: at }) => (at === null ? <span class="muted">Never</span> : <Time at={at} />),
        },
      ]}
    />
  )
}

/** Exports all grants that match the filters. */
function ExportMenu() {
  const requested = Object.fromEntries(FILTERS.map((name) => [name, query.value.get(name)]))
  const href = (format: string) => `/v1${PATH}/export${queryText({ ...requested, format })}`
  return (
    <Menu
      label="Export"
      button="Export"
      items={[
        { label: 'As CSV', onChoose: () => download(href('csv'), 'access-review.csv') },
        { label: 'As JSON', onChoose: () => download(href('json'), 'access-review.json') },
      ]}
    />
  )
}

function download(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
