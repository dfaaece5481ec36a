/** Details of a policy; for a budget, the usage per group. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { can } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { SelectField, TextField } from '../../design/controls/field.tsx'
import { BudgetBar } from '../../design/data/budget-bar.tsx'
import { Facts } from '../../design/data/facts.tsx'
import { count, money } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { amountIn } from '../../design/limits/limit-types.ts'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Drawer } from '../../design/overlays/drawer.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { useLiveReload } from '../overview/use-live-reload.ts'
import {
  apiPath,
  conditionWords,
  kindOf,
  limitWords,
  type Policy,
  scopeQuery,
  titleOf,
  type UsagePolicy,
} from './policy.ts'
import { PolicyForm } from './policy-form.tsx'

type DrawerProps = { readonly policy: Policy; readonly onClose: () => void; readonly onChanged: () => Promise<void> }

export function PolicyDrawer({ policy, onClose, onChanged }: DrawerProps) {
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDoing(null)
  const isLive = policy.status === 'active'
  return (
    <Drawer title={titleOf(policy)} onClose={onClose}>
      <div class="stack">
        {isLive && (
          <div class="row-wrap">
            {can('policies.update') && (
              <Button icon="edit" onClick={() => setDoing('edit')}>
                Change
              </Button>
            )}
            {can('policies.delete') && (
              <Button kind="danger" icon="trash" onClick={() => setDoing('delete')}>
                Delete
              </Button>
            )}
          </div>
        )}
        <Facts
          facts={[
            { name: 'Limit', value: limitWords(policy) },
            { name: 'Applies to', value: conditionWords(policy.conditions) },
            { name: 'Scope', value: policy.workspace_id === null ? 'every workspace' : 'this workspace' },
            ...(policy.object === 'policy_usage_limits' && policy.alert_threshold !== null
              ? [{ name: 'Alert at', value: amountIn(policy.type)(policy.alert_threshold) }]
              : []),
            { name: 'Created', value: <Time at={policy.created_at} /> },
          ]}
        />
        {policy.object === 'policy_usage_limits' && <Entities of={policy} />}
      </div>
      {doing === 'edit' && <PolicyForm kind={kindOf(policy)} before={policy} onClose={close} onSaved={onChanged} />}
      {doing === 'delete' && (
        <ConfirmDialog
          title="Delete policy?"
          verb="Delete"
          name={policy.name ?? undefined}
          onClose={close}
          onConfirm={async () => {
            await api.delete(apiPath(policy), undefined, { query: scopeQuery(policy) })
            toast({ words: 'The policy was archived.' })
            onClose()
            onChanged()
          }}
        >
          <p>
            {limitWords(policy)}: the policy stops applying immediately. It stays readable in the archive and cannot be
            restored.
          </p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

type Entity = {
  readonly id: string
  readonly value_key: string
  readonly current_usage: number
  readonly held: number
  readonly credit_limit: number
  readonly status: 'active' | 'exhausted'
  readonly next_usage_reset_at: string | null
}

function Entities({ of: policy }: { readonly of: UsagePolicy }) {
  const [search, setSearch] = useState('')
  const [status, setStatus] = useState('')
  const [reset, setReset] = useState<Entity | null>(null)
  const requested = { ...scopeQuery(policy), search, status, page_size: 100 }
  const entities = useResource(JSON.stringify([policy.id, requested]), (signal) =>
    api.get<{ total: number; data: readonly Entity[] }>(`${apiPath(policy)}/entities`, { query: requested, signal }),
  )
  useLiveReload(scopeQuery(policy), entities.reload)
  const isFiltered = search !== '' || status !== ''
  const mayReset = can('policies.update') && policy.status === 'active'
  return (
    <section class="stack-tight" aria-label="Usage by group">
      <h3>Usage by group</h3>
      <div class="policy-pair">
        <TextField label="Find a value" type="search" value={search} onValue={setSearch} />
        <SelectField
          label="Which"
          value={status}
          onValue={setStatus}
          choices={[
            { value: '', label: 'all' },
            { value: 'active', label: 'with budget left' },
            { value: 'exhausted', label: 'exhausted' },
          ]}
        />
      </div>
      <Loaded resource={entities} what="load the usage by group">
        {({ data, total }) =>
          data.length === 0 ? (
            isFiltered ? (
              <EmptyByFilter
                what="values"
                filters={[
                  ...(search === '' ? [] : [{ label: `“${search}”`, onRemove: () => setSearch('') }]),
                  ...(status === '' ? [] : [{ label: `only ${status}`, onRemove: () => setStatus('') }]),
                ]}
              />
            ) : (
              <p class="muted">No usage in this period.</p>
            )
          ) : (
            <>
              <Table
                label="Values of this policy"
                rows={data}
                keyOf={(entity) => entity.id}
                columns={[
                  {
                    name: 'value',
                    label: 'Who',
                    cell: (entity) => <span class="anywhere">{valueWords(entity.value_key, policy)}</span>,
                  },
                  {
                    name: 'used',
                    label: 'Used',
                    cell: (entity) => (
                      <BudgetBar
                        used={entity.current_usage}
                        held={entity.held}
                        limit={entity.credit_limit}
                        alertAt={policy.alert_threshold}
                        format={policy.type === 'cost' ? money : count}
                        unit={policy.type === 'cost' ? undefined : policy.type}
                        label={valueWords(entity.value_key, policy)}
                      />
                    ),
                  },
                  {
                    name: 'reset',
                    label: 'Actions',
                    hideLabel: true,
                    cell: (entity) =>
                      mayReset && (
                        <Button size="small" onClick={() => setReset(entity)}>
                          Reset<span class="sr-only"> for {valueWords(entity.value_key, policy)}</span>
                        </Button>
                      ),
                  },
                ]}
              />
              {total > data.length && (
                <p class="caption">
                  The {data.length} with the highest usage, of {count(total)}.
                </p>
              )}
            </>
          )
        }
      </Loaded>
      {reset && (
        <ConfirmDialog
          title={`Reset usage of ${valueWords(reset.value_key, policy)}?`}
          verb="Reset"
          onClose={() => setReset(null)}
          onConfirm={async () => {
            await api.put(`${apiPath(policy)}/entities/${reset.id}/reset`, undefined, { query: scopeQuery(policy) })
            toast({ words: `The usage of ${valueWords(reset.value_key, policy)} was reset.` })
            entities.reload()
          }}
        >
          <p>
            {amountIn(policy.type)(reset.current_usage)} used in this period are set to zero. This is recorded in the
            audit log.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Shortens `metadata._user:ada` to `ada` if there is only one group key. */
function valueWords(valueKey: string, { group_by: groups }: UsagePolicy): string {
  const only = groups.length === 1 ? `${groups[0]?.key}:` : null
  return only !== null && valueKey.startsWith(only) ? valueKey.slice(only.length) : valueKey
}
