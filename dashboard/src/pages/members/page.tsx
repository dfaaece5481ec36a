/** The Members page: users of the current workspace and their roles. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, isOrganisationAdmin, workspace } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { NoWorkspace } from '../../app/shell/top-bar.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { InviteDialog } from '../users/invite-dialog.tsx'
import type { List } from '../users/people.ts'
import { AddMemberDialog } from './add-member-dialog.tsx'
import { type Member, MembersTable } from './members-table.tsx'

const PAGE_SIZE = 100

export function Page() {
  const here = workspace.value
  if (!here) return <NoWorkspace />
  return <Members key={here.id} id={here.id} name={here.name} />
}

function Members({ id, name }: { readonly id: string; readonly name: string }) {
  const now = query.value
  const [isInviting, setInviting] = useState(false)
  const page = Number(now.get('page') ?? 0) || 0
  const path = `/admin/workspaces/${id}/users`
  const requested = { current_page: page, page_size: PAGE_SIZE }
  const members = useResource(JSON.stringify([path, requested]), (signal) =>
    api.get<List<Member>>(path, { query: requested, signal }),
  )
  useViewCode({ path, query: requested })
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
      Add person
    </Button>
  )
  const mayInvite = isOrganisationAdmin.value && can('organisation_users.create')
  return (
    <div class="page">
      <PageHead
        title="Members"
        about={`People with a role in ${name}. Owners and admins of the organisation have access without one.`}
        actions={
          <>
            {mayInvite && <Button onClick={() => setInviting(true)}>Invite someone new</Button>}
            {can('workspace_users.create') && add}
          </>
        }
      />
      <Loaded resource={members} what="load the members">
        {(list) =>
          list.total === 0 ? (
            <EmptyState title={`${name} has no members yet`} action={can('workspace_users.create') && add}>
              Add people who have an account, or invite new ones.
            </EmptyState>
          ) : (
            <>
              <MembersTable members={list.data} workspace={{ id, name }} onChanged={members.reload} />
              <Pager
                total={list.total}
                page={page}
                pageSize={PAGE_SIZE}
                what="members"
                onPage={(next) => setQuery({ page: next || null })}
              />
            </>
          )
        }
      </Loaded>
      {now.get('new') === '1' && can('workspace_users.create') && (
        <AddMemberDialog
          workspace={{ id, name }}
          members={members.data?.data ?? []}
          onClose={() => setQuery({ new: null }, { replace: true })}
          onAdded={members.reload}
        />
      )}
      {isInviting && (
        <InviteDialog
          given={[{ id, role: 'member' }]}
          onClose={() => {
            setInviting(false)
            members.reload()
          }}
        />
      )}
    </div>
  )
}
