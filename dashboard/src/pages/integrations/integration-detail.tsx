/** One integration: workspaces with their limits, models and actions. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate } from '../../app/location.ts'
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
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { UsedBy, usesIn } from '../../design/overlays/used-by.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { settingText } from '../virtual-keys/provider-settings.ts'
import { maskedKey } from '../virtual-keys/virtual-key.ts'
import { AccessCard } from './access-card.tsx'
import { type IntegrationDetail, integrationPath, mayChange, withinReach } from './integration.ts'
import { ChangeDialog, RotateDialog } from './integration-form.tsx'
import { ModelsCard } from './models-card.tsx'

type Doing = 'change' | 'rotate' | 'delete'

export function IntegrationDetails({ slug }: { readonly slug: string }) {
  const requested = withinReach()
  useViewCode({ path: integrationPath(slug), query: requested, cli: `gatehouse integrations show ${slug}` })
  const loaded = useResource(JSON.stringify([slug, requested]), (signal) =>
    api.get<IntegrationDetail>(integrationPath(slug), { query: requested, signal }),
  )
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const done = async () => {
    await loaded.reload()
    close()
  }
  return (
    <div class="page">
      <PageHead
        title={loaded.data?.name ?? slug}
        about={
          <span class="row-wrap">
            <a href="/integrations">Integrations</a> / <code class="anywhere">{slug}</code>
            <CopyButton text={slug} what="id" iconOnly />
          </span>
        }
        actions={loaded.data && <Actions of={loaded.data} onDo={setDoing} />}
      />
      <Loaded resource={loaded} what="load this integration">
        {(one) => (
          <>
            <div class="integrations-columns">
              <div class="stack">
                <AccessCard of={one} onChanged={loaded.reload} />
                <ModelsCard of={one} onChanged={loaded.reload} />
              </div>
              <FactsCard of={one} />
            </div>
            {doing === 'change' && <ChangeDialog of={one} onClose={close} onDone={done} />}
            {doing === 'rotate' && <RotateDialog of={one} onClose={close} onDone={done} />}
            {doing === 'delete' && <DeleteDialog of={one} onClose={close} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Actions({ of: one, onDo }: { readonly of: IntegrationDetail; readonly onDo: (doing: Doing) => void }) {
  return (
    <>
      {mayChange(one, 'update') && (
        <>
          <Button icon="edit" onClick={() => onDo('change')}>
            Change
          </Button>
          <Button icon="refresh" onClick={() => onDo('rotate')}>
            Rotate
          </Button>
        </>
      )}
      {mayChange(one, 'delete') && (
        <Menu
          label="More actions"
          items={[{ label: 'Delete', isDanger: true, icon: 'trash', onChoose: () => onDo('delete') }]}
        />
      )}
    </>
  )
}

function FactsCard({ of: one }: { readonly of: IntegrationDetail }) {
  const { custom_host: host, ...settings } = one.configurations
  return (
    <Card title="Details">
      <div class="stack">
        <Facts
          facts={[
            { name: 'Provider', value: one.ai_provider_id },
            { name: 'Credential', value: <code>{maskedKey(one.masked_key)}</code> },
            { name: 'Owner', value: one.type },
            ...(host === undefined
              ? []
              : [{ name: 'Base URL', value: `${host}${one.is_host_trusted ? ' (trusted)' : ''}` }]),
            ...Object.entries(settings).map(([name, value]) => ({ name, value: settingText(value) })),
            { name: 'Created', value: <Time at={one.created_at} /> },
            { name: 'Changed', value: <Time at={one.last_updated_at} /> },
            ...(one.description === null ? [] : [{ name: 'Description', value: one.description }]),
          ]}
        />
        <CodeBlock title="To use it, prefix the model with its slug" code={`"model": "@${one.slug}/<model>"`} />
        <a href={`/audit-log?q=${encodeURIComponent(one.id)}`}>Change history</a>
      </div>
    </Card>
  )
}

function DeleteDialog({ of: one, onClose }: { readonly of: IntegrationDetail; readonly onClose: () => void }) {
  const [users, setUsers] = useState<readonly string[]>([])
  const isForced = users.length > 0
  const remove = async () => {
    const query = { ...withinReach(), ...(isForced && { force: 'true' }) }
    try {
      await api.delete(integrationPath(one.slug), undefined, { query })
    } catch (thrown) {
      setUsers(usesIn(thrown))
      throw thrown
    }
    toast({ words: `The integration ${one.name} was deleted.` })
    navigate('/integrations', { replace: true })
  }
  return (
    <ConfirmDialog
      title={`Delete ${one.name}?`}
      verb={isForced ? 'Delete it anyway' : 'Delete'}
      name={one.slug}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Its credential and the virtual keys created from it are deleted in every workspace.</p>
      <UsedBy users={users} isForced />
    </ConfirmDialog>
  )
}
