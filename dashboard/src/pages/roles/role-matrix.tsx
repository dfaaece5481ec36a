/** Permissions as rows in groups, roles as columns. */

import { setQuery } from '../../app/location.ts'
import type { Role } from '../../app/roles.ts'
import { can } from '../../app/session.ts'
import { Icon } from '../../design/controls/icon.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import type { Scope } from '../api-keys/api-key.ts'
import { resourcesWithAll } from '../api-keys/scope-words.ts'

type MatrixProps = {
  readonly roles: readonly Role[]
  readonly scopes: readonly Scope[]
  readonly onCopy: (role: Role) => void
  readonly onDelete: (role: Role) => void
}

export function RoleMatrix({ roles, scopes, onCopy, onDelete }: MatrixProps) {
  const held = new Map(roles.map((role) => [keyOf(role), new Set(role.permissions)]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label="Permissions of each role">
      <table class="table table-compact role-matrix" aria-label="Permissions of each role">
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map((role) => (
              <th key={keyOf(role)} scope="col">
                <RoleHead role={role} onCopy={onCopy} onDelete={onDelete} />
              </th>
            ))}
          </tr>
        </thead>
        {resourcesWithAll(scopes).map(({ name, label, scopes: own }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {label}
              </th>
            </tr>
            {own.map((scope) => (
              <tr key={scope.name}>
                <th scope="row">
                  {scope.description}
                  <div class="caption anywhere">{scope.name}</div>
                </th>
                {roles.map((role) => (
                  <td key={keyOf(role)}>
                    <Held isHeld={held.get(keyOf(role))?.has(scope.name) ?? false} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** Two built-in roles are called member. */
function keyOf({ level, slug }: Role): string {
  return `${level} ${slug}`
}

type HeadProps = Pick<MatrixProps, 'onCopy' | 'onDelete'> & { readonly role: Role }

function RoleHead({ role, onCopy, onDelete }: HeadProps) {
  const isOpen = can('roles.create') || (!role.is_built_in && (can('roles.update') || can('roles.delete')))
  return (
    <div>
      <div class="row">
        <span class="anywhere">{role.name}</span>
        {isOpen && (
          <Menu
            label={`Actions for ${role.name}, ${role.level}`}
            size="small"
            items={[
              ...(!role.is_built_in && can('roles.update')
                ? [{ label: 'Change', icon: 'edit' as const, onChoose: () => setQuery({ edit: role.id }) }]
                : []),
              ...(can('roles.create') ? [{ label: 'Copy', icon: 'copy' as const, onChoose: () => onCopy(role) }] : []),
              ...(!role.is_built_in && can('roles.delete')
                ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: () => onDelete(role) }]
                : []),
            ]}
          />
        )}
      </div>
      <div class="caption">
        {role.level}
        {role.user_count !== null && `, ${role.user_count} ${role.user_count === 1 ? 'user' : 'users'}`}
      </div>
    </div>
  )
}

function Held({ isHeld }: { readonly isHeld: boolean }) {
  return isHeld ? (
    <span class="tone-ok">
      <Icon name="check" />
      <span class="sr-only">yes</span>
    </span>
  ) : (
    <span class="sr-only">no</span>
  )
}
