/** The form for a new partial. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { TextAreaField } from '../../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { NameAndSlug } from '../../../design/forms/name-and-slug.tsx'
import { createNamed, type Named } from '../../../design/forms/named.ts'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'

export function NewPartialDialog({ onClose }: { readonly onClose: () => void }) {
  const [named, setNamed] = useState<Named>({ name: '', slug: '' })
  const [text, setText] = useState('')
  const saving = useAction(async () => {
    const { slug } = await createNamed(named, (body) =>
      api.post<{ readonly slug: string }>('/prompts/partials', {
        ...body,
        string: text,
        workspace_id: workspaceId.value,
      }),
    )
    navigate(`/prompts/partials/${slug}`)
  })
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title="New partial"
      onClose={onClose}
      onSubmit={() => void saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save and publish version 1
          </Button>
        </>
      }
    >
      <NameAndSlug
        named={named}
        onNamed={setNamed}
        errors={errorOf}
        placeholder="Tone of voice"
        hint="Templates include it as {{>slug}}."
      />
      <TextAreaField label="Text" isCode rows={8} value={text} error={errorOf('string')} onValue={setText} />
      {saving.error && errorOf('name', 'slug', 'string') === null && <ErrorNotice error={saving.error} what="save" />}
    </Dialog>
  )
}
