/** Actions on a prompt: rename, move, export, delete. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate } from '../../../app/location.ts'
import { can, workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { SelectField, TextField } from '../../../design/controls/field.tsx'
import { Menu } from '../../../design/controls/menu.tsx'
import { fieldErrors, useFirstErrorFocus } from '../../../design/forms/field-errors.ts'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { Collection, List, Prompt } from '../prompt-types.ts'
import { saveFile } from '../save-file.ts'
import { Callers } from './publish-dialog.tsx'

type PromptMenuProps = { readonly prompt: Prompt; readonly onChanged: () => void }

export function PromptMenu({ prompt, onChanged }: PromptMenuProps) {
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null)
  const query = { workspace_id: workspaceId.value }
  const exporting = async () => {
    try {
      const file = await api.get<unknown>(`/prompts/${prompt.slug}/export`, { query })
      saveFile(`${prompt.slug}.json`, JSON.stringify(file, null, 2))
    } catch (error) {
      toast({ words: `Could not export: ${error instanceof Error ? error.message : String(error)}`, tone: 'error' })
    }
  }
  return (
    <>
      <Menu
        label={`Actions for ${prompt.name}`}
        items={[
          ...(can('prompts.update')
            ? [{ label: 'Rename or move', icon: 'edit' as const, onChoose: () => setOpen('settings') }]
            : []),
          { label: 'Export as file', icon: 'exports', onChoose: () => void exporting() },
          ...(can('prompts.delete')
            ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: () => setOpen('delete') }]
            : []),
        ]}
      />
      {open === 'settings' && <SettingsDialog prompt={prompt} onClose={() => setOpen(null)} onChanged={onChanged} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${prompt.name}?`}
          verb="Delete prompt"
          name={prompt.name}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await api.delete(`/prompts/${prompt.slug}`, undefined, { query })
            toast({ words: `${prompt.name} is deleted.` })
            navigate('/prompts')
          }}
        >
          <p>
            All {prompt.latest_version} versions are deleted. Requests for <code>{prompt.slug}</code>, and configs that
            use it, are refused. This cannot be undone, but you can import an exported file again.
          </p>
          {can('logs.list') && <Callers slug={prompt.slug} />}
        </ConfirmDialog>
      )}
    </>
  )
}

type SettingsDialogProps = PromptMenuProps & { readonly onClose: () => void }

function SettingsDialog({ prompt, onClose, onChanged }: SettingsDialogProps) {
  const query = { workspace_id: workspaceId.value }
  const [name, setName] = useState(prompt.name)
  const [collection, setCollection] = useState(prompt.collection_id ?? '')
  const collections = useResource(`collections ${query.workspace_id}`, (signal) =>
    api.get<List<Collection>>('/collections', { query: { ...query, page_size: 1000 }, signal }),
  )
  const saving = useAction(async () => {
    const isMoved = collection !== prompt.collection_id
    await api.put(
      `/prompts/${prompt.slug}`,
      { name: name.trim(), ...(isMoved && { collection_id: collection }) },
      { query },
    )
    toast({ words: 'Saved.' })
    onClose()
    onChanged()
  })
  const errorOf = fieldErrors(saving.error)
  useFirstErrorFocus(saving.error)
  return (
    <Dialog
      title={`Rename or move ${prompt.name}`}
      onClose={onClose}
      onSubmit={() => void saving.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={saving.isRunning}>
            Save
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        error={errorOf('name')}
        onValue={setName}
        hint="The prompt id stays the same."
      />
      <SelectField
        label="Collection"
        value={collection}
        error={errorOf('collection_id')}
        onValue={setCollection}
        choices={(collections.data?.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      />
      {saving.error && !saving.error.param && <ErrorNotice error={saving.error} what="save" />}
    </Dialog>
  )
}
