/** Workspace members; roles are changed inline, with Undo. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { type Role, roleChoices, useCustomRoles } from '../../app/roles.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { DotWord } from '../../design/data/badge.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type Reviewed, tellOfReview } from '../users/keys-to-review.ts'
import { isSelf, nameOf, type Person, type WorkspaceRole } from '../users/people.ts'

export type Member = Omit<Person, 'role' | 'workspace_ids'> & {
  readonly role: WorkspaceRole
  readonly org_role: Person['role']
}

type Here = { readonly id: string; readonly name: string }

type MembersTableProps = {
  readonly members: readonly Member[]
  readonly workspace: Here
  readonly onChanged: () => void
}

const ROLES = [
  { value: 'manager', label: 'Manager' },
  { value: 'member', label: 'Member' },
]

export function MembersTable({ members, workspace, onChanged }: MembersTableProps) {
  const custom = useCustomRoles('workspace')
  const [removed, setRemoved] = useState<Member | null>(null)
  const [requested, setRequested] = useState<Member | null>(null)
  const setRole = async (member: Member, role: WorkspaceRole) => {
    tellOfReview(await api.put<Reviewed>(`/admin/workspaces/${workspace.id}/users/${member.id}`, { role }))
    onChanged()
  }
  const changing = useAction(async (member: Member, role: WorkspaceRole) => {
    await setRole(member, role)
    toast({
      words: `${nameOf(member)} is now ${role} of ${workspace.name}.`,
      undo: () => changing.run({ ...member, role }, member.role),
    })
  })
  const choose = (member: Member, role: WorkspaceRole) => {
    if (isSelf(member)) setRequested({ ...member, role })
    else changing.run(member, role)
  }
  return (
    <>
      {changing.error && <ErrorNotice error={changing.error} what="change the role" />}
      <Table
        label={`Members of ${workspace.name}`}
        rows={members}
        keyOf={(member) => member.id}
        columns={[
          { name: 'person', label: 'Person', cell: (member) => <MemberCell member={member} /> },
          {
            name: 'role',
            label: 'Role here',
            cell: (member) => <RoleCell member={member} custom={custom} onRole={(role) => choose(member, role)} />,
          },
          { name: 'organisation', label: 'In the organisation', cell: (member) => member.org_role },
          {
            name: 'status',
            label: 'Status',
            cell: ({ status }) => <DotWord tone={status === 'active' ? 'ok' : 'neutral'}>{status}</DotWord>,
          },
          { name: 'since', label: 'Member since', cell: (member) => <Time at={member.created_at} /> },
          {
            name: 'actions',
            label: 'Actions',
            hideLabel: true,
            cell: (member) =>
              can('workspace_users.delete') && (
                <div class="users-actions">
                  <Button size="small" kind="quiet" onClick={() => setRemoved(member)}>
                    Remove
                  </Button>
                </div>
              ),
          },
        ]}
      />
      {removed && (
        <RemoveMember member={removed} workspace={workspace} onClose={() => setRemoved(null)} onRemoved={onChanged} />
      )}
      {requested && (
        <ConfirmDialog
          title="Change your own role"
          verb={`Become ${requested.role}`}
          onClose={() => {
            setRequested(null)
            onChanged()
          }}
          onConfirm={() => setRole(requested, requested.role)}
        >
          <p>
            You become {requested.role} of {workspace.name}. Members cannot change roles. Only a manager of the
            workspace, or an owner or admin of the organisation, can undo this.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function MemberCell({ member }: { readonly member: Member }) {
  return (
    <div>
      <div>
        {nameOf(member)}
        {isSelf(member) && <span class="muted"> (you)</span>}
      </div>
      <div class="caption anywhere">{member.email}</div>
    </div>
  )
}

type RoleCellProps = {
  readonly member: Member
  readonly custom: readonly Role[]
  readonly onRole: (role: WorkspaceRole) => void
}

function RoleCell({ member, custom, onRole }: RoleCellProps) {
  if (!can('workspace_users.update')) return <>{member.role}</>
  const known = [...ROLES, ...roleChoices(custom)]
  const value = member.role === 'admin' ? 'manager' : member.role
  // The member's role must be a choice even if the custom roles are not loaded, or the user may not list them.
  const choices = known.some((one) => one.value === value) ? known : [...known, { value, label: value }]
  return <SelectField label={`Role of ${nameOf(member)}`} hideLabel value={value} choices={choices} onValue={onRole} />
}

type RemoveProps = {
  readonly member: Member
  readonly workspace: Here
  readonly onClose: () => void
  readonly onRemoved: () => void
}

function RemoveMember({ member, workspace, onClose, onRemoved }: RemoveProps) {
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(member)} from ${workspace.name}`}
      verb="Remove from workspace"
      name={member.email}
      onClose={onClose}
      onConfirm={async () => {
        const removed = await api.delete<Reviewed>(`/admin/workspaces/${workspace.id}/users/${member.id}`)
        toast({ words: `${nameOf(member)} left ${workspace.name}.` })
        tellOfReview(removed)
        onRemoved()
      }}
    >
      <p>
        Their own API keys in this workspace are deleted; programs that use them are refused (
        <a href="/api-keys">API keys</a>). The account and its other memberships are kept.
      </p>
    </ConfirmDialog>
  )
}
