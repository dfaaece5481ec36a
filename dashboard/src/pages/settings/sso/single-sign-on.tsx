/** Single sign-on: connections with a live test, group mappings, and enforcement. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { can } from '../../../app/session.ts'
import { useAction } from '../../../app/use-action.ts'
import { type Resource, useResource } from '../../../app/use-resource.ts'
import { useViewCode } from '../../../app/view-code.ts'
import { Button } from '../../../design/controls/button.tsx'
import { CheckField } from '../../../design/controls/field.tsx'
import { Menu } from '../../../design/controls/menu.tsx'
import { Badge } from '../../../design/data/badge.tsx'
import { Card } from '../../../design/data/card.tsx'
import { Table } from '../../../design/data/table.tsx'
import { Time } from '../../../design/data/time.tsx'
import { ConfirmDialog } from '../../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { EmptyState, ErrorNotice } from '../../../design/states/notices.tsx'
import { toast } from '../../../design/states/toasts.tsx'
import type { Organisation } from '../organisation.ts'
import { CONNECTIONS, type SsoConnection } from './connection.ts'
import { ConnectionForm } from './connection-form.tsx'
import { GroupMappings } from './group-mappings.tsx'

type Connections = Resource<readonly SsoConnection[]>

export function SingleSignOn() {
  const connections = useResource(CONNECTIONS, async (signal) => {
    return (await api.get<{ data: readonly SsoConnection[] }>(CONNECTIONS, { signal })).data
  })
  useViewCode({ path: CONNECTIONS })
  return (
    <div class="stack">
      <ConnectionList connections={connections} />
      <GroupMappings />
      <Enforcement />
    </div>
  )
}

function ConnectionList({ connections }: { readonly connections: Connections }) {
  const [edited, setEdited] = useState<SsoConnection | 'new' | null>(null)
  const [deleted, setDeleted] = useState<SsoConnection | null>(null)
  const create = can('sso_connections.create') && (
    <Button kind="primary" icon="plus" onClick={() => setEdited('new')}>
      New connection
    </Button>
  )
  return (
    <Card title="Connections">
      <Loaded resource={connections} what="load the connections">
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="No connections" action={create}>
              Users sign in with an OpenID Connect identity provider: Keycloak, Entra ID, Okta, Google and others.{' '}
              <a href="/docs/single-sign-on">Documentation</a>
            </EmptyState>
          ) : (
            <div class="stack">
              <Table
                label="Single sign-on connections"
                rows={all}
                keyOf={({ id }) => id}
                columns={[
                  { name: 'name', label: 'Connection', cell: ({ name }) => name },
                  { name: 'issuer', label: 'Issuer', cell: ({ issuer }) => <span class="anywhere">{issuer}</span> },
                  { name: 'domains', label: 'Domains', cell: ({ domains }) => domains.join(', ') || 'None' },
                  {
                    name: 'tested',
                    label: 'Last test',
                    cell: ({ tested_at }) => (tested_at === null ? 'Not tested' : <Time at={tested_at} />),
                  },
                  {
                    name: 'status',
                    label: 'Status',
                    cell: ({ is_enabled }) => (is_enabled ? <Badge tone="ok">Enabled</Badge> : <Badge>Disabled</Badge>),
                  },
                  {
                    name: 'actions',
                    label: 'Actions',
                    hideLabel: true,
                    cell: (connection) => (
                      <Actions
                        connection={connection}
                        onEdit={() => setEdited(connection)}
                        onDelete={() => setDeleted(connection)}
                        onChanged={() => connections.reload()}
                      />
                    ),
                  },
                ]}
              />
              <div class="row">{create}</div>
            </div>
          )
        }
      </Loaded>
      {edited !== null && (
        <ConnectionForm
          before={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => connections.reload()}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={`Delete “${deleted.name}”?`}
          verb="Delete"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await api.delete(`${CONNECTIONS}/${deleted.id}`)
            toast({ words: 'The connection was deleted.' })
            connections.reload()
          }}
        >
          <p>Sessions that were started with it end. Its users stay.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

type ActionProps = {
  readonly connection: SsoConnection
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onChanged: () => void
}

function Actions({ connection, onEdit, onDelete, onChanged }: ActionProps) {
  const path = `${CONNECTIONS}/${connection.id}`
  const testing = useAction(async () => {
    // Open the tab before the first await: browsers block windows that were not opened directly by a click.
    const tab = window.open('', '_blank')
    try {
      const { authorization_url } = await api.post<{ authorization_url: string }>(`${path}/test`)
      if (tab) tab.location.href = authorization_url
      else location.assign(authorization_url)
    } catch (error) {
      tab?.close()
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  })
  const toggling = useAction(async () => {
    try {
      await api.put(path, { is_enabled: !connection.is_enabled })
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
    onChanged()
  })
  if (!can('sso_connections.update')) return null
  return (
    <div class="row">
      <Button size="small" isBusy={testing.isRunning} onClick={() => testing.run()}>
        Test<span class="sr-only"> {connection.name}</span>
      </Button>
      <Menu
        label={`Actions for ${connection.name}`}
        size="small"
        items={[
          { label: connection.is_enabled ? 'Disable' : 'Enable', icon: 'check', onChoose: () => void toggling.run() },
          { label: 'Change', icon: 'edit', onChoose: onEdit },
          ...(can('sso_connections.delete')
            ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: onDelete }]
            : []),
        ]}
      />
    </div>
  )
}

const ORGANISATION = '/admin/organisation'

function Enforcement() {
  const loaded = useResource(ORGANISATION, (signal) => api.get<Organisation>(ORGANISATION, { signal }))
  const saving = useAction(async (enforce_sso: boolean) => {
    const saved = await api.put<Organisation>(ORGANISATION, { enforce_sso })
    loaded.mutate(() => saved)
    toast({ words: enforce_sso ? 'Single sign-on is enforced.' : 'Passwords work again.' })
  })
  return (
    <Card title="Enforcement">
      <Loaded resource={loaded} what="load the settings">
        {({ enforce_sso }) => (
          <div class="stack">
            <CheckField
              label="Require single sign-on"
              hint="Only break-glass owners may sign in with a password. All other sessions without single sign-on end. Run gatehouse sso off on the gateway’s machine to turn it off."
              isChecked={enforce_sso}
              onChecked={(next) => void saving.run(next)}
            />
            {saving.error && <ErrorNotice error={saving.error} what="change the enforcement" />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
