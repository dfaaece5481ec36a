/** The dialogs of the editor: save, conflict, rename, archive, delete. */

import { useState } from 'preact/hooks'
import { api } from '../../../api/client.ts'
import { navigate } from '../../../app/location.ts'
import { workspaceId } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { Button } from '../../../design/controls/button.tsx'
import { TextField } from '../../../design/controls/field.tsx'
import { counted } from '../../../design/data/format.ts'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { ConfigDetail } from '../config-types.ts'
import { TEMPLATES } from '../templates.ts'
import { type Uses, useUses } from '../uses.ts'
import { putConfig } from './change-config.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CreateDialog, SaveDialog } from './save-dialog.tsx'
import type { DraftState } from './use-draft.ts'

export type WorkbenchDialog = 'save' | 'conflict' | 'rename' | 'archive' | 'delete' | null

type DialogsProps = {
  readonly dialog: WorkbenchDialog
  readonly saved: ConfigDetail | null
  readonly draft: DraftState
  readonly template: string | null
  readonly warnings: readonly string[]
  readonly onDialog: (dialog: WorkbenchDialog) => void
  readonly reload: () => void
}

export function WorkbenchDialogs(props: DialogsProps) {
  const { dialog, saved, draft, template, warnings, onDialog } = props
  const close = () => onDialog(null)
  if (dialog === null) return null
  if (saved) return <SavedDialogs {...props} saved={saved} dialog={dialog} />
  if (dialog !== 'save') return null
  const suggestedName = TEMPLATES.find((one) => one.name === template)?.title ?? ''
  return (
    <CreateDialog
      text={draft.text}
      suggestedName={suggestedName}
      warnings={warnings}
      onSaved={draft.forget}
      onClose={close}
    />
  )
}

type SavedProps = DialogsProps & { readonly saved: ConfigDetail; readonly dialog: NonNullable<WorkbenchDialog> }

function SavedDialogs({ dialog, saved, draft, warnings, onDialog, reload }: SavedProps) {
  const uses = useUses()(saved)
  const close = () => onDialog(null)
  const newest = () =>
    api.get<ConfigDetail>(`/configs/${encodeURIComponent(saved.slug)}`, { query: { workspace_id: workspaceId.value } })
  switch (dialog) {
    case 'save':
      return (
        <SaveDialog
          saved={saved}
          text={draft.text}
          base={draft.base}
          warnings={warnings}
          uses={usesSentence(uses, saved)}
          onClose={close}
          onSaved={() => {
            close()
            newest()
              .then(
                (fresh) => draft.startFrom(fresh),
                () => {},
              )
              .finally(reload)
          }}
          onConflict={() => {
            reload()
            onDialog('conflict')
          }}
        />
      )
    case 'conflict':
      return (
        <ConflictDialog
          theirs={saved}
          mine={draft.text}
          onClose={close}
          onKeepMine={() => {
            draft.startFrom(saved, draft.text)
            close()
          }}
          onTakeTheirs={() => {
            draft.startFrom(saved)
            close()
          }}
        />
      )
    case 'rename':
      return <RenameDialog saved={saved} reload={reload} onClose={close} />
    case 'archive':
      return (
        <ConfirmDialog
          title={`Archive ${saved.name}`}
          verb="Archive"
          onClose={close}
          onConfirm={async () => {
            await putConfig(saved, { status: 'archived' }, true)
            reload()
            toast({ words: `${saved.name} is archived.` })
          }}
        >
          <p>Requests that use it are refused until you restore it. Its versions are kept.</p>
          <Consequences uses={uses} saved={saved} />
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title={`Delete ${saved.name}`}
          verb="Delete config"
          name={saved.name}
          onClose={close}
          onConfirm={async () => {
            const query = { workspace_id: workspaceId.value, force: 'true' }
            await api.delete(`/configs/${encodeURIComponent(saved.slug)}`, undefined, { query })
            draft.forget()
            toast({ words: `${saved.name} is deleted.` })
            navigate('/configs')
          }}
        >
          <p>
            All {saved.version} versions are deleted permanently, and every request that uses <code>{saved.slug}</code>{' '}
            is refused.
          </p>
          <Consequences uses={uses} saved={saved} />
        </ConfirmDialog>
      )
  }
}

function RenameDialog({
  saved,
  reload,
  onClose,
}: {
  readonly saved: ConfigDetail
  readonly reload: () => void
  readonly onClose: () => void
}) {
  const [name, setName] = useState(saved.name)
  const renaming = useAction(() => putConfig(saved, { name }))
  const rename = async () => {
    if (name.trim() === '' || !(await renaming.run())) return
    reload()
    onClose()
  }
  return (
    <Dialog
      title="Rename config"
      onClose={onClose}
      onSubmit={rename}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={renaming.isRunning}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint={`The slug ${saved.slug} does not change, so requests keep working.`}
        maxLength={128}
        error={name.trim() === '' ? 'Enter a name.' : null}
        value={name}
        onValue={setName}
      />
      {renaming.error && <ErrorNotice error={renaming.error} what="rename the config" />}
    </Dialog>
  )
}

function Consequences({ uses, saved }: { readonly uses: Uses; readonly saved: ConfigDetail }) {
  const { keys, requestsPerDay } = uses
  return (
    <ul class="configs-consequences">
      {saved.is_default === 1 && (
        <li>It is the default of this workspace: requests without a provider will be refused.</li>
      )}
      {keys?.map((key) => (
        <li key={key.id} class="anywhere">
          The API key “{key.name}” has it as its default config.
        </li>
      ))}
      {keys === null && <li>You do not have permission to see which API keys use it.</li>}
      {requestsPerDay !== null && (
        <li>
          {requestsPerDay === 0
            ? 'No request used it in the last 24 hours.'
            : `${counted(requestsPerDay, 'request')} used it in the last 24 hours.`}
        </li>
      )}
    </ul>
  )
}

function usesSentence({ keys, requestsPerDay }: Uses, saved: ConfigDetail): string {
  const who = [
    ...(saved.is_default === 1 ? ['the workspace’s default'] : []),
    ...(keys && keys.length > 0 ? [counted(keys.length, 'key')] : []),
  ]
  const traffic = requestsPerDay ? ` ${counted(requestsPerDay, 'request')} used it in the last 24 hours.` : ''
  const users = who.length === 0 ? '' : ` Used by ${who.join(' and ')}.`
  return `The change applies from the next request that uses it.${users}${traffic}`
}
