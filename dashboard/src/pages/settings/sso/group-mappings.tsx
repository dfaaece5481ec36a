/** Group mappings: which role the members of a group get. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { roleChoices, useCustomRoles } from '../../../app/roles.ts'
import { caller, can } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { SelectField, TextField } from '../../../design/controls/field.tsx'
import { Card } from '../../../design/data/card.tsx'
import { Table } from '../../../design/data/table.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState, ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import { type GroupMapping, MAPPINGS } from './connection.ts'

export function GroupMappings() {
  const [isNew, setNew] = useState(false)
  const mappings = useResource(MAPPINGS, async (signal) => {
    const query = { page_size: 1_000 }
    return (await api.get<{ data: readonly GroupMapping[] }>(MAPPINGS, { signal, query })).data
  })
  const removing = useAction(async (mapping: GroupMapping) => {
    try {
      await api.delete(`${MAPPINGS}/${mapping.id}`)
      toast({ words: 'The group mapping was deleted.' })
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
    mappings.reload()
  })
  const mayChange = can('organisation_settings.update')
  const create = mayChange && (
    <Button icon="plus" onClick={() => setNew(true)}>
      New group mapping
    </Button>
  )
  return (
    <Card title="Group mappings">
      <Loaded resource={mappings} what="load the group mappings">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No group mappings" action={create}>
              A group mapping gives the members of a group a role. It applies when a member signs in.
            </EmptyState>
          ) : (
            <div class="stack">
              <Table
                label="Group mappings"
                rows={all}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: 'group',
                    label: 'Group',
                    cell: ({ group_name }) => <span class="anywhere">{group_name}</span>,
                  },
                  { name: 'role', label: 'Organisation role', cell: (row) => row.organisation_role ?? 'None' },
                  {
                    name: 'workspace',
                    label: 'Workspace role',
                    cell: (row) =>
                      row.workspace_id === null
                        ? 'None'
                        : `${row.workspace_role} in ${workspaceName(row.workspace_id)}`,
                  },
                  {
                    name: 'actions',
                    label: 'Actions',
                    hideLabel: true,
                    cell: (row) =>
                      mayChange && (
                        <Button size="small" onClick={() => void removing.run(row)}>
                          Delete<span class="sr-only"> {row.group_name}</span>
                        </Button>
                      ),
                  },
                ]}
              />
              <div class="row">{create}</div>
            </div>
          )
        }
      </Loaded>
      {isNew && <MappingForm onClose={() => setNew(false)} onSaved={() => mappings.reload()} />}
    </Card>
  )
}

function MappingForm({ onClose, onSaved }: { readonly onClose: () => void; readonly onSaved: () => void }) {
  const [group, setGroup] = useState('')
  const [role, setRole] = useState('')
  const [workspace, setWorkspace] = useState('')
  const [workspaceRole, setWorkspaceRole] = useState('member')
  const inOrganisation = useCustomRoles('organisation')
  const inWorkspaces = useCustomRoles('workspace')
  const saving = useAction(async () => {
    await api.post(MAPPINGS, {
      group_name: group,
      organisation_role: role || null,
      ...(workspace !== '' && { workspace_id: workspace, workspace_role: workspaceRole }),
    })
    toast({ words: 'The group mapping was created.' })
    onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title="New group mapping"
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Create
          </Button>
        </>
      }
    >
      <TextField
        label="Group"
        hint="As the identity provider sends it. Compared exactly, with case."
        value={group}
        onValue={setGroup}
        error={errors('group_name')}
      />
      <SelectField
        label="Organisation role"
        value={role}
        onValue={setRole}
        choices={[
          { value: '', label: 'None' },
          { value: 'member', label: 'Member' },
          { value: 'admin', label: 'Admin' },
          { value: 'owner', label: 'Owner' },
          ...roleChoices(inOrganisation),
        ]}
      />
      <SelectField
        label="Workspace"
        value={workspace}
        onValue={setWorkspace}
        choices={[
          { value: '', label: 'None' },
          ...(caller.value?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {workspace !== '' && (
        <SelectField
          label="Workspace role"
          value={workspaceRole}
          onValue={setWorkspaceRole}
          choices={[
            { value: 'member', label: 'Member' },
            { value: 'manager', label: 'Manager' },
            ...roleChoices(inWorkspaces),
          ]}
        />
      )}
      {saving.error && <ErrorNotice error={saving.error} what="create the group mapping" />}
    </Dialog>
  )
}

function workspaceName(id: string): string {
  return caller.value?.workspaces.find((workspace) => workspace.id === id)?.name ?? id
}
