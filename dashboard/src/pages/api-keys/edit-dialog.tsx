/** Edits a key: everything but its type and secret. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type ApiKey, loadScopes, type Realm, scopeQuery } from './api-key.ts'
import { changeBody, draftOf, type KeyDraft } from './key-draft.ts'
import { LimitsStep } from './limits-step.tsx'
import { PowerFields } from './purpose-step.tsx'

type EditProps = {
  readonly before: ApiKey
  readonly realm: Realm
  readonly onClose: () => void
  readonly onSaved: () => Promise<void>
}

export function EditDialog({ before, realm, onClose, onSaved }: EditProps) {
  const [draft, setDraft] = useState(() => draftOf(before))
  const scopes = useResource('scopes', loadScopes)
  const set = (change: Partial<KeyDraft>) => setDraft((was) => ({ ...was, ...change }))
  const changes = changeBody(draft, before)
  const saving = useAction(async () => {
    await api.put(`/api-keys/${before.id}`, { ...scopeQuery(realm), ...changes })
    toast({ words: `${draft.name} was changed.` })
    await onSaved()
    onClose()
  })
  const errors = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Change ${before.name}`}
      isWide
      onClose={onClose}
      onSubmit={() => saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning} disabled={Object.keys(changes).length === 0}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Name" value={draft.name} onValue={(name) => set({ name })} error={errors('name')} />
      <LimitsStep realm={realm} draft={draft} set={set} errors={errors} />
      <details class="fold">
        <summary>Permissions</summary>
        <div class="stack">
          <Loaded resource={scopes} what="load the scopes">
            {({ data }) => (
              <PowerFields
                open={data.filter((scope) => scope.key_types.includes(before.type))}
                draft={draft}
                set={set}
              />
            )}
          </Loaded>
        </div>
      </details>
      {saving.error && <ErrorNotice error={saving.error} what="save the changes" />}
    </Dialog>
  )
}
