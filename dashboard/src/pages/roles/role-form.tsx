/** Creates, copies or edits a custom role. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { ROLES_PATH, type Role, type RoleLevel } from '../../app/roles.ts'
import { caller } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { CheckField, SelectField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { SaveDialog } from '../../design/forms/save-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { Scope } from '../api-keys/api-key.ts'
import { ScopeMatrix } from '../api-keys/scope-matrix.tsx'
import { type Reviewed, tellOfReview } from '../users/keys-to-review.ts'

const INFERENCE = 'completions.write'

type FormProps = {
  /** Null: a new one. */
  readonly before: Role | null
  readonly copied: Role | null
  readonly scopes: readonly Scope[]
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function RoleForm({ before, copied, scopes, onClose, onSaved }: FormProps) {
  const from = before ?? copied
  const [name, setName] = useState(before?.name ?? (copied ? `Copy of ${copied.name}` : ''))
  const [description, setDescription] = useState(from?.description ?? '')
  const [level, setLevel] = useState<RoleLevel>(from?.level ?? 'workspace')
  const [chosen, setChosen] = useState<readonly string[]>(from?.permissions ?? [])
  const held = new Set(caller.value?.scopes ?? [])
  // Permissions of the role stay visible, even if the user may not grant them.
  const open = scopes.filter(
    (scope) => scope.role_levels?.includes(level) && (held.has(scope.name) || before?.permissions.includes(scope.name)),
  )
  const permissions = chosen.filter((one) => open.some((scope) => scope.name === one))
  const saving = useAction(async () => {
    const body = { name, description: description.trim() || null, permissions }
    if (before) tellOfReview(await api.put<Reviewed>(`${ROLES_PATH}/${before.id}`, body))
    else await api.post(ROLES_PATH, { ...body, level })
    toast({ words: before ? 'The role was changed.' : 'The role was created.' })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  return (
    <SaveDialog what="role" isNew={!before} saving={saving} onClose={onClose} isIncomplete={name.trim() === ''}>
      <TextField label="Name" maxLength={128} value={name} onValue={setName} error={errors('name')} />
      <TextField
        label="Description"
        isOptional
        maxLength={512}
        value={description}
        onValue={setDescription}
        error={errors('description')}
      />
      {!before && (
        <SelectField
          label="Level"
          value={level}
          onValue={(value) => setLevel(value as RoleLevel)}
          choices={[
            { value: 'workspace', label: 'Workspace: in the workspaces where a user has the role' },
            { value: 'organisation', label: 'Organisation: everywhere' },
          ]}
        />
      )}
      {open.some((scope) => scope.name === INFERENCE) && (
        <CheckField
          label="Send requests to providers"
          isChecked={chosen.includes(INFERENCE)}
          onChecked={(isOn) =>
            setChosen(isOn ? [...chosen, INFERENCE] : chosen.filter((permission) => permission !== INFERENCE))
          }
        />
      )}
      <ScopeMatrix scopes={open} chosen={chosen} onChosen={setChosen} />
      {before && <p class="caption">Changes take effect at once for everyone who has the role.</p>}
    </SaveDialog>
  )
}
