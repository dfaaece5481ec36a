/** Save dialog: diff and warnings; a new config gets its name here. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CheckField } from '../../../design/controls/field.tsx'
import { DiffView } from '../../../design/data/diff-view.tsx'
import { type FieldErrors, fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { NameAndSlug } from '../../../design/forms/name-and-slug.tsx'
import { createNamed, type Named } from '../../../design/forms/named.ts'
import { slugOf } from '../../../design/forms/slug-of.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { ConfigDetail, Saved } from '../config-types.ts'
import { NoteField } from './note-field.tsx'

type SaveDialogProps = {
  readonly saved: ConfigDetail
  readonly text: string
  readonly base: { readonly text: string; readonly versionId: string | null }
  readonly warnings: readonly string[]
  readonly uses: string
  readonly onSaved: () => void
  readonly onConflict: () => void
  readonly onClose: () => void
}

export function SaveDialog({ saved, text, base, warnings, uses, onSaved, onConflict, onClose }: SaveDialogProps) {
  const [note, setNote] = useState('')
  const saving = useAction(async () => {
    const body = { config: text, version_id: base.versionId ?? saved.version_id, ...noteOf(note) }
    const query = { workspace_id: workspaceId.value }
    return api.put<Saved>(`/configs/${encodeURIComponent(saved.slug)}`, body, { query })
  })
  const save = async () => {
    const done = await saving.run()
    if (!done) return
    toast({ words: `Saved as version ${done.version}. It is live now.` })
    onSaved()
  }
  const isConflict = saving.error?.status === 409 && saving.error.param === 'version_id'
  return (
    <Dialog
      title={`Save ${saved.name} as version ${saved.version + 1}`}
      isWide
      onClose={onClose}
      onSubmit={save}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            Save and use it
          </Button>
        </>
      }
    >
      <p>{uses}</p>
      <DiffView before={base.text} after={text} label="What changes" />
      <NoteField note={note} onNote={setNote} />
      <Warnings warnings={warnings} />
      {isConflict ? (
        <div class="stack-tight" role="alert">
          <p class="tone-error anywhere">{saving.error?.message} Your changes are not lost.</p>
          <Button onClick={onConflict}>Compare with theirs</Button>
        </div>
      ) : (
        saving.error && <ErrorNotice error={saving.error} what="save the config" />
      )}
    </Dialog>
  )
}

type CreateDialogProps = {
  readonly text: string
  readonly suggestedName: string
  readonly warnings: readonly string[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function CreateDialog({ text, suggestedName, warnings, onSaved, onClose }: CreateDialogProps) {
  const [named, setNamed] = useState<Named>({ name: suggestedName, slug: slugOf(suggestedName) })
  const [isDefault, setDefault] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const [note, setNote] = useState('')
  const saving = useAction(() =>
    createNamed(named, (body) =>
      api.post<Saved>('/configs', {
        ...body,
        config: text,
        is_default: isDefault,
        workspace_id: workspaceId.value,
        ...noteOf(note),
      }),
    ),
  )
  const save = async () => {
    setRequested(true)
    if (named.name.trim() === '') return
    const done = await saving.run()
    if (!done) return
    onSaved()
    toast({ words: `Saved as ${done.slug}.` })
    navigate(`/configs/${done.slug}`, { replace: true })
  }
  const refused = fieldErrors(saving.error)
  const isNameMissing = isRequested && named.name.trim() === ''
  const errors: FieldErrors = (...fields) =>
    fields.includes('name') && isNameMissing ? 'Enter a name.' : refused(...fields)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title="Save new config"
      onClose={onClose}
      onSubmit={save}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <NameAndSlug
        named={named}
        onNamed={setNamed}
        errors={errors}
        hint="Requests refer to it in the header x-gateway-config."
      />
      {can('configs.default') && (
        <CheckField
          label="Use it for requests without a provider"
          hint="It becomes the default config of this workspace."
          isChecked={isDefault}
          onChecked={setDefault}
        />
      )}
      <NoteField note={note} onNote={setNote} />
      <Warnings warnings={warnings} />
      {saving.error && refused('name', 'slug') === null && <ErrorNotice error={saving.error} what="save the config" />}
    </Dialog>
  )
}

function noteOf(note: string) {
  return note.trim() === '' ? {} : { note: note.trim() }
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <ul class="stack-tight">
      {warnings.map((warning) => (
        <li key={warning} class="tone-warning anywhere">
          {warning}
        </li>
      ))}
    </ul>
  )
}
