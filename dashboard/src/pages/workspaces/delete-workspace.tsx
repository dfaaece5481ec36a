/** Confirms deleting a workspace: lists its contents with links, and current use. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { count, counted } from '../../design/data/format.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import type { List } from '../users/people.ts'
import { usageOf, type WorkspaceRow } from './workspace.ts'

const DAY_MS = 86_400_000
const MAX_NAMED = 5
const KINDS = [
  { path: '/api-keys', one: 'API key', many: 'API keys' },
  { path: '/virtual-keys', one: 'virtual key', many: 'virtual keys' },
  { path: '/configs', one: 'config', many: 'configs' },
  { path: '/prompts', one: 'prompt', many: 'prompts' },
] as const

type Thing = { readonly id: string; readonly name: string }
type Contents = readonly { readonly kind: (typeof KINDS)[number]; readonly list: List<Thing> }[]

type DeleteProps = {
  readonly workspace: WorkspaceRow
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteWorkspace({ workspace, onClose, onDeleted }: DeleteProps) {
  const [isForced, setForced] = useState(false)
  const inside = useResource(workspace.id, async (signal) => {
    const query = { workspace_id: workspace.id, page_size: MAX_NAMED }
    const [day, ...lists] = await Promise.all([
      usageOf(workspace.id, DAY_MS, signal),
      ...KINDS.map((kind) => api.get<List<Thing>>(kind.path, { query, signal })),
    ])
    const contents = KINDS.flatMap((kind, index) => {
      const list = lists[index]
      return list && list.total > 0 ? [{ kind, list }] : []
    })
    return { day, contents }
  })
  if (workspace.is_default) return <DefaultStays name={workspace.name} onClose={onClose} />
  const isEmpty = inside.data?.contents.length === 0
  const isReady = isEmpty || isForced
  return (
    <ConfirmDialog
      title={`Delete workspace ${workspace.name}`}
      verb="Delete workspace"
      name={workspace.name}
      isReady={isReady}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/admin/workspaces/${workspace.id}`, { name: workspace.name, force_delete: isForced })
        toast({ words: `The workspace ${workspace.name} was deleted.` })
        onDeleted()
      }}
    >
      <Loaded resource={inside} what="see what is in it">
        {({ day, contents }) => (
          <>
            {day.requests > 0 && (
              <Notice tone="warning" title="This workspace is in use">
                <p>{counted(day.requests, 'request')} arrived in the last 24 hours. New requests will be refused.</p>
              </Notice>
            )}
            {contents.length === 0 ? (
              <p>It is empty. Its logs are kept until their retention expires.</p>
            ) : (
              <Blocking contents={contents} slug={workspace.slug} isForced={isForced} onForced={setForced} />
            )}
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

type BlockingProps = {
  readonly contents: Contents
  readonly slug: string
  readonly isForced: boolean
  readonly onForced: (isForced: boolean) => void
}

function Blocking({ contents, slug, isForced, onForced }: BlockingProps) {
  return (
    <>
      <p>These stop working. Move them first, or delete them with the workspace:</p>
      <ul class="workspaces-list">
        {contents.map(({ kind, list }) => (
          <li key={kind.path}>
            <a href={`${kind.path}?w=${slug}`}>
              {count(list.total)} {list.total === 1 ? kind.one : kind.many}
            </a>
            : {list.data.map((thing) => thing.name).join(', ')}
            {list.total > list.data.length && ', …'}
          </li>
        ))}
      </ul>
      <CheckField label="Delete all of this too" isChecked={isForced} onChecked={onForced} />
    </>
  )
}

function DefaultStays({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title={`${name} is the default workspace`}
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        It cannot be deleted, because requests with Admin keys belong to it. You can rename it or delete its contents.
      </p>
    </Dialog>
  )
}
