/** Confirms removing a user, and lists what is deleted with them. */

import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type Reviewed, tellOfReview } from './keys-to-review.ts'
import { isSelf, nameOf, type Person } from './people.ts'

type RemoveProps = {
  readonly person: Person
  readonly isLastOwner: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}

export function RemovePerson({ person, isLastOwner, onClose, onRemoved }: RemoveProps) {
  if (isLastOwner) {
    return (
      <Dialog
        title={`${nameOf(person)} is the last owner`}
        onClose={onClose}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          The last owner cannot be removed, because no one could appoint a new one. Make someone else an owner first.
        </p>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(person)}`}
      verb="Remove person"
      name={person.email}
      onClose={onClose}
      onConfirm={async () => {
        const removed = await api.delete<Reviewed>(`/admin/users/${person.id}`)
        toast({ words: `${nameOf(person)} was removed.` })
        tellOfReview(removed)
        onRemoved()
      }}
    >
      {isSelf(person) && <p class="tone-error">This is your own account. You are signed out at once.</p>}
      <p>This happens immediately and cannot be undone:</p>
      <ul class="users-list">
        <li>all their sessions end,</li>
        <li>
          they leave {person.workspace_ids.length === 1 ? '1 workspace' : `${person.workspace_ids.length} workspaces`},
        </li>
        <li>
          their own API keys are deleted; programs that use them are refused (<a href="/api-keys">API keys</a>),
        </li>
        <li>invitations they created that are still open are withdrawn.</li>
      </ul>
      <p>Service keys that they created keep working and are marked “Needs review”.</p>
      <p>Their actions stay in the audit log. To keep keys and memberships, disable the account instead.</p>
    </ConfirmDialog>
  )
}
