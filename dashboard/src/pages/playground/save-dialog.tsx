/** Saves a column's messages as a new prompt or as the next version of one. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { PromptSummary } from '../prompts/prompt-types.ts'
import { EMPTY_DRAFT, wireOf } from '../prompts/template/prompt-draft.ts'
import type { PlaygroundColumn } from './playground-column.ts'

type SaveDialogProps = {
  readonly column: PlaygroundColumn
  readonly prompts: readonly PromptSummary[]
  readonly onClose: () => void
}

export function SaveDialog({ column, prompts, onClose }: SaveDialogProps) {
  const mayCreate = can('prompts.create')
  const [slug, setSlug] = useState(mayCreate ? '' : (prompts[0]?.slug ?? ''))
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const saving = useAction(async () => {
    const { wire } = wireOf({
      ...EMPTY_DRAFT,
      messages: column.messages,
      model: column.model,
      virtualKey: column.target.startsWith('key:') ? column.target.slice(4) : '',
      numbers: { ...EMPTY_DRAFT.numbers, temperature: column.temperature, max_tokens: column.maxTokens },
    })
    const body = { ...wire, version_description: note.trim() || null }
    const workspace = { workspace_id: workspaceId.value }
    if (slug === '') {
      const made = await api.post<{ readonly slug: string }>('/prompts', { ...body, ...workspace, name: name.trim() })
      return { slug: made.slug, version: 1 }
    }
    const saved = await api.put<{ readonly prompt_version: number }>(`/prompts/${slug}`, body, { query: workspace })
    return { slug, version: saved.prompt_version }
  })
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const submit = async () => {
    const saved = await saving.run()
    if (!saved) return
    toast({ words: `Saved as version ${saved.version}.` })
    navigate(`/prompts/${saved.slug}`)
  }
  return (
    <Dialog
      title="Save as prompt version"
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <SelectField
        label="Prompt"
        value={slug}
        onValue={setSlug}
        choices={[
          ...(mayCreate ? [{ value: '', label: 'A new prompt' }] : []),
          ...(can('prompts.update')
            ? prompts.map((one) => ({ value: one.slug, label: `${one.name}, as version ${one.latest_version + 1}` }))
            : []),
        ]}
      />
      {slug === '' && (
        <TextField label="Name" autocomplete="off" value={name} error={errorOf('name')} onValue={setName} />
      )}
      <TextField label="Note for this version" isOptional value={note} onValue={setNote} />
      {saving.error && errorOf('name') === null && <ErrorNotice error={saving.error} what="save" />}
    </Dialog>
  )
}
