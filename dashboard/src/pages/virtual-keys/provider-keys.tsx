/** Provider keys of a virtual key: selected by weight; test, enable, disable and remove. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import { Button } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Menu, type MenuItem } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { percent } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { fieldErrors } from '../../design/forms/field-errors.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { VerdictNotice } from './credential-fields.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { inWorkspace, keyPath, maskedKey, type ProviderKey, type Verdict, type VirtualKey } from './virtual-key.ts'

type Props = { readonly of: VirtualKey; readonly onChanged: () => Promise<void> }

export function ProviderKeys({ of: key, onChanged }: Props) {
  const [isAdding, setAdding] = useState(false)
  const [weighed, setWeighed] = useState<ProviderKey | null>(null)
  const [removed, setRemoved] = useState<ProviderKey | null>(null)
  const path = (one: ProviderKey) => `${keyPath(key.slug)}/keys/${one.id}`
  const [tested, setTested] = useState<{ readonly mask: string; readonly verdict: Verdict } | null>(null)
  const testing = useAction(async (one: ProviderKey | null) => {
    const body = { ...inWorkspace(), ...(one && { key_id: one.id }) }
    const verdict = await api.post<Verdict>(`${keyPath(key.slug)}/test`, body)
    setTested({ mask: one?.masked_api_key ?? key.slug, verdict })
  })
  const switching = useAction(async (one: ProviderKey) => {
    const status = one.status === 'active' ? 'archived' : 'active'
    await api.put(path(one), { ...inWorkspace(), status })
    toast({ words: `${one.masked_api_key} is ${status === 'active' ? 'enabled' : 'disabled'}.` })
    onChanged()
  })
  const active = key.keys.filter((one) => one.status === 'active')
  const total = active.reduce((sum, one) => sum + one.weight, 0)
  const itemsOf = (one: ProviderKey): MenuItem[] => [
    { label: 'Test', onChoose: () => testing.run(one) },
    ...(can('virtual_keys.update')
      ? [
          { label: 'Change weight', onChoose: () => setWeighed(one) },
          { label: one.status === 'active' ? 'Disable' : 'Enable', onChoose: () => switching.run(one) },
          { label: 'Remove', isDanger: true, onChoose: () => setRemoved(one) },
        ]
      : []),
  ]
  const error = testing.error ?? switching.error
  return (
    <Card
      title="Provider keys"
      actions={
        <div class="row-wrap">
          <Button size="small" isBusy={testing.isRunning} onClick={() => testing.run(null)}>
            Test
          </Button>
          {can('virtual_keys.update') && (
            <Button size="small" icon="plus" onClick={() => setAdding(true)}>
              Add key
            </Button>
          )}
        </div>
      }
    >
      <div class="stack">
        {tested && (
          <div class="stack-tight">
            <span class="caption mono">{tested.mask}</span>
            <VerdictNotice verdict={tested.verdict} />
          </div>
        )}
        {error && <ErrorNotice error={error} />}
        {key.keys.length === 0 ? (
          <p class="muted">No key is stored. Requests are sent without one.</p>
        ) : (
          <Table
            label="Keys behind this virtual key"
            isCompact
            rows={key.keys}
            keyOf={(one) => one.id}
            columns={[
              { name: 'mask', label: 'Key', cell: (one) => <code>{maskedKey(one.masked_api_key)}</code> },
              {
                name: 'weight',
                label: 'Share of requests',
                isNumber: true,
                cell: (one) => (one.status === 'active' ? percent(one.weight / total) : '—'),
              },
              {
                name: 'status',
                label: 'Status',
                cell: (one) => (
                  <Badge tone={one.status === 'active' ? 'ok' : 'neutral'}>
                    {one.status === 'active' ? 'in service' : 'off'}
                  </Badge>
                ),
              },
              { name: 'added', label: 'Added', cell: (one) => <Time at={one.created_at} /> },
              {
                name: 'actions',
                label: 'Actions',
                hideLabel: true,
                cell: (one) => <Menu label={`Actions for ${one.masked_api_key}`} size="small" items={itemsOf(one)} />,
              },
            ]}
          />
        )}
        <p class="caption">
          A key that gets 401 or 429 is paused, and the request uses the next key. Changes take effect at once.
        </p>
      </div>
      {isAdding && <RotateDialog of={key} isExtra onClose={() => setAdding(false)} onDone={onChanged} />}
      {weighed && (
        <WeightDialog of={weighed} path={path(weighed)} onClose={() => setWeighed(null)} onDone={onChanged} />
      )}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.masked_api_key}?`}
          verb="Remove"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await api.delete(path(removed), undefined, { query: inWorkspace() })
            toast({ words: 'The provider key was removed.' })
            onChanged()
          }}
        >
          <p>The key is deleted. Requests use the other keys of {key.name} immediately.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

type WeightProps = {
  readonly of: ProviderKey
  readonly path: string
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

function WeightDialog({ of: key, path, onClose, onDone }: WeightProps) {
  const [weight, setWeight] = useState(String(key.weight))
  const saving = useAction(async () => {
    await api.put(path, { ...inWorkspace(), weight: Number(weight) })
    await onDone()
    onClose()
  })
  return (
    <Dialog
      title={`Weight of ${key.masked_api_key}`}
      onClose={onClose}
      onSubmit={() => saving.run()}
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
        label="Weight"
        type="number"
        min={0}
        step="any"
        value={weight}
        onValue={setWeight}
        hint="Its share of requests, relative to the other keys."
        error={fieldErrors(saving.error)('weight')}
      />
      {saving.error && <ErrorNotice error={saving.error} what="save the weight" />}
    </Dialog>
  )
}
