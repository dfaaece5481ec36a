/** Deletes a custom role. If somebody has it, another role must be chosen for them. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { ROLES_PATH, type Role, roleChoices } from '../../app/roles.ts'
import { SelectField } from '../../design/controls/field.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type Reviewed, tellOfReview } from '../users/keys-to-review.ts'

type DeleteProps = {
  readonly role: Role
  readonly roles: readonly Role[]
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteRole({ role, roles, onClose, onDeleted }: DeleteProps) {
  const [replacement, setReplacement] = useState('')
  const others = roles.filter((one) => one.level === role.level && one.slug !== role.slug && one.slug !== 'owner')
  return (
    <ConfirmDialog
      title={`Delete “${role.name}”?`}
      verb="Delete"
      onClose={onClose}
      onConfirm={async () => {
        const query = replacement === '' ? '' : `?replace_with=${encodeURIComponent(replacement)}`
        const done = await api.delete<Reviewed>(`${ROLES_PATH}/${role.id}${query}`)
        toast({ words: 'The role was deleted.' })
        tellOfReview(done)
        onDeleted()
      }}
    >
      <p>A role that someone has, or would get by an invitation or group mapping, needs a replacement.</p>
      <SelectField
        label="Replace with"
        value={replacement}
        onValue={setReplacement}
        choices={[{ value: '', label: 'None (only if the role is unused)' }, ...roleChoices(others)]}
      />
    </ConfirmDialog>
  )
}
