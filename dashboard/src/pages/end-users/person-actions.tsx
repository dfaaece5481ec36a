/** Exports or erases the data of one person: an end user or an account. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { count } from '../../design/data/format.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'

type Person = {
  readonly end_user?: string
  readonly account_id?: string
  readonly workspace_id?: string | null
}

type Erasure = { readonly counts: Readonly<Record<string, number>>; readonly out_of_reach: readonly string[] }

type PersonExport = {
  readonly id: string
  readonly status: 'in_progress' | 'success' | 'failed'
  readonly error: string | null
}

const POLL_MS = 500

type PersonActionsProps = { readonly person: Person; readonly name: string; readonly onErased?: () => void }

export function PersonActions({ person, name, onErased }: PersonActionsProps) {
  const [isErasing, setErasing] = useState(false)
  const exporting = useAction(() => downloadData(person))
  return (
    <>
      {can('privacy.export') && (
        <Button icon="exports" isBusy={exporting.isRunning} onClick={() => exporting.run()}>
          Export data
        </Button>
      )}
      {can('privacy.erase') && (
        <Button kind="danger" onClick={() => setErasing(true)}>
          Erase
        </Button>
      )}
      {isErasing && (
        <EraseDialog
          person={person}
          name={name}
          onClose={() => setErasing(false)}
          onErased={() => {
            setErasing(false)
            onErased?.()
          }}
        />
      )}
    </>
  )
}

async function downloadData(person: Person): Promise<void> {
  const query: Record<string, string> = person.workspace_id ? { workspace_id: person.workspace_id } : {}
  let job = await api.post<PersonExport>('/privacy/exports', person)
  while (job.status === 'in_progress') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    job = await api.get<PersonExport>(`/privacy/exports/${job.id}`, { query })
  }
  if (job.status === 'failed') throw new Error(job.error ?? 'The export failed.')
  // The session cookie authorises the download, so a plain link can stream it.
  const link = document.createElement('a')
  link.href = `/v1/privacy/exports/${job.id}/content?${new URLSearchParams(query)}`
  link.download = ''
  link.click()
}

type EraseDialogProps = {
  readonly person: Person
  readonly name: string
  readonly onClose: () => void
  readonly onErased: () => void
}

function EraseDialog({ person, name, onClose, onErased }: EraseDialogProps) {
  const preview = useResource(JSON.stringify(person), (signal) =>
    api.post<Erasure>('/privacy/erasures/preview', person, { signal }),
  )
  return (
    <ConfirmDialog
      title="Erase all data of this person"
      verb="Erase"
      name={name}
      onClose={onClose}
      onConfirm={async () => {
        await api.post('/privacy/erasures', person)
        toast({ words: 'The erasure has started. Its receipt will be in the audit log.' })
        onErased()
      }}
    >
      <Loaded resource={preview} what="count the data">
        {({ counts, out_of_reach }) => (
          <>
            <p>This cannot be undone. Totals and costs stay. At least this is erased:</p>
            <ul>
              <li>Logs: {count(counts['logs'] ?? 0)}</li>
              <li>Feedback: {count(counts['feedback'] ?? 0)}</li>
              <li>Log exports: {count(counts['exports'] ?? 0)}</li>
              <li>Invites: {count(counts['invites'] ?? 0)}</li>
              <li>Response caches of the workspaces: purged</li>
            </ul>
            <p>Not erased: {out_of_reach.join('; ')}.</p>
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
