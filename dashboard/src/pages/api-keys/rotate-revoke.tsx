/** Dialogs that rotate a secret with an overlap period, or revoke a key and show who uses it. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { count, counted } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type ApiKey, type Realm, scopeQuery } from './api-key.ts'
import { ResultDialog } from './result-step.tsx'

type Props = {
  readonly of: ApiKey
  readonly realm: Realm
  readonly onClose: () => void
  readonly onDone: () => void
}

const HOUR_MS = 3_600_000
const OVERLAPS = [
  { value: '0', label: 'Not at all: it leaked' },
  { value: String(HOUR_MS / 2), label: '30 minutes' },
  { value: String(HOUR_MS), label: '1 hour' },
  { value: String(24 * HOUR_MS), label: '1 day' },
  { value: String(7 * 24 * HOUR_MS), label: '7 days' },
  { value: String(30 * 24 * HOUR_MS), label: '30 days' },
]

export function RotateDialog({ of: key, realm, onClose, onDone }: Props) {
  const [overlap, setOverlap] = useState(String(24 * HOUR_MS))
  const [secret, setSecret] = useState<string | null>(null)
  const rotating = useAction(async () => {
    const body = { ...scopeQuery(realm), key_transition_period_ms: Number(overlap) }
    const made = await api.post<{ key: string }>(`/api-keys/${key.id}/rotate`, body)
    setSecret(made.key)
    onDone()
  })
  if (secret !== null) {
    const variable = realm === 'organisation' ? 'GATEWAY_ADMIN_API_KEY' : 'GATEWAY_API_KEY'
    return (
      <ResultDialog
        title={`New secret of ${key.name}`}
        secret={secret}
        mayInfer={key.allow_inference}
        variable={variable}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={`Rotate ${key.name}`}
      onClose={onClose}
      onSubmit={() => rotating.run()}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={rotating.isRunning}>
            Create new secret
          </Button>
        </>
      }
    >
      <SelectField
        label="The old secret keeps working for"
        value={overlap}
        onValue={setOverlap}
        choices={OVERLAPS}
        hint="Update your apps in that time. Limits, scopes and usage do not change."
      />
      {overlap === '0' && (
        <Notice tone="warning" title="The old secret stops working at once">
          <p>Apps that use it are refused until they have the new one.</p>
        </Notice>
      )}
      {key.key_transition_expires_at && (
        <Notice tone="warning" title="An older secret still works">
          <p>A key has at most two valid secrets, so the older one stops working now.</p>
        </Notice>
      )}
      {rotating.error && <ErrorNotice error={rotating.error} what="rotate the key" />}
    </Dialog>
  )
}

type Sum = { readonly summary: { readonly requests: number } }

export function RevokeDialog({ of: key, realm, onClose, onDone }: Props) {
  const lately = useResource(can('analytics.view') ? key.id : null, async (signal) => {
    const since = (ms: number) => {
      const from = new Date(Date.now() - ms).toISOString()
      const query = { workspace_id: key.workspace_id, api_key_ids: key.id, time_of_generation_min: from }
      return api.get<Sum>('/analytics/summary', { query, signal })
    }
    const [hour, day] = await Promise.all([since(HOUR_MS), since(24 * HOUR_MS)])
    return { hour: hour.summary.requests, day: day.summary.requests }
  })
  return (
    <ConfirmDialog
      title={`Revoke ${key.name}?`}
      verb="Revoke"
      name={key.name}
      onClose={onClose}
      onConfirm={async () => {
        await api.delete(`/api-keys/${key.id}`, undefined, { query: scopeQuery(realm) })
        toast({ words: `${key.name} is revoked.` })
        onDone()
      }}
    >
      <p>Its secret stops working immediately. This cannot be undone. Its logs and costs are kept.</p>
      <Loaded resource={lately} what="count its requests">
        {({ hour, day }) => (
          <Notice
            tone={day > 0 ? 'warning' : 'neutral'}
            title={
              day > 0
                ? `Used ${counted(hour, 'time')} in the last hour, ${count(day)} in the last day`
                : 'Not used in the last day'
            }
          >
            <p>
              Last used <Time at={key.last_used_at} />
              {key.last_used_ip && ` from ${key.last_used_ip}`}.
              {day > 0 && ' These apps will get 401. To keep them working, rotate the key instead.'}
            </p>
          </Notice>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}
