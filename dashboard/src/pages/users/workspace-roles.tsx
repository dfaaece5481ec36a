/** Workspace roles, one line per selected workspace. */

import { roleChoices, useCustomRoles } from '../../app/roles.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { type GivenRole, WORKSPACE_ROLES, type WorkspaceName } from './people.ts'

type WorkspaceRolesProps = {
  readonly workspaces: readonly WorkspaceName[]
  readonly roles: readonly GivenRole[]
  readonly onRoles: (roles: readonly GivenRole[]) => void
}

export function WorkspaceRoles({ workspaces, roles, onRoles }: WorkspaceRolesProps) {
  const custom = useCustomRoles('workspace')
  const others = workspaces.filter((one) => !roles.some((given) => given.id === one.id))
  const nameOf = (id: string) => workspaces.find((one) => one.id === id)?.name ?? id
  return (
    <fieldset class="stack-tight">
      <legend class="field-label">Roles in workspaces</legend>
      {roles.map(({ id, role }) => (
        <div key={id} class="users-role">
          <span class="truncate">{nameOf(id)}</span>
          <SelectField
            label={`Role in ${nameOf(id)}`}
            hideLabel
            value={role === 'admin' ? 'manager' : role}
            choices={[...WORKSPACE_ROLES, ...roleChoices(custom)]}
            onValue={(next) => onRoles(roles.map((given) => (given.id === id ? { id, role: next } : given)))}
          />
          <Button kind="quiet" icon="trash" iconOnly onClick={() => onRoles(roles.filter((given) => given.id !== id))}>
            {`Not in ${nameOf(id)}`}
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <SelectField
          label="Add to workspace"
          hideLabel
          value=""
          choices={[
            { value: '', label: 'Add to workspace…' },
            ...others.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onValue={(id) => id !== '' && onRoles([...roles, { id, role: 'member' }])}
        />
      )}
      {roles.length === 0 && <p class="caption">Without a role they can sign in but see nothing.</p>}
    </fieldset>
  )
}
