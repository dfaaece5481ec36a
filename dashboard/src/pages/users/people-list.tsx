/** All users: role, workspaces, status and actions. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { roleChoices, useCustomRoles } from '../../app/roles.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge, DotWord } from '../../design/data/badge.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, ErrorNotice } from '../../design/states/notices.tsx'
import { LinkDialog, type MadeLink } from './link-dialog.tsx'
import {
  type FactorStatus,
  isSelf,
  type List,
  mayChange,
  nameOf,
  ORGANISATION_ROLES,
  type Person,
  type WorkspaceName,
} from './people.ts'
import { PersonDialog } from './person-dialog.tsx'
import { RemoveFactors } from './remove-factors.tsx'
import { RemovePerson } from './remove-person.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

const PAGE_SIZE = 200

type Everybody = {
  readonly factors: ReadonlyMap<string, FactorStatus>
  readonly people: List<Person>
  readonly owners: readonly Person[]
  readonly workspaces: readonly WorkspaceName[]
}

export function People() {
  const now = query.value
  const custom = useCustomRoles('organisation')
  const page = Number(now.get('page') ?? 0) || 0
  const filter = {
    role: now.get('role') ?? undefined,
    currentPage: page,
    pageSize: PAGE_SIZE,
  }
  const loaded = useResource(JSON.stringify(filter), async (signal): Promise<Everybody> => {
    const [people, owners, workspaces, factors] = await Promise.all([
      api.get<List<Person>>('/admin/users', { query: filter, signal }),
      api.get<List<Person>>('/admin/users', { query: { role: 'owner', pageSize: 100 }, signal }),
      api.get<List<WorkspaceName>>('/admin/workspaces', { query: { page_size: 1_000 }, signal }),
      api.get<List<FactorStatus>>('/admin/second-factors', { query: filter, signal }),
    ])
    const byUser = new Map(factors.data.map((one) => [one.user_id, one]))
    return { people, owners: owners.data, workspaces: workspaces.data, factors: byUser }
  })
  useViewCode({ path: '/admin/users', query: filter })
  const [made, setMade] = useState<MadeLink | null>(null)
  const makingLink = useAction(async (person: Person) => {
    const answer = await api.post<{ password_link: string; expires_at: string }>(
      `/admin/users/${person.id}/password-link`,
    )
    setMade({
      title: `New password for ${nameOf(person)}`,
      about: 'Send this link over a channel you trust. Anyone who opens it can set a new password and is signed in.',
      link: answer.password_link,
      expiresAt: answer.expires_at,
    })
  })
  const chosen = loaded.data?.people.data.find(
    (person) => person.id === (now.get('edit') ?? now.get('remove') ?? now.get('factors') ?? now.get('sessions')),
  )
  const lastOwner = loaded.data ? lastOf(loaded.data.owners) : null
  const close = () => setQuery({ edit: null, remove: null, factors: null, sessions: null }, { replace: true })
  const done = async () => {
    await loaded.reload()
    close()
  }
  return (
    <>
      <div class="users-filters">
        <TextField
          label="Filter people"
          hideLabel
          placeholder="Filter by name or e-mail"
          type="search"
          data-key="filter"
          value={now.get('q') ?? ''}
          onValue={(words) => setQuery({ q: words }, { replace: true })}
        />
        <SelectField
          label="Role"
          hideLabel
          value={now.get('role') ?? ''}
          onValue={(role) => setQuery({ role, page: null })}
          choices={[{ value: '', label: 'Any role' }, ...ORGANISATION_ROLES, ...roleChoices(custom)]}
        />
      </div>
      {makingLink.error && <ErrorNotice error={makingLink.error} what="create a password link" />}
      <Loaded resource={loaded} what="load the people">
        {({ people, workspaces, factors }) => {
          const fitting = people.data.filter((person) => fits(person, now.get('q') ?? ''))
          return fitting.length === 0 ? (
            <EmptyByFilter what="people" filters={filtersOf(now)} />
          ) : (
            <>
              <PeopleTable people={fitting} workspaces={workspaces} factors={factors} onPasswordLink={makingLink.run} />
              <Pager
                total={people.total}
                page={page}
                pageSize={PAGE_SIZE}
                what="people"
                onPage={(next) => setQuery({ page: next || null })}
              />
            </>
          )
        }}
      </Loaded>
      {chosen && now.has('edit') && (
        <PersonDialog person={chosen} isLastOwner={chosen.id === lastOwner} onClose={close} onSaved={done} />
      )}
      {chosen && now.has('remove') && (
        <RemovePerson person={chosen} isLastOwner={chosen.id === lastOwner} onClose={close} onRemoved={done} />
      )}
      {chosen && now.has('factors') && <RemoveFactors person={chosen} onClose={close} onRemoved={done} />}
      {chosen && now.has('sessions') && (
        <SessionsDialog person={chosen} workspaces={loaded.data?.workspaces ?? []} onClose={close} />
      )}
      {made && <LinkDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}

type TableProps = {
  readonly people: readonly Person[]
  readonly workspaces: readonly WorkspaceName[]
  readonly factors: ReadonlyMap<string, FactorStatus>
  readonly onPasswordLink: (person: Person) => void
}

function PeopleTable({ people, workspaces, factors, onPasswordLink }: TableProps) {
  const edit = (person: Person) => setQuery({ edit: person.id })
  const mayEdit = can('organisation_users.update')
  return (
    <Table
      label="People"
      rows={people}
      keyOf={(person) => person.id}
      onOpen={(person) => mayEdit && mayChange(person) && edit(person)}
      columns={[
        { name: 'person', label: 'Person', cell: (person) => <PersonCell person={person} /> },
        { name: 'role', label: 'Role', cell: (person) => <Roles person={person} /> },
        {
          name: 'workspaces',
          label: 'Workspaces',
          cell: (person) => <WorkspaceLinks person={person} workspaces={workspaces} />,
        },
        {
          name: 'status',
          label: 'Status',
          cell: ({ status }) => <DotWord tone={status === 'active' ? 'ok' : 'neutral'}>{status}</DotWord>,
        },
        {
          name: 'factors',
          label: 'Second factor',
          cell: (person) => <FactorCell status={factors.get(person.id)} />,
        },
        {
          name: 'active',
          label: 'Last active',
          cell: ({ last_active: at }) => (at === null ? <span class="muted">not yet</span> : <Time at={at} />),
        },
        { name: 'since', label: 'Since', cell: (person) => <Time at={person.created_at} /> },
        {
          name: 'actions',
          label: 'Actions',
          hideLabel: true,
          cell: (person) => (
            <Menu
              label={`Actions for ${nameOf(person)}`}
              size="small"
              items={[
                ...(mayEdit && mayChange(person)
                  ? [
                      { label: 'Change…', icon: 'edit' as const, onChoose: () => edit(person) },
                      { label: 'Create password link', onChoose: () => onPasswordLink(person) },
                      ...(hasFactor(factors.get(person.id))
                        ? [{ label: 'Remove second factors…', onChoose: () => setQuery({ factors: person.id }) }]
                        : []),
                    ]
                  : []),
                { label: 'Sessions and devices…', onChoose: () => setQuery({ sessions: person.id }) },
                { label: 'Audit log', href: `/audit-log?actor=${person.id}` },
                ...(can('organisation_users.delete') && mayChange(person)
                  ? [
                      {
                        label: 'Remove…',
                        icon: 'trash' as const,
                        isDanger: true,
                        onChoose: () => setQuery({ remove: person.id }),
                      },
                    ]
                  : []),
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function PersonCell({ person }: { readonly person: Person }) {
  return (
    <div>
      <div>
        <a href={`/users?edit=${person.id}`}>{nameOf(person)}</a>
        {isSelf(person) && <span class="muted"> (you)</span>}
      </div>
      <div class="caption anywhere">{person.email}</div>
    </div>
  )
}

function hasFactor(status: FactorStatus | undefined): boolean {
  return status !== undefined && (status.passkeys > 0 || status.totp)
}

function FactorCell({ status }: { readonly status: FactorStatus | undefined }) {
  if (!status || !hasFactor(status))
    return status?.is_required ? <Badge tone="warning">missing</Badge> : <span class="muted">none</span>
  const passkeys = status.passkeys === 1 ? '1 passkey' : `${status.passkeys} passkeys`
  return <>{[...(status.passkeys > 0 ? [passkeys] : []), ...(status.totp ? ['app'] : [])].join(', ')}</>
}

function Roles({ person }: { readonly person: Person }) {
  return (
    <>
      <RoleBadge role={person.role} /> {person.is_break_glass && <Badge tone="warning">break-glass</Badge>}
    </>
  )
}

export function RoleBadge({ role }: { readonly role: Person['role'] }) {
  return <Badge tone={role === 'member' ? 'neutral' : 'accent'}>{role}</Badge>
}

const MAX_NAMED = 3

function WorkspaceLinks({ person, workspaces }: { readonly person: Person } & Pick<TableProps, 'workspaces'>) {
  if (person.role !== 'member') return <span class="muted">all</span>
  const own = workspaces.filter((one) => person.workspace_ids.includes(one.id))
  if (own.length === 0) return <span class="muted">none</span>
  return (
    <span class="users-names">
      {own.slice(0, MAX_NAMED).map((one) => (
        <a key={one.id} href={`/members?w=${one.slug}`}>
          {one.name}
        </a>
      ))}
      {own.length > MAX_NAMED && <span class="muted">and {own.length - MAX_NAMED} more</span>}
    </span>
  )
}

/** Id of the only active owner, who cannot be removed; null if there are several. */
function lastOf(owners: readonly Person[]): string | null {
  const active = owners.filter((owner) => owner.status === 'active')
  return active.length === 1 ? (active[0]?.id ?? null) : null
}

function fits(person: Person, words: string): boolean {
  return `${nameOf(person)} ${person.email}`.toLowerCase().includes(words.trim().toLowerCase())
}

function filtersOf(now: URLSearchParams) {
  return ['q', 'role']
    .filter((name) => now.has(name))
    .map((name) => ({
      label: `${name === 'q' ? 'name' : name}: ${now.get(name)}`,
      onRemove: () => setQuery({ [name]: null, page: null }),
    }))
}
