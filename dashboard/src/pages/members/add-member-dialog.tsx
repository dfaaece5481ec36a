/** Adds a user to a workspace: from the user list, or by id if the list is not readable. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { roleChoices, useCustomRoles } from '../../app/roles.ts'
import { isOrganisationAdmin } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Combobox } from '../../design/controls/combobox.tsx'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type List, nameOf, type Person, WORKSPACE_ROLES, type WorkspaceRole } from '../users/people.ts'

type AddMemberProps = {
  readonly workspace: { readonly id: string; readonly name: string }
  readonly members: readonly { readonly id: string }[]
  readonly onClose: () => void
  readonly onAdded: () => void
}

export function AddMemberDialog({ workspace, members, onClose, onAdded }: AddMemberProps) {
  const [id, setId] = useState('')
  const [role, setRole] = useState<WorkspaceRole>('member')
  const custom = useCustomRoles('workspace')
  const adding = useAction(async () => {
    await api.post(`/admin/workspaces/${workspace.id}/users`, { users: [{ id: id.trim(), role }] })
    toast({ words: `Added to ${workspace.name}.` })
    onAdded()
    onClose()
  })
  const error = fieldErrors(adding.error)('users[0].id', 'users')
  useFirstErrorFocus(adding.error)
  return (
    <Dialog
      title={`Add person to ${workspace.name}`}
      onClose={onClose}
      onSubmit={() => id.trim() !== '' && adding.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={id.trim() === ''} isBusy={adding.isRunning}>
            Add
          </Button>
        </>
      }
    >
      {isOrganisationAdmin.value ? (
        <PersonChoice id={id} onId={setId} members={members} error={error} />
      ) : (
        <TextField
          label="ID of the person"
          isCode
          autocomplete="off"
          hint="Each person finds their id under “Your account”. Owners and admins can also choose from a list."
          value={id}
          onValue={setId}
          error={error}
        />
      )}
      <fieldset class="stack-tight loads-choices">
        <legend class="field-label">Role</legend>
        {[...WORKSPACE_ROLES, ...roleChoices(custom)].map((one) => (
          <CheckField
            key={one.value}
            radioName="workspace-role"
            label={one.label}
            isChecked={one.value === role}
            onChecked={() => setRole(one.value)}
          />
        ))}
      </fieldset>
      {adding.error && !error && <ErrorNotice error={adding.error} what="add the person" />}
    </Dialog>
  )
}

type PersonChoiceProps = {
  readonly id: string
  readonly onId: (id: string) => void
  readonly members: AddMemberProps['members']
  readonly error: string | null
}

function PersonChoice({ id, onId, members, error }: PersonChoiceProps) {
  const people = useResource('people', (signal) =>
    api.get<List<Person>>('/admin/users', { query: { pageSize: 1_000 }, signal }),
  )
  const others = (people.data?.data ?? []).filter((person) => !members.some((member) => member.id === person.id))
  const isEverybodyHere = people.data !== null && others.length === 0
  return (
    <>
      <Combobox
        label="Person"
        hint={isEverybodyHere ? 'Everyone is already a member. Invite someone new instead.' : undefined}
        placeholder="Name or e-mail address"
        choices={others.map((person) => ({ value: person.id, label: `${nameOf(person)} · ${person.email}` }))}
        value={id}
        onValue={onId}
        error={error}
      />
      {people.error && <ErrorNotice error={people.error} what="load the people" onRetry={people.reload} />}
    </>
  )
}
