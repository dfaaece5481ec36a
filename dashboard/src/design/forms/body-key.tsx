/** The key that encrypts logged bodies, and its rotation progress. Renders nothing if bodies are not encrypted. */

import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../controls/button.tsx'
import { count } from '../data/format.ts'
import { ErrorNotice } from '../states/notices.tsx'
import { toast } from '../states/toasts.tsx'

type BodyKey = {
  readonly version: number
  readonly status: 'active' | 'rotating'
  readonly blocks_left: number | null
  readonly blocks_unreadable: number
}

type BodyKeyList = { readonly total: number; readonly data: readonly BodyKey[] }

const PATH = '/admin/body-keys'

/** `workspaceId`: null for the keys of all workspaces. */
export function BodyKeys({ workspaceId }: { readonly workspaceId: string | null }) {
  return can('body_keys.list') ? <Keys workspaceId={workspaceId} /> : null
}

function Keys({ workspaceId }: { readonly workspaceId: string | null }) {
  const scope = workspaceId === null ? {} : { workspace_id: workspaceId }
  const keys = useResource(`${PATH} ${workspaceId}`, (signal) =>
    api.get<BodyKeyList>(PATH, { query: { ...scope, page_size: 1_000 }, signal }),
  )
  const rotating = useAction(async () => {
    await api.post(`${PATH}/rotate`, scope)
    toast({ words: 'New bodies use the new key. Stored bodies are re-encrypted in the background.' })
    keys.reload()
  })
  if (keys.error) return <ErrorNotice error={keys.error} what="load the body keys" onRetry={keys.reload} />
  if (!keys.data || keys.data.total === 0) return null
  return (
    <div class="row-wrap">
      {can('body_keys.rotate') && (
        <Button isBusy={rotating.isRunning} onClick={() => rotating.run()}>
          {workspaceId === null ? 'Rotate all body keys' : 'Rotate body key'}
        </Button>
      )}
      <span class="caption">{stateOf(keys.data)}</span>
      {rotating.error && <ErrorNotice error={rotating.error} what="rotate the body keys" />}
    </div>
  )
}

function stateOf({ total, data }: BodyKeyList): string {
  const sum = (of: (key: BodyKey) => number) => data.reduce((all, key) => all + of(key), 0)
  const running = data.filter(({ status }) => status === 'rotating').length
  const unreadable = sum((key) => key.blocks_unreadable)
  return [
    total === 1 && data[0] ? `Version ${data[0].version}` : `${count(total)} keys`,
    ...(running > 0 ? [`rotating, ${count(sum((key) => key.blocks_left ?? 0))} blocks left`] : []),
    ...(unreadable > 0 ? [`${count(unreadable)} blocks cannot be decrypted`] : []),
  ].join(' · ')
}
