/** The form of a virtual model: name, config and description. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Combobox } from '../../design/controls/combobox.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../design/forms/field-errors.ts'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'

export type VirtualModel = {
  readonly id: string
  readonly name: string
  readonly config: string
  readonly description: string | null
  readonly last_updated_at: string
}

type Config = { readonly slug: string; readonly name: string; readonly status: string }

type DialogProps = {
  readonly before?: VirtualModel
  readonly onClose: () => void
  readonly onSaved: (name: string) => Promise<void>
}

export function VirtualModelDialog({ before, onClose, onSaved }: DialogProps) {
  const [name, setName] = useState(before?.name ?? '')
  const [config, setConfig] = useState(before?.config ?? '')
  const [description, setDescription] = useState(before?.description ?? '')
  const of = { workspace_id: workspaceId.value }
  const configs = useResource(can('configs.list') ? `configs for ${of.workspace_id}` : null, (signal) =>
    api.get<{ data: readonly Config[] }>('/configs', { query: { ...of, page_size: 1_000 }, signal }),
  )
  const saving = useAction(async () => {
    const body = { name: name.trim(), config: config.trim(), description: description.trim() || null, ...of }
    const { warnings } = await (before
      ? api.put<{ warnings: readonly string[] }>(`/virtual-models/${before.id}`, body)
      : api.post<{ warnings: readonly string[] }>('/virtual-models', body))
    for (const words of warnings) toast({ words, tone: 'warning' })
    await onSaved(body.name)
  })
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  const choices = (configs.data?.data ?? [])
    .filter(({ status }) => status === 'active')
    .map((one) => ({ value: one.slug, label: `${one.name} (${one.slug})` }))
  return (
    <Dialog
      title={before ? `Change ${before.name}` : 'New virtual model'}
      onClose={onClose}
      onSubmit={() => void saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            {before ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="The model name that requests send."
        autocomplete="off"
        value={name}
        error={errorOf('name')}
        onValue={setName}
      />
      <Combobox
        label="Config"
        hint="Its targets set the model of each provider with override_params."
        isFree
        choices={choices}
        value={config}
        error={errorOf('config')}
        onValue={setConfig}
      />
      <TextField
        label="Description"
        isOptional
        value={description}
        error={errorOf('description')}
        onValue={setDescription}
      />
      {saving.error && errorOf('name', 'config', 'description') === null && (
        <ErrorNotice error={saving.error} what="save the virtual model" />
      )}
    </Dialog>
  )
}
