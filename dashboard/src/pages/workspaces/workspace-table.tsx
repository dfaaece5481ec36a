/** Workspaces with their use in the last seven days, budget and size. */

import { setQuery } from '../../app/location.ts'
import { can, chooseWorkspace, workspaceId } from '../../app/session.ts'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { count, moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { rateWords } from '../../design/limits/limit-types.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { Skeleton } from '../../design/states/loaded.tsx'
import type { List, Person } from '../users/people.ts'
import type { Usage, WorkspaceRow } from './workspace.ts'

type WorkspaceTableProps = {
  readonly rows: readonly WorkspaceRow[]
  readonly week: ReadonlyMap<string, Usage> | null
  readonly isWeekLoading: boolean
  readonly people: List<Person> | null
}

export function WorkspaceTable({ rows, week, isWeekLoading, people }: WorkspaceTableProps) {
  const known = (row: WorkspaceRow, words: (usage: Usage) => string) => {
    if (isWeekLoading) return <Skeleton width={48} />
    const usage = week?.get(row.id)
    return usage ? words(usage) : <span class="muted">unknown</span>
  }
  return (
    <Table
      label="Workspaces"
      rows={rows}
      keyOf={(row) => row.id}
      onOpen={(row) => can('workspaces.update') && setQuery({ edit: row.slug })}
      columns={[
        { name: 'name', label: 'Name', cell: (row) => <NameCell row={row} /> },
        {
          name: 'members',
          label: 'Members',
          isNumber: true,
          cell: (row) => <a href={`/members?w=${row.slug}`}>{membersOf(row, people)}</a>,
        },
        {
          name: 'requests',
          label: 'Requests, 7 days',
          isNumber: true,
          cell: (row) => known(row, (usage) => count(usage.requests)),
        },
        {
          name: 'cost',
          label: 'Cost, 7 days',
          isNumber: true,
          cell: (row) => known(row, costWords),
        },
        { name: 'budget', label: 'Budget', cell: (row) => <BudgetCell row={row} /> },
        { name: 'created', label: 'Created', cell: (row) => <Time at={row.created_at} /> },
        { name: 'actions', label: 'Actions', hideLabel: true, cell: (row) => <Actions row={row} /> },
      ]}
    />
  )
}

function NameCell({ row }: { readonly row: WorkspaceRow }) {
  return (
    <div>
      <div class="row-wrap">
        {can('workspaces.update') ? <a href={`/workspaces?edit=${row.slug}`}>{row.name}</a> : row.name}
        {row.is_default && <Badge>default</Badge>}
        {row.id === workspaceId.value && <Badge tone="accent">current</Badge>}
      </div>
      <div class="caption anywhere">{row.description ?? row.slug}</div>
    </div>
  )
}

function BudgetCell({ row }: { readonly row: WorkspaceRow }) {
  const [limit] = row.usage_limits
  return (
    <div class="workspaces-budget">
      {limit ? <UsageBar limit={limit} label={`Budget of ${row.name}`} isShort /> : <span class="muted">no limit</span>}
      {row.rate_limits.length > 0 && <div class="caption">{row.rate_limits.map(rateWords).join(', ')}</div>}
    </div>
  )
}

function Actions({ row }: { readonly row: WorkspaceRow }) {
  return (
    <Menu
      label={`Actions for ${row.name}`}
      size="small"
      items={[
        { label: 'Switch to it', onChoose: () => chooseWorkspace(row.slug) },
        ...(can('workspaces.update')
          ? [{ label: 'Change…', icon: 'edit' as const, onChoose: () => setQuery({ edit: row.slug }) }]
          : []),
        { label: 'Members', href: `/members?w=${row.slug}` },
        { label: 'History', href: `/audit-log?target=${row.id}` },
        ...(can('workspaces.delete')
          ? [
              {
                label: 'Delete…',
                icon: 'trash' as const,
                isDanger: true,
                onChoose: () => setQuery({ delete: row.slug }),
              },
            ]
          : []),
      ]}
    />
  )
}

/** If some requests have no price, the sum is a lower bound. */
function costWords({ cost, unpriced }: Usage): string {
  return unpriced > 0 ? `≥ ${moneyOfCents(cost)}` : moneyOfCents(cost)
}

function membersOf(row: WorkspaceRow, people: List<Person> | null): string {
  if (people === null) return 'show'
  const known = people.data.filter((person) => person.workspace_ids.includes(row.id)).length
  return people.data.length < people.total ? `≥ ${count(known)}` : count(known)
}
