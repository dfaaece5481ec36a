/** Name and optional description of a collection or label. */

import { useState } from 'preact/hooks'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { TextField } from '../../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'

type Named = { readonly name: string; readonly description: string | null }

type NameDialogProps = {
  readonly title: string
  readonly verb: string
  readonly name?: string
  readonly description?: string | null
  readonly hasDescription?: boolean
  readonly onSave: (named: Named) => Promise<void>
  readonly onClose: () => void
}

export function NameDialog({ title, verb, onSave, onClose, hasDescription, ...given }: NameDialogProps) {
  const [name, setName] = useState(given.name ?? '')
  const [description, setDescription] = useState(given.description ?? '')
  const saving = useAction(() => onSave({ name: name.trim(), description: description.trim() || null }))
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            {verb}
          </Button>
        </>
      }
    >
      <TextField label="Name" autocomplete="off" value={name} error={errorOf('name')} onValue={setName} />
      {hasDescription && (
        <TextField
          label="Description"
          isOptional
          value={description}
          error={errorOf('description')}
          onValue={setDescription}
        />
      )}
      {saving.error && errorOf('name', 'description') === null && (
        <ErrorNotice error={saving.error} what={verb.toLowerCase()} />
      )}
    </Dialog>
  )
}
