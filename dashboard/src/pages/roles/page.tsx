/** The Roles page: the permissions of built-in and custom roles. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { loadRoles, ROLES_PATH, type Role } from '../../app/roles.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import type { Scope } from '../api-keys/api-key.ts'
import { DeleteRole } from './delete-role.tsx'
import { RoleForm } from './role-form.tsx'
import { RoleMatrix } from './role-matrix.tsx'

type Known = { readonly roles: readonly Role[]; readonly scopes: readonly Scope[] }

async function load(signal: AbortSignal): Promise<Known> {
  const [roles, scopes] = await Promise.all([
    loadRoles(signal),
    api.get<{ readonly data: readonly Scope[] }>('/scopes', { signal }),
  ])
  return { roles, scopes: scopes.data }
}

export function Page() {
  useViewCode({ path: ROLES_PATH })
  const known = useResource('roles and scopes', load)
  const [copied, setCopied] = useState<Role | null>(null)
  const [deleted, setDeleted] = useState<Role | null>(null)
  const edited = known.data?.roles.find((role) => role.id === query.value.get('edit') && !role.is_built_in) ?? null
  const isNew = query.value.get('new') === '1'
  const close = () => {
    setCopied(null)
    setQuery({ new: null, edit: null }, { replace: true })
  }
  return (
    <div class="page">
      <PageHead
        title="Roles"
        about="Permissions of built-in and custom roles."
        actions={
          can('roles.create') && (
            <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
              New role
            </Button>
          )
        }
      />
      <Loaded resource={known} what="load the roles">
        {({ roles, scopes }) => (
          <>
            <RoleMatrix
              roles={roles}
              scopes={scopes}
              onCopy={(role) => {
                setCopied(role)
                setQuery({ new: 1 })
              }}
              onDelete={setDeleted}
            />
            {(isNew || edited) && (
              <RoleForm
                key={edited?.id ?? copied?.id ?? 'new'}
                before={edited}
                copied={copied}
                scopes={scopes}
                onClose={close}
                onSaved={known.reload}
              />
            )}
            {deleted && (
              <DeleteRole role={deleted} roles={roles} onClose={() => setDeleted(null)} onDeleted={known.reload} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
