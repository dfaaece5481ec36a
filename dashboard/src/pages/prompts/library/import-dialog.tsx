/** Imports a prompt file as a new prompt, or adds its versions to an existing one. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { parseJson } from '../../../api/json.ts'
import { navigate } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CheckField, Field, TextAreaField } from '../../../design/controls/field.tsx'
import { useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [isUpdate, setUpdate] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const importing = useAction(async (file: object) => {
    const body = { ...file, workspace_id: workspaceId.value, ...(isUpdate && { update: true }) }
    const made = await api.post<{ readonly slug: string; readonly versions_added: number }>('/prompts/import', body)
    toast({ words: `${made.versions_added} ${made.versions_added === 1 ? 'version' : 'versions'} imported.` })
    onClose()
    navigate(`/prompts/${made.slug}`)
  })
  useFirstErrorFocus(importing.error)
  const submit = () => {
    const file = parseJson(text)
    if (typeof file !== 'object' || file === null)
      return setProblem('Not valid JSON. Choose a file that was exported here.')
    setProblem(null)
    void importing.run(file)
  }
  return (
    <Dialog
      title="Import prompt"
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={text.trim() === ''} isBusy={importing.isRunning}>
            Import
          </Button>
        </>
      }
    >
      <Field label="File">
        {(bound) => (
          <input
            {...bound}
            class="input"
            type="file"
            accept="application/json,.json"
            onChange={async (event) => setText((await event.currentTarget.files?.[0]?.text()) ?? '')}
          />
        )}
      </Field>
      <TextAreaField label="Or its text" isCode rows={8} value={text} error={problem} onValue={setText} />
      <CheckField
        label="Add its new versions to the prompt with the same id"
        isChecked={isUpdate}
        onChecked={setUpdate}
      />
      {importing.error && <ErrorNotice error={importing.error} what="import" />}
    </Dialog>
  )
}
