/** Confirms deleting a virtual key: recent users and references; requires typing its name. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { counted } from '../../design/data/format.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { UsedBy, usesIn } from '../../design/overlays/used-by.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { inWorkspace, keyPath, type VirtualKey } from './virtual-key.ts'

type DeleteProps = { readonly of: VirtualKey; readonly onClose: () => void; readonly onDone: () => void }

export function DeleteDialog({ of: key, onClose, onDone }: DeleteProps) {
  const [users, setUsers] = useState<readonly string[]>([])
  const lately = useResource(can('analytics.view') ? key.slug : null, (signal) => {
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const query = { ...inWorkspace(), virtual_keys: key.slug, time_of_generation_min: from }
    return api.get<{ summary: { requests: number } }>('/analytics/summary', { query, signal })
  })
  const isForced = users.length > 0
  const remove = async () => {
    const query = { ...inWorkspace(), ...(isForced && { force: 'true' }) }
    try {
      await api.delete(keyPath(key.slug), undefined, { query })
    } catch (thrown) {
      setUsers(usesIn(thrown))
      throw thrown
    }
    toast({ words: `The virtual key ${key.name} was deleted.` })
    onDone()
  }
  return (
    <ConfirmDialog
      title={`Delete ${key.name}?`}
      verb={isForced ? 'Delete it anyway' : 'Delete'}
      name={key.slug}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Its credential is deleted. Requests with <code>{key.slug}</code> will be refused.
      </p>
      <Loaded resource={lately} what="count its requests">
        {({ summary }) => (
          <p>
            In the last 24 hours <strong>{counted(summary.requests, 'request')}</strong> used it.
          </p>
        )}
      </Loaded>
      <UsedBy users={users} isForced />
    </ConfirmDialog>
  )
}
