/** One virtual key: budget, provider keys, health, details and actions. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Card } from '../../design/data/card.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { Time } from '../../design/data/time.tsx'
import { rateWords } from '../../design/limits/limit-types.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { UsedBy, usesIn } from '../../design/overlays/used-by.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { useLiveReload } from '../overview/use-live-reload.ts'
import { BudgetCard } from './budget-card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditKeyDialog } from './key-form.tsx'
import { ProviderKeys } from './provider-keys.tsx'
import { settingText } from './provider-settings.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { TrafficCard } from './traffic-card.tsx'
import { changeKey, inWorkspace, keyPath, type VirtualKey } from './virtual-key.ts'

type Doing = 'edit' | 'rotate' | 'archive' | 'delete'

export function KeyDetail({ slug }: { readonly slug: string }) {
  const requested = inWorkspace()
  useViewCode({ path: keyPath(slug), query: requested })
  const loaded = useResource(JSON.stringify([slug, requested]), (signal) =>
    api.get<VirtualKey>(keyPath(slug), { query: requested, signal }),
  )
  const [doing, setDoing] = useState<Doing | null>(query.value.has('edit') ? 'edit' : null)
  const [round, setRound] = useState(0)
  const changed = () => {
    setRound((before) => before + 1)
    return loaded.reload()
  }
  useLiveReload({ ...requested, virtual_keys: slug }, changed)
  const close = () => setDoing(null)
  const key = loaded.data
  return (
    <div class="page">
      <PageHead
        title={key?.name ?? slug}
        about={
          <span class="row-wrap">
            <a href="/virtual-keys">Virtual keys</a> / <code class="anywhere">{slug}</code>
            <CopyButton text={slug} what="id" iconOnly />
          </span>
        }
        actions={key && <Actions of={key} onDo={setDoing} />}
      />
      <Loaded resource={loaded} what="load this virtual key">
        {(one) => (
          <>
            <div class="vk-columns">
              <div class="stack">
                <BudgetCard of={one} round={round} isRaising={query.value.has('raise')} onChanged={changed} />
                {one.integration_id === null && <ProviderKeys of={one} onChanged={changed} />}
              </div>
              <div class="stack">
                <TrafficCard slug={slug} round={round} />
                <FactsCard of={one} />
              </div>
            </div>
            {doing === 'edit' && (
              <EditKeyDialog
                before={one}
                onClose={close}
                onSaved={async () => {
                  await changed()
                  close()
                }}
              />
            )}
            {doing === 'rotate' && <RotateDialog of={one} onClose={close} onDone={changed} />}
            {doing === 'delete' && (
              <DeleteDialog of={one} onClose={close} onDone={() => navigate('/virtual-keys', { replace: true })} />
            )}
            {doing === 'archive' && <SwitchDialog of={one} onClose={close} onDone={changed} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Actions({ of: key, onDo }: { readonly of: VirtualKey; readonly onDo: (doing: Doing) => void }) {
  const mayChange = can('virtual_keys.update')
  const items = [
    ...(mayChange
      ? [{ label: key.status === 'archived' ? 'Enable' : 'Disable', onChoose: () => onDo('archive') }]
      : []),
    ...(can('virtual_keys.delete')
      ? [{ label: 'Delete', isDanger: true, icon: 'trash' as const, onChoose: () => onDo('delete') }]
      : []),
  ]
  return (
    <>
      {mayChange && (
        <>
          <Button icon="edit" onClick={() => onDo('edit')}>
            Change
          </Button>
          {key.integration_id === null && (
            <Button icon="refresh" onClick={() => onDo('rotate')}>
              Rotate
            </Button>
          )}
        </>
      )}
      {items.length > 0 && <Menu label="More actions" items={items} />}
    </>
  )
}

function FactsCard({ of: key }: { readonly of: VirtualKey }) {
  const settings = Object.entries(key.model_config).filter(([name]) => name !== 'customHost' && name !== 'custom_host')
  return (
    <Card title="Details">
      <div class="stack">
        <Facts
          facts={[
            { name: 'Status', value: key.status },
            { name: 'Provider', value: key.ai_provider_name },
            ...(key.integration_id === null
              ? []
              : [
                  {
                    name: 'Integration',
                    value: <a href={`/integrations/${encodeURIComponent(key.integration_id)}`}>{key.integration_id}</a>,
                  },
                ]),
            ...(key.custom_host === null
              ? []
              : [{ name: 'Base URL', value: `${key.custom_host}${key.is_host_trusted ? ' (trusted)' : ''}` }]),
            ...settings.map(([name, value]) => ({ name, value: settingText(value) })),
            {
              name: 'Rate limits',
              value: key.rate_limits.length === 0 ? 'none' : key.rate_limits.map(rateWords).join(', '),
            },
            { name: 'Expires', value: key.expires_at === null ? 'no expiry' : <Time at={key.expires_at} /> },
            { name: 'Created', value: <Time at={key.created_at} /> },
            { name: 'Updated', value: <Time at={key.last_updated_at} /> },
            ...(key.note === null ? [] : [{ name: 'Note', value: key.note }]),
          ]}
        />
        <CodeBlock title="In requests" code={`"model": "@${key.slug}/<model>"`} />
        <a href={`/audit-log?target=${encodeURIComponent(key.id)}`}>History</a>
      </div>
    </Card>
  )
}

type SwitchProps = { readonly of: VirtualKey; readonly onClose: () => void; readonly onDone: () => void }

function SwitchDialog({ of: key, onClose, onDone }: SwitchProps) {
  const isOff = key.status === 'archived'
  const [users, setUsers] = useState<readonly string[]>([])
  const isForced = users.length > 0
  return (
    <ConfirmDialog
      title={isOff ? `Enable ${key.name}?` : `Disable ${key.name}?`}
      verb={isOff ? 'Enable' : isForced ? 'Disable anyway' : 'Disable'}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await changeKey(key.slug, { status: isOff ? 'active' : 'archived' }, isForced)
        } catch (thrown) {
          setUsers(usesIn(thrown))
          throw thrown
        }
        toast({ words: `${key.name} is ${isOff ? 'enabled' : 'disabled'}.` })
        setQuery({ edit: null }, { replace: true })
        onDone()
      }}
    >
      <p>
        {isOff
          ? 'Requests with this key work again immediately.'
          : 'Requests with this key are refused until you enable it again. Nothing is deleted.'}
      </p>
      <UsedBy users={users} isForced />
    </ConfirmDialog>
  )
}
