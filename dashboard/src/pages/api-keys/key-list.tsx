/** The keys of a workspace or the organisation: permissions, creator, last use. */

import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { type Resource, useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Badge, type Tone } from '../../design/data/badge.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { date } from '../../design/data/time-zone.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'
import { type ApiKey, KIND_WORDS, type Realm } from './api-key.ts'
import { creatableType } from './create-dialog.tsx'

const TONES: Readonly<Record<ApiKey['status'], Tone>> = { active: 'ok', exhausted: 'error', expired: 'warning' }
const MAX_CHIPS = 3
/** Shown if the creator's name is unknown. */
export const MADE_BY: Readonly<Record<ApiKey['creation_mode'], string>> = {
  ui: 'in the dashboard',
  api: 'another key',
  auto: 'setup',
}
const MONTH_MS = 30 * 86_400_000

type ListProps = { readonly realm: Realm; readonly keys: Resource<readonly ApiKey[]>; readonly chosen: string | null }

export function KeyList({ realm, keys, chosen }: ListProps) {
  const people = usePeople()
  return (
    <Loaded resource={keys} what="load the keys">
      {(all) =>
        all.length === 0 ? <NoKeys realm={realm} /> : <Rows realm={realm} all={all} chosen={chosen} people={people} />
      }
    </Loaded>
  )
}

type Person = { readonly id: string; readonly email: string }

/** Email addresses by user id, if the user may read them. */
export function usePeople(): ReadonlyMap<string, string> {
  const people = useResource(can('organisation_users.list') ? 'people' : null, (signal) =>
    api.get<{ data: readonly Person[] }>('/admin/users', { query: { pageSize: 1000 }, signal }),
  )
  return new Map((people.data?.data ?? []).map((one) => [one.id, one.email]))
}

type RowsProps = {
  readonly realm: Realm
  readonly all: readonly ApiKey[]
  readonly chosen: string | null
  readonly people: ReadonlyMap<string, string>
}

function Rows({ realm, all, chosen, people }: RowsProps) {
  const sought = query.value.get('q') ?? ''
  const needle = sought.toLowerCase()
  const isReview = query.value.get('review') === '1'
  const inReview = all.filter((key) => key.needs_review)
  const rows = (isReview ? inReview : all).filter((key) =>
    [key.name, key.id, key.description ?? '', ...key.scopes].some((word) => word.toLowerCase().includes(needle)),
  )
  const names = new Map([...people, ...all.map((key) => [key.id, key.name] as const)])
  const path = realm === 'organisation' ? '/admin-keys' : '/api-keys'
  return (
    <div class="stack">
      <div class="keys-filter">
        <TextField
          label="Filter keys"
          hideLabel
          type="search"
          data-key="filter"
          placeholder="Filter by name, id or scope"
          value={sought}
          onValue={(q) => setQuery({ q }, { replace: true })}
        />
        {(isReview || inReview.length > 0) && (
          <Button onClick={() => setQuery({ review: isReview ? null : 1 }, { replace: true })}>
            {isReview ? 'All keys' : `Needs review (${inReview.length})`}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyByFilter
          what="keys"
          filters={[
            ...(sought === ''
              ? []
              : [{ label: `“${sought}”`, wouldShow: all.length, onRemove: () => setQuery({ q: null }) }]),
            ...(isReview
              ? [{ label: 'Needs review', wouldShow: all.length, onRemove: () => setQuery({ review: null }) }]
              : []),
          ]}
        />
      ) : (
        <Table
          label={realm === 'organisation' ? 'Admin keys' : 'API keys'}
          columns={columnsWith(realm, path, names)}
          rows={rows}
          keyOf={(key) => key.id}
          selectedKey={chosen}
          onOpen={(key) => navigate(`${path}/${key.id}`)}
        />
      )}
    </div>
  )
}

function columnsWith(realm: Realm, path: string, names: ReadonlyMap<string, string>): readonly Column<ApiKey>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      cell: (key) => (
        <div class="keys-cell">
          <a href={`${path}/${key.id}`}>{key.name}</a>
          <span class="caption">
            <code>{key.key_hint}</code>
            {realm === 'workspace' && ` · ${KIND_WORDS[key.type]}`}
          </span>
        </div>
      ),
    },
    {
      name: 'scopes',
      label: 'Permissions',
      cell: (key) => (
        <div class="keys-cell">
          <ScopeChips of={key} />
          {key.defaults.config_id && (
            <span class="caption">
              default config{' '}
              <a href={`/configs/${encodeURIComponent(key.defaults.config_id)}`}>{key.defaults.config_id}</a>
            </span>
          )}
        </div>
      ),
    },
    {
      name: 'budget',
      label: 'Budget',
      cell: (key) =>
        key.usage_limits ? (
          <div class="keys-budget">
            <UsageBar limit={key.usage_limits} label={`Budget of ${key.name}`} isShort />
          </div>
        ) : (
          <span class="muted">no limit</span>
        ),
    },
    {
      name: 'created',
      label: 'Created by',
      cell: (key) => (
        <div class="keys-cell">
          <span class="keys-who truncate">
            {key.created_by ? (names.get(key.created_by) ?? MADE_BY[key.creation_mode]) : 'setup'}
          </span>
          <span class="caption">
            <Time at={key.created_at} />
          </span>
        </div>
      ),
    },
    {
      name: 'used',
      label: 'Last used',
      cell: (key) => (
        <div class="keys-cell">
          <Time at={key.last_used_at} />
          <span class="caption">{key.last_used_ip ?? (isIdle(key) ? 'unused for 30 days' : '')}</span>
        </div>
      ),
    },
    {
      name: 'status',
      label: 'Status',
      cell: (key) => (
        <div class="keys-cell">
          <span class="row-wrap">
            <Badge tone={TONES[key.status]}>{key.status}</Badge>
            {key.key_transition_expires_at && <Badge tone="info">two secrets</Badge>}
            {key.needs_review && <Badge tone="warning">Needs review</Badge>}
          </span>
          <span class="caption">{key.expires_at === null ? 'no expiry' : <>expires {dayOf(key.expires_at)}</>}</span>
        </div>
      ),
    },
  ]
}

function dayOf(time: string): string {
  return date(Date.parse(time))
}

export function isIdle(key: ApiKey, nowMs = Date.now()): boolean {
  return nowMs - Date.parse(key.last_used_at ?? key.created_at) > MONTH_MS
}

function ScopeChips({ of: key }: { readonly of: ApiKey }) {
  const scopes = key.scopes.filter((scope) => scope !== 'completions.write')
  const shown = scopes.slice(0, MAX_CHIPS)
  return (
    <span class="keys-chips">
      {key.allow_inference && <Badge tone="info">send requests</Badge>}
      {shown.map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
      {scopes.length > shown.length && (
        <span class="caption" title={scopes.slice(MAX_CHIPS).join(', ')}>
          and {scopes.length - shown.length} more
        </span>
      )}
    </span>
  )
}

function NoKeys({ realm }: { readonly realm: Realm }) {
  const mayCreate = creatableType(realm) !== null
  return (
    <EmptyState
      title={realm === 'organisation' ? 'No Admin keys' : 'No API keys in this workspace'}
      action={
        mayCreate && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New key
          </Button>
        )
      }
      command={
        realm === 'workspace' && (
          <CodeBlock title="On the command line" code="gatehouse keys create my-app --expires 90d" />
        )
      }
    >
      {mayCreate
        ? 'Apps send a gateway key with every request. Create one with only the permissions that its app needs.'
        : 'Apps send a gateway key with every request. A manager of this workspace can create one.'}
    </EmptyState>
  )
}
