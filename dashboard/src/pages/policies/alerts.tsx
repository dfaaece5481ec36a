/** Budget alerts: one per period, when the threshold is passed. */

import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { SelectField } from '../../design/controls/field.tsx'
import { percent } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { amountIn, type BudgetType } from '../../design/limits/limit-types.ts'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'

export type Alert = {
  readonly id: string
  readonly created_at: string
  readonly holder: {
    readonly kind: 'api_key' | 'virtual_key' | 'integration' | 'workspace' | 'policy'
    readonly id: string
    readonly value_key?: string
  }
  readonly name: string
  readonly type: BudgetType
  readonly alert_threshold: number
  readonly credit_limit: number
  readonly current_usage: number
  readonly next_usage_reset_at: string | null
}

const KINDS: Readonly<Record<Alert['holder']['kind'], string>> = {
  virtual_key: 'virtual key',
  integration: 'integration',
  api_key: 'API key',
  workspace: 'workspace',
  policy: 'policy',
}

const PAGES: Readonly<Record<Alert['holder']['kind'], string>> = {
  virtual_key: '/virtual-keys',
  integration: '/integrations',
  api_key: '/api-keys',
  workspace: '/workspaces',
  policy: '/policies',
}

export function Alerts() {
  const kind = query.value.get('kind') ?? ''
  const requested = { workspace_id: workspaceId.value, kind, page_size: 100 }
  useViewCode({ path: '/alerts', query: requested })
  const alerts = useResource(JSON.stringify(requested), (signal) =>
    api.get<{ total: number; data: readonly Alert[] }>('/alerts', { query: requested, signal }),
  )
  return (
    <div class="stack">
      <div class="policy-filter">
        <SelectField
          label="Budgets of"
          value={kind}
          onValue={(next) => setQuery({ kind: next || null })}
          choices={[
            { value: '', label: 'everything' },
            ...Object.entries(KINDS).map(([value, label]) => ({
              value,
              label: `a ${label}`.replace('a API', 'an API'),
            })),
          ]}
        />
      </div>
      <Loaded resource={alerts} what="load the alerts">
        {({ data }) =>
          data.length > 0 ? (
            <AlertTable alerts={data} />
          ) : kind !== '' ? (
            <EmptyByFilter what="alerts" filters={[{ label: kind, onRemove: () => setQuery({ kind: null }) }]} />
          ) : (
            <EmptyState title="No budget alerts yet">
              Set an alert threshold on a budget. When usage reaches it, an alert appears here and in the gateway’s
              terminal. <a href="/alerts/channels">Alert channels</a> can receive it, and GATEWAY_ALERT_WEBHOOK_URL.
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}

export function AlertTable({ alerts }: { readonly alerts: readonly Alert[] }) {
  return (
    <Table
      label="Alerts"
      rows={alerts}
      keyOf={(alert) => alert.id}
      columns={[
        { name: 'time', label: 'When', cell: (alert) => <Time at={alert.created_at} /> },
        {
          name: 'what',
          label: 'Budget',
          cell: (alert) => (
            <span class="anywhere">
              <a href={pageOf(alert)}>{alert.name}</a>{' '}
              <span class="muted">{alert.holder.value_key ?? KINDS[alert.holder.kind]}</span>
            </span>
          ),
        },
        {
          name: 'used',
          label: 'Used then',
          isNumber: true,
          cell: (alert) =>
            `${amountIn(alert.type)(alert.current_usage)} (${percent(alert.current_usage / alert.credit_limit)})`,
        },
        {
          name: 'mark',
          label: 'Alert threshold',
          isNumber: true,
          cell: (alert) => amountIn(alert.type)(alert.alert_threshold),
        },
        { name: 'limit', label: 'Limit', isNumber: true, cell: (alert) => amountIn(alert.type)(alert.credit_limit) },
      ]}
    />
  )
}

function pageOf({ holder: { kind, id } }: Alert): string {
  return `${PAGES[kind]}/${encodeURIComponent(id)}`
}
