/** Renames a passkey. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { useAction } from '../use-action.ts'
import type { Factors, Passkey } from './factors.ts'

type RenameProps = {
  readonly passkey: Passkey
  readonly onClose: () => void
  readonly onRenamed: (now: Factors) => void
}

export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenameProps) {
  const [name, setName] = useState(passkey.name)
  const saving = useAction(async () => {
    onRenamed(await api.put<Factors>(`/users/me/passkeys/${encodeURIComponent(passkey.id)}`, { name }))
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title="Rename passkey"
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" maxLength={64} value={name} onValue={setName} error={errors('name')} />
      {saving.error && errors('name') === null && <ErrorNotice error={saving.error} what="rename the passkey" />}
    </Dialog>
  )
}
