/** Alert channels with their test button. */

import { useState } from 'preact/hooks'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { setQuery } from '../../app/location.ts'
import { can } from '../../app/session.ts'
import { useAction } from '../../app/use-action.ts'
import type { Resource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Table } from '../../design/data/table.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { type AlertChannel, CHANNEL_TYPES, scopeOf } from './alert.ts'

export function ChannelList({ channels }: { readonly channels: Resource<readonly AlertChannel[]> }) {
  const [deleted, setDeleted] = useState<AlertChannel | null>(null)
  return (
    <>
      <Loaded resource={channels} what="load the alert channels">
        {(all) =>
          all.length === 0 ? (
            <NoChannels />
          ) : (
            <Table
              label="Alert channels"
              rows={all}
              keyOf={(channel) => channel.id}
              columns={[
                {
                  name: 'name',
                  label: 'Channel',
                  cell: (channel) =>
                    can('alerts.update') ? (
                      <a href={`/alerts/channels?edit=${channel.id}`}>{channel.name}</a>
                    ) : (
                      channel.name
                    ),
                },
                { name: 'type', label: 'Type', cell: (channel) => CHANNEL_TYPES[channel.type] },
                {
                  name: 'to',
                  label: 'Sends to',
                  cell: (channel) => <span class="anywhere">{channel.url_hint ?? channel.recipients.join(', ')}</span>,
                },
                {
                  name: 'budgets',
                  label: 'Budget alerts',
                  cell: (channel) => (channel.budget_alerts ? 'Yes' : <span class="muted">No</span>),
                },
                {
                  name: 'where',
                  label: 'Scope',
                  cell: (channel) =>
                    channel.workspace_id === null ? <Badge tone="info">All workspaces</Badge> : 'Workspace',
                },
                {
                  name: 'actions',
                  label: 'Actions',
                  hideLabel: true,
                  cell: (channel) => <ChannelActions channel={channel} onDelete={() => setDeleted(channel)} />,
                },
              ]}
            />
          )
        }
      </Loaded>
      {deleted && (
        <ConfirmDialog
          title={`Delete “${deleted.name}”?`}
          verb="Delete"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await api.delete(`/alerts/channels/${deleted.id}`, undefined, { query: scopeOf(deleted) })
            toast({ words: 'The alert channel was deleted.' })
            channels.reload()
          }}
        >
          <p>Waiting notifications to this channel are not sent. A channel that a rule uses cannot be deleted.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type TestResult = { readonly delivered: boolean; readonly error: string | null; readonly duration_ms: number }

type ActionProps = { readonly channel: AlertChannel; readonly onDelete: () => void }

function ChannelActions({ channel, onDelete }: ActionProps) {
  const testing = useAction(async () => {
    const path = `/alerts/channels/${channel.id}/test`
    const result = await api
      .post<TestResult>(path, undefined, { query: scopeOf(channel) })
      .catch((error: unknown) => ({ delivered: false, error: asApiError(error).message, duration_ms: 0 }))
    if (result.delivered) toast({ words: `Delivered to “${channel.name}” in ${result.duration_ms} ms.` })
    else toast({ words: `“${channel.name}”: ${result.error}`, tone: 'error' })
  })
  if (!can('alerts.update')) return null
  return (
    <div class="row">
      <Button size="small" isBusy={testing.isRunning} onClick={() => testing.run()}>
        Send test<span class="sr-only"> to {channel.name}</span>
      </Button>
      <Menu
        label={`Actions for ${channel.name}`}
        size="small"
        items={[
          { label: 'Change', icon: 'edit', onChoose: () => setQuery({ edit: channel.id }) },
          ...(can('alerts.delete')
            ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: onDelete }]
            : []),
        ]}
      />
    </div>
  )
}

function NoChannels() {
  return (
    <EmptyState
      title="No alert channels"
      action={
        can('alerts.create') && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New channel
          </Button>
        )
      }
    >
      A channel is a webhook, a Slack webhook or a list of e-mail recipients that alert rules notify.
    </EmptyState>
  )
}
