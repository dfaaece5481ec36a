/** Confirms removing the second factors of a user who lost them. */

import { api } from '../../api/client.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { isSelf, nameOf, type Person } from './people.ts'

type RemoveProps = { readonly person: Person; readonly onClose: () => void; readonly onRemoved: () => void }

export function RemoveFactors({ person, onClose, onRemoved }: RemoveProps) {
  return (
    <ConfirmDialog
      title={`Remove second factors of ${nameOf(person)}`}
      verb="Remove second factors"
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/admin/users/${person.id}/second-factors`)
        toast({ words: `${nameOf(person)} signs in with the password alone now.` })
        onRemoved()
      }}
    >
      {isSelf(person) && <p class="tone-error">This is your own account. You are signed out at once.</p>}
      <p>
        Passkeys, authenticator app and recovery codes are deleted, and all their sessions end. Make sure that the
        request really comes from this person.
      </p>
    </ConfirmDialog>
  )
}
