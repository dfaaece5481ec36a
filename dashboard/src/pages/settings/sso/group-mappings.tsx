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
import { fieldErrors } from '../../../design/forms/field-errors.ts'
import { SaveDialog } from '../../../design/forms/save-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import { type GroupMapping, MAPPINGS } from './connection.ts'

export function GroupMappings() {
  const [edited, setEdited] = useState<GroupMapping | 'new' | null>(null)
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
    <Button icon="plus" onClick={() => setEdited('new')}>
      New group mapping
    </Button>
  )
  return (
    <Card title="Group mappings">
      <Loaded resource={mappings} what="load the group mappings">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No group mappings" action={create}>
              A group mapping gives the members of a group a role.
            </EmptyState>
          ) : (
            <div class="stack">
              <Table
                label="Mapped groups"
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
                        <div class="row">
                          <Button size="small" onClick={() => setEdited(row)}>
                            Change<span class="sr-only"> {row.group_name}</span>
                          </Button>
                          <Button size="small" onClick={() => void removing.run(row)}>
                            Delete<span class="sr-only"> {row.group_name}</span>
                          </Button>
                        </div>
                      ),
                  },
                ]}
              />
              <p class="caption">
                The highest role of all groups of a user counts, in any order. Changes take effect at once; the role
                owner is given at the next sign-in.
              </p>
              <div class="row">{create}</div>
            </div>
          )
        }
      </Loaded>
      {edited !== null && (
        <MappingForm
          before={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => mappings.reload()}
        />
      )}
    </Card>
  )
}

type MappingFormProps = {
  /** Null: a new one. */
  readonly before: GroupMapping | null
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

function MappingForm({ before, onClose, onSaved }: MappingFormProps) {
  const [group, setGroup] = useState(before?.group_name ?? '')
  const [role, setRole] = useState<string>(before?.organisation_role ?? '')
  const [workspace, setWorkspace] = useState(before?.workspace_id ?? '')
  const [workspaceRole, setWorkspaceRole] = useState<string>(before?.workspace_role ?? 'member')
  const inOrganisation = useCustomRoles('organisation')
  const inWorkspaces = useCustomRoles('workspace')
  const saving = useAction(async () => {
    const body = {
      group_name: group,
      organisation_role: role || null,
      workspace_id: workspace || null,
      workspace_role: workspace === '' ? null : workspaceRole,
    }
    if (before) await api.put(`${MAPPINGS}/${before.id}`, body)
    else await api.post(MAPPINGS, body)
    toast({ words: before ? 'The group mapping was changed.' : 'The group mapping was created.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="group mapping" isNew={!before} saving={saving} onClose={onClose}>
      <TextField
        label="Group"
        hint="As the identity provider sends it. Case-sensitive exact match."
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
        choices={[{ value: '', label: 'None' }, ...workspaceChoices(before?.workspace_id ?? null)]}
      />
      {workspace !== '' && (
        <SelectField
          label="Workspace role"
          value={workspaceRole}
          onValue={setWorkspaceRole}
          choices={[
            { value: 'member', label: 'Member' },
            { value: 'manager', label: 'Manager' },
            ...(before?.workspace_role === 'admin' ? [{ value: 'admin', label: 'Admin' }] : []),
            ...roleChoices(inWorkspaces),
          ]}
        />
      )}
    </SaveDialog>
  )
}

/** The session lists at most 100 workspaces, so the current one may be missing. */
function workspaceChoices(current: string | null) {
  const known = (caller.value?.workspaces ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = current === null || known.some(({ value }) => value === current)
  return isKnown ? known : [...known, { value: current, label: current }]
}

function workspaceName(id: string): string {
  return caller.value?.workspaces.find((workspace) => workspace.id === id)?.name ?? id
}
