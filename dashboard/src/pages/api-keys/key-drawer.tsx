/** Details of one key, and its actions. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { CopyButton } from '../../design/controls/copy-button.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { counted, percent } from '../../design/data/format.ts'
import { Time } from '../../design/data/time.tsx'
import { rateWords } from '../../design/limits/limit-types.ts'
import { UsageBar } from '../../design/limits/usage-bar.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Drawer } from '../../design/overlays/drawer.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { Notice } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { SnippetTabs } from '../snippets/snippet-tabs.tsx'
import { type ApiKey, GROUP_OF, KIND_WORDS, loadScopes, type Realm, scopeQuery } from './api-key.ts'
import { EditDialog } from './edit-dialog.tsx'
import { isIdle, MADE_BY, usePeople } from './key-list.tsx'
import { RevokeDialog, RotateDialog } from './rotate-revoke.tsx'
import { ScopeSummary } from './scope-matrix.tsx'

type DrawerProps = {
  readonly id: string
  readonly realm: Realm
  readonly onClose: () => void
  readonly onChanged: () => void
}

type Doing = 'edit' | 'rotate' | 'revoke' | 'reset' | 'review'

export function KeyDrawer({ id, realm, onClose, onChanged }: DrawerProps) {
  const scope = scopeQuery(realm)
  const loaded = useResource(
    JSON.stringify([id, scope]),
    (signal) => api.get<ApiKey>(`/api-keys/${encodeURIComponent(id)}`, { query: scope, signal }),
    { forgetOnChange: true },
  )
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const changed = () => {
    onChanged()
    return loaded.reload()
  }
  const key = loaded.data
  return (
    <Drawer title={key?.name ?? 'Key'} onClose={onClose}>
      <Loaded resource={loaded} what="load this key">
        {(one) => (
          <>
            <Actions of={one} onDo={setDoing} />
            <KeyFacts of={one} />
            {one.allow_inference && (
              <section class="stack-tight" aria-label="Use it">
                <h3>Use it</h3>
                <SnippetTabs request={{ key: null, model: 'mock-1', headers: [['x-gateway-provider', 'mock']] }} />
                <p class="caption">
                  The secret is shown once, when a key is created or rotated. <a href="/models">Models</a> has programs
                  for each model.
                </p>
              </section>
            )}
            {doing === 'edit' && <EditDialog before={one} realm={realm} onClose={close} onSaved={changed} />}
            {doing === 'rotate' && <RotateDialog of={one} realm={realm} onClose={close} onDone={changed} />}
            {doing === 'revoke' && (
              <RevokeDialog
                of={one}
                realm={realm}
                onClose={close}
                onDone={() => {
                  onClose()
                  onChanged()
                }}
              />
            )}
            {doing === 'review' && (
              <ConfirmDialog
                title={`Keep ${one.name} as it is?`}
                verb="Mark as reviewed"
                onClose={close}
                onConfirm={async () => {
                  await api.put(`/api-keys/${one.id}`, { ...scope, needs_review: false })
                  toast({ words: `${one.name} is marked as reviewed.` })
                  changed()
                }}
              >
                <p>Its secret stays valid, and its creator may still know it.</p>
              </ConfirmDialog>
            )}
            {doing === 'reset' && (
              <ConfirmDialog
                title={`Reset budget of ${one.name}?`}
                verb="Reset"
                onClose={close}
                onConfirm={async () => {
                  await api.put(`/api-keys/${one.id}`, { ...scope, reset_usage: true })
                  toast({ words: `The budget of ${one.name} was reset.` })
                  changed()
                }}
              >
                <p>The usage of this period is set to zero. This is recorded in the audit log.</p>
              </ConfirmDialog>
            )}
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Actions({ of: key, onDo }: { readonly of: ApiKey; readonly onDo: (doing: Doing) => void }) {
  const may = (verb: string) => can(`${GROUP_OF[key.type]}.${verb}`)
  return (
    <div class="row-wrap">
      {may('update') && (
        <Button icon="edit" onClick={() => onDo('edit')}>
          Change
        </Button>
      )}
      {may('rotate') && (
        <Button icon="refresh" onClick={() => onDo('rotate')}>
          Rotate
        </Button>
      )}
      {may('update') && key.needs_review && (
        <Button icon="check" onClick={() => onDo('review')}>
          Mark as reviewed
        </Button>
      )}
      {may('update') && key.usage_limits && <Button onClick={() => onDo('reset')}>Reset budget</Button>}
      {may('delete') && (
        <Button kind="danger" icon="trash" onClick={() => onDo('revoke')}>
          Revoke
        </Button>
      )}
    </div>
  )
}

function KeyFacts({ of: key }: { readonly of: ApiKey }) {
  const people = usePeople()
  const scopes = useResource('scopes', loadScopes)
  const usage = useRecentUse(key)
  const open = (scopes.data?.data ?? []).filter((scope) => scope.key_types.includes(key.type))
  return (
    <>
      {isIdle(key) && (
        <Notice tone="warning" title="Not used for 30 days">
          <p>Unused keys are a security risk. Revoke it if it is no longer needed.</p>
        </Notice>
      )}
      {key.needs_review && (
        <Notice tone="warning" title="Needs review">
          <p>
            The creator of this key was removed or has lost permissions, and may still know its secret. Rotate it,
            revoke it, or mark it as reviewed.
          </p>
        </Notice>
      )}
      {key.key_transition_expires_at && (
        <Notice tone="info" title="Two secrets are valid">
          <p>
            The previous secret stops working <Time at={key.key_transition_expires_at} />.
          </p>
        </Notice>
      )}
      {key.usage_limits && <UsageBar limit={key.usage_limits} label={`Budget of ${key.name}`} />}
      {open.length > 0 && <ScopeSummary scopes={open} chosen={key.scopes} mayInfer={key.allow_inference} />}
      <Facts
        facts={[
          { name: 'Secret', value: <code>{key.key_hint}</code> },
          {
            name: 'Id',
            value: (
              <span class="row">
                <code class="anywhere">{key.id}</code>
                <CopyButton text={key.id} what="id" iconOnly />
              </span>
            ),
          },
          { name: 'Kind', value: KIND_WORDS[key.type] },
          ...(key.type === 'organisation-service'
            ? [{ name: 'Trusted', value: key.is_trusted ? 'yes' : 'no, its creator was not an owner or admin' }]
            : []),
          ...(key.user_id ? [{ name: 'Of', value: people.get(key.user_id) ?? key.user_id }] : []),
          ...(key.description ? [{ name: 'Description', value: key.description }] : []),
          ...(key.client_certificates.length > 0
            ? [
                {
                  name: 'Client certificates',
                  value: <code class="anywhere">{key.client_certificates.join(' ')}</code>,
                },
              ]
            : []),
          {
            name: 'Last used',
            value: (
              <>
                <Time at={key.last_used_at} />
                {key.last_used_ip && ` from ${key.last_used_ip}`}
              </>
            ),
          },
          ...(usage
            ? [
                {
                  name: 'Last 24 hours',
                  value: (
                    <a href={`/logs?q=${encodeURIComponent(`key:${key.name}`)}`}>
                      {counted(usage.requests, 'request')}
                      {usage.errors > 0 && `, ${percent(usage.errors / usage.requests)} failed`}
                    </a>
                  ),
                },
              ]
            : []),
          { name: 'Rate limits', value: key.rate_limits.map(rateWords).join(', ') || 'none' },
          { name: 'Default config', value: key.defaults.config_id ?? 'none' },
          ...Object.entries(key.defaults.metadata).map(([name, value]) => ({ name: `metadata ${name}`, value })),
          { name: 'Expires', value: key.expires_at ? <Time at={key.expires_at} /> : 'no expiry' },
          {
            name: 'Created',
            value: (
              <>
                <Time at={key.created_at} />
                {key.created_by && ` · ${people.get(key.created_by) ?? MADE_BY[key.creation_mode]}`}
              </>
            ),
          },
          {
            name: 'Scopes',
            value: (
              <span class="keys-chips">
                {key.scopes.length === 0 ? 'none' : key.scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

type Recent = { readonly requests: number; readonly errors: number }

function useRecentUse(key: ApiKey): Recent | null {
  const loaded = useResource(can('analytics.view') ? key.id : null, (signal) => {
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const query = { workspace_id: key.workspace_id, api_key_ids: key.id, time_of_generation_min: from }
    return api.get<{ summary: Recent }>('/analytics/summary', { query, signal })
  })
  return loaded.data?.summary ?? null
}
