/** History of alerts with the results of their deliveries. */

import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { caller, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Badge, type Tone } from '../../design/data/badge.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'
import type { AlertEvent } from './alert.ts'

const PAGE_SIZE = 50

const EVENTS: Readonly<Record<AlertEvent['event'], { readonly label: string; readonly tone: Tone }>> = {
  'alert.fired': { label: 'Fired', tone: 'error' },
  'alert.reminder': { label: 'Still firing', tone: 'warning' },
  'alert.resolved': { label: 'Resolved', tone: 'ok' },
  'alert.test': { label: 'Test', tone: 'neutral' },
  'budget.threshold_reached': { label: 'Budget alert', tone: 'warning' },
}

export function History() {
  const rule = query.value.get('rule')
  const page = Number(query.value.get('page') ?? 0)
  // Alerts about all workspaces belong to no workspace, so organisation admins see the history of the organisation.
  const isWhole = isOrganisationAdmin.value
  const scope = isWhole ? {} : { workspace_id: workspaceId.value }
  const requested = { ...scope, rule_id: rule ?? undefined, current_page: page, page_size: PAGE_SIZE }
  const events = useResource(JSON.stringify(requested), (signal) =>
    api.get<{ total: number; data: readonly AlertEvent[] }>('/alerts/events', { query: requested, signal }),
  )
  return (
    <Loaded resource={events} what="load the history of alerts">
      {({ data, total }) =>
        data.length === 0 ? (
          rule === null ? (
            <EmptyState title="No alerts yet">Alerts of rules and budgets appear here.</EmptyState>
          ) : (
            <EmptyByFilter what="alerts" filters={[{ label: 'one rule', onRemove: () => setQuery({ rule: null }) }]} />
          )
        ) : (
          <div class="stack">
            {rule !== null && (
              <div class="row-wrap">
                <span>
                  Rule: <strong>{data[0]?.name}</strong>
                </span>
                <Button size="small" onClick={() => setQuery({ rule: null, page: null })}>
                  Show all rules
                </Button>
              </div>
            )}
            <Table
              label="History of alerts"
              rows={data}
              keyOf={(event) => event.id}
              columns={[
                { name: 'time', label: 'Time', cell: (event) => <Time at={event.created_at} /> },
                {
                  name: 'event',
                  label: 'Event',
                  cell: ({ event }) => <Badge tone={EVENTS[event].tone}>{EVENTS[event].label}</Badge>,
                },
                {
                  name: 'name',
                  label: 'Rule or budget',
                  cell: ({ name, rule_id: id }) =>
                    id === null || rule !== null ? (
                      <span class="anywhere">{name}</span>
                    ) : (
                      <a class="anywhere" href={`/alerts/history?rule=${id}`}>
                        {name}
                      </a>
                    ),
                },
                {
                  name: 'summary',
                  label: 'Details',
                  cell: (event) => <span class="anywhere">{event.summary.split('\n').join(' · ')}</span>,
                },
                ...(isWhole
                  ? [{ name: 'where', label: 'Workspace', cell: (event: AlertEvent) => workspaceName(event) }]
                  : []),
                { name: 'deliveries', label: 'Deliveries', cell: (event) => <Deliveries event={event} /> },
              ]}
            />
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              what="alerts"
              onPage={(next: number) => setQuery({ page: next === 0 ? null : next })}
            />
          </div>
        )
      }
    </Loaded>
  )
}

function workspaceName({ workspace_id: id }: AlertEvent): string {
  if (id === null) return 'All'
  return caller.value?.workspaces.find((one) => one.id === id)?.name ?? id
}

/** Delivered channels share one line; each failed or pending one has its own, with the error. */
function Deliveries({ event }: { readonly event: AlertEvent }) {
  if (event.is_silenced) return <span class="muted">Silenced</span>
  if (event.deliveries.length === 0) return <span class="muted">No channel</span>
  const arrived = event.deliveries.filter(({ status }) => status === 'delivered')
  const others = event.deliveries.filter(({ status }) => status !== 'delivered')
  return (
    <div class="stack-tight">
      {arrived.length > 0 && (
        <span class="anywhere">
          {arrived.map(({ channel_name: name }) => name).join(', ')} <span class="muted">delivered</span>
        </span>
      )}
      {others.map(({ channel_id: id, channel_name: name, status, attempts, error }) => (
        <div key={id} class="anywhere">
          {name}{' '}
          <Badge tone={status === 'failed' ? 'error' : 'warning'}>{status === 'failed' ? 'Failed' : 'Pending'}</Badge>
          {error !== null && (
            <div class="caption">
              {error.replace(/\.$/, '')}, attempt {attempts} of 5
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
