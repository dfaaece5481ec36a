/** The permissions of each role, as returned by the gateway. */

import { api } from '../../api/client.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Icon } from '../../design/controls/icon.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { Table } from '../../design/data/table.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type List, ORGANISATION_ROLES } from './people.ts'

type RoleName = 'owner' | 'admin' | 'manager' | 'member'

type Scope = { readonly name: string; readonly description: string; readonly roles?: readonly RoleName[] }

const COLUMNS: readonly { readonly name: RoleName; readonly label: string }[] = [
  { name: 'owner', label: 'Owner' },
  { name: 'admin', label: 'Admin' },
  { name: 'manager', label: 'Manager' },
  { name: 'member', label: 'Member' },
]

export function RoleHelp() {
  const scopes = useResource('scopes', (signal) => api.get<List<Scope>>('/scopes', { signal }))
  useViewCode({ path: '/scopes' })
  return (
    <>
      <Facts
        facts={[
          ...ORGANISATION_ROLES.map((role) => ({ name: role.label, value: role.about })),
          { name: 'Manager', value: 'Full access to one workspace, including its keys and members.' },
          {
            name: 'Member of a workspace',
            value: 'Reads configs, prompts, logs and analytics, and uses the playground of one workspace.',
          },
        ]}
      />
      <Loaded resource={scopes} what="load the permissions">
        {({ data }) => <RoleTable scopes={data} />}
      </Loaded>
    </>
  )
}

function RoleTable({ scopes }: { readonly scopes: readonly Scope[] }) {
  const knowsRoles = scopes.some((scope) => scope.roles !== undefined)
  return (
    <Table
      label="Permissions of each role"
      isCompact
      rows={scopes}
      keyOf={(scope) => scope.name}
      columns={[
        {
          name: 'about',
          label: 'Permission',
          cell: (scope) => (
            <div>
              {scope.description}
              <div class="caption anywhere">{scope.name}</div>
            </div>
          ),
        },
        ...(knowsRoles
          ? COLUMNS.map(({ name, label }) => ({
              name,
              label,
              cell: (scope: Scope) => <Held isHeld={scope.roles?.includes(name) ?? false} />,
            }))
          : []),
      ]}
    />
  )
}

function Held({ isHeld }: { readonly isHeld: boolean }) {
  return isHeld ? (
    <span class="row tone-ok">
      <Icon name="check" /> yes
    </span>
  ) : (
    <span class="muted">no</span>
  )
}
