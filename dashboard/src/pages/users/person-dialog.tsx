/** Edits a user: role, name and status; changing one's own role needs confirmation. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { caller } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { PersonActions } from '../end-users/person-actions.tsx'
import { type Reviewed, tellOfReview } from './keys-to-review.ts'
import { isSelf, nameOf, type OrganisationRole, type Person } from './people.ts'
import { RoleChoice } from './role-choice.tsx'

type PersonDialogProps = {
  readonly person: Person
  readonly isLastOwner: boolean
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function PersonDialog({ person, isLastOwner, onClose, onSaved }: PersonDialogProps) {
  const [first, setFirst] = useState(person.first_name)
  const [last, setLast] = useState(person.last_name)
  const [role, setRole] = useState<OrganisationRole>(person.role)
  const [isActive, setActive] = useState(person.status === 'active')
  const [isBreakGlass, setBreakGlass] = useState(person.is_break_glass)
  const [isRequested, setRequested] = useState(false)
  const changes = changesOf(person, { first, last, role, isActive, isBreakGlass: isBreakGlass && role === 'owner' })
  const losesPower = isSelf(person) && (changes.role !== undefined || changes.status !== undefined)
  const saving = useAction(async () => {
    const changed = await api.put<Reviewed>(`/admin/users/${person.id}`, changes)
    toast({ words: `${nameOf(person)} was changed.` })
    tellOfReview(changed)
    await onSaved()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const isUnderField = ['first_name', 'last_name'].includes(saving.error?.param ?? '')
  return (
    <Dialog
      title={`Change ${nameOf(person)}`}
      onClose={onClose}
      onSubmit={() => (losesPower && !isRequested ? setRequested(true) : saving.run())}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            kind={losesPower && isRequested ? 'danger' : 'primary'}
            isBusy={saving.isRunning}
            disabled={Object.keys(changes).length === 0}
          >
            {losesPower && isRequested ? 'Yes, change my own account' : 'Save'}
          </Button>
        </>
      }
    >
      <p class="muted anywhere">{person.email}</p>
      {!isLastOwner && (
        <div class="users-pair">
          <PersonActions person={{ account_id: person.id }} name={person.email} onErased={onSaved} />
        </div>
      )}
      <div class="users-pair">
        <TextField label="First name" value={first} onValue={setFirst} error={errors('first_name')} />
        <TextField label="Last name" isOptional value={last} onValue={setLast} error={errors('last_name')} />
      </div>
      {isLastOwner ? (
        <Notice tone="info" title="This is the only active owner">
          <p>The organisation needs an owner. Make someone else an owner before you change this role or account.</p>
        </Notice>
      ) : (
        <>
          <RoleChoice role={role} onRole={setRole} />
          <CheckField
            label="Account enabled"
            hint={
              person.disabled_by === 'scim' || person.disabled_by === 'both'
                ? 'The identity provider disabled this account through SCIM.'
                : 'If disabled, the person is signed out immediately. Their own keys and running requests end.'
            }
            isChecked={isActive}
            onChecked={setActive}
          />
        </>
      )}
      {role === 'owner' && caller.value?.user?.role === 'owner' && (
        <CheckField
          label="Break-glass owner"
          hint="Can sign in with a password while single sign-on is required."
          isChecked={isBreakGlass}
          onChecked={setBreakGlass}
        />
      )}
      {!isSelf(person) && (changes.role || changes.status) && (
        <p class="caption">They are signed out, and the invitations they created are withdrawn.</p>
      )}
      {losesPower && isRequested && (
        <Notice tone="warning" title="This is your own account" isAlert>
          <p>
            You are signed out at once, and afterwards may only do what{' '}
            {changes.status ? 'nobody may' : `a ${role} may`}. Only another owner or admin can take this back. Press the
            button once more if you are sure.
          </p>
        </Notice>
      )}
      {saving.error && !isUnderField && <ErrorNotice error={saving.error} what="save the changes" />}
    </Dialog>
  )
}

type Draft = {
  readonly first: string
  readonly last: string
  readonly role: OrganisationRole
  readonly isActive: boolean
  readonly isBreakGlass: boolean
}

function changesOf(person: Person, draft: Draft) {
  const status = draft.isActive ? 'active' : 'disabled'
  return {
    ...(draft.first !== person.first_name && { first_name: draft.first }),
    ...(draft.last !== person.last_name && { last_name: draft.last }),
    ...(draft.role !== person.role && { role: draft.role }),
    ...(status !== person.status && { status }),
    // Sent for owners only: the gateway ends break-glass access when a user is no longer an owner.
    ...(draft.isBreakGlass !== person.is_break_glass &&
      draft.role === 'owner' && { is_break_glass: draft.isBreakGlass }),
  }
}
