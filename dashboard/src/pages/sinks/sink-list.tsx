/** Sinks with their state, lag and test button. */

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
import { CodeBlock } from '../../design/data/code-block.tsx'
import { bytes, count } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { ConfirmDialog } from '../../design/overlays/confirm-dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { toast } from '../../design/states/toasts.tsx'
import { destinationOf, SINK_TYPES, type Sink, scopeOf } from './sink.ts'
import { lagWords, stateOf } from './sink-state.ts'

export function SinkList({ sinks }: { readonly sinks: Resource<readonly Sink[]> }) {
  const [deleted, setDeleted] = useState<Sink | null>(null)
  return (
    <>
      <Loaded resource={sinks} what="load the sinks">
        {(all) =>
          all.length === 0 ? (
            <NoSinks />
          ) : (
            <Table
              label="Sinks"
              rows={all}
              keyOf={(sink) => sink.id}
              columns={[
                {
                  name: 'name',
                  label: 'Sink',
                  cell: (sink) =>
                    can('sinks.update') ? <a href={`/sinks?edit=${sink.id}`}>{sink.name}</a> : sink.name,
                },
                { name: 'type', label: 'Type', cell: (sink) => SINK_TYPES[sink.type] },
                { name: 'to', label: 'Sends to', cell: (sink) => <span class="anywhere">{destinationOf(sink)}</span> },
                { name: 'state', label: 'State', cell: (sink) => <State sink={sink} /> },
                { name: 'lag', label: 'Lag', cell: (sink) => <Lag sink={sink} /> },
                {
                  name: 'delivered',
                  label: 'Delivered',
                  isNumber: true,
                  cell: (sink) => count(sink.progress?.delivered_logs),
                },
                {
                  name: 'dropped',
                  label: 'Dropped',
                  isNumber: true,
                  cell: (sink) => count(sink.progress?.dropped_logs),
                },
                {
                  name: 'where',
                  label: 'Scope',
                  cell: (sink) =>
                    sink.workspace_id === null ? <Badge tone="info">All workspaces</Badge> : 'Workspace',
                },
                {
                  name: 'actions',
                  label: 'Actions',
                  hideLabel: true,
                  cell: (sink) => (
                    <SinkActions sink={sink} onDelete={() => setDeleted(sink)} onChanged={sinks.reload} />
                  ),
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
            await api.delete(`/sinks/${deleted.id}`, undefined, { query: scopeOf(deleted) })
            toast({ words: 'The sink was deleted.' })
            sinks.reload()
          }}
        >
          <p>Undelivered logs are not sent. Logs that it has received are not deleted.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function State({ sink }: { readonly sink: Sink }) {
  const { tone, words } = stateOf(sink)
  const error = words === 'Failing' ? sink.progress?.last_error : null
  return (
    <span class="row-wrap">
      <Badge tone={tone}>{words}</Badge>
      {error && <span class="caption anywhere">{error.message}</span>}
    </span>
  )
}

function Lag({ sink: { progress } }: { readonly sink: Sink }) {
  if (progress === null) return <span class="muted">—</span>
  const { oldest_waiting_at: oldest, waiting_bytes: size } = progress
  return <span title={`Up to ${bytes(size)} pending`}>{lagWords(oldest)}</span>
}

type TestResult = { readonly delivered: boolean; readonly message: string; readonly duration_ms: number }

type ActionProps = { readonly sink: Sink; readonly onDelete: () => void; readonly onChanged: () => void }

function SinkActions({ sink, onDelete, onChanged }: ActionProps) {
  const testing = useAction(async () => {
    const result = await api
      .post<TestResult>(`/sinks/${sink.id}/test`, undefined, { query: scopeOf(sink) })
      .catch((error: unknown) => ({ delivered: false, message: asApiError(error).message, duration_ms: 0 }))
    if (result.delivered) toast({ words: `Delivered to “${sink.name}” in ${result.duration_ms} ms.` })
    else toast({ words: `“${sink.name}”: ${result.message}`, tone: 'error' })
  })
  const switching = useAction(async () => {
    try {
      await api.put(`/sinks/${sink.id}`, { enabled: !sink.enabled }, { query: scopeOf(sink) })
      onChanged()
    } catch (error) {
      toast({ words: asApiError(error).message, tone: 'error' })
    }
  })
  const isEditor = can('sinks.update')
  return (
    <div class="row">
      {isEditor && (
        <Button size="small" isBusy={testing.isRunning} onClick={() => testing.run()}>
          Send test<span class="sr-only"> to {sink.name}</span>
        </Button>
      )}
      <Menu
        label={`Actions for ${sink.name}`}
        size="small"
        items={[
          { label: 'Progress of each node', icon: 'health', onChoose: () => setQuery({ nodes: sink.id }) },
          ...(isEditor
            ? [
                { label: 'Change', icon: 'edit' as const, onChoose: () => setQuery({ edit: sink.id }) },
                {
                  label: sink.enabled ? 'Disable' : 'Enable',
                  icon: 'settings' as const,
                  onChoose: () => void switching.run(),
                },
              ]
            : []),
          ...(can('sinks.delete')
            ? [{ label: 'Delete', icon: 'trash' as const, isDanger: true, onChoose: onDelete }]
            : []),
        ]}
      />
    </div>
  )
}

function NoSinks() {
  return (
    <EmptyState
      title="No sinks"
      action={
        can('sinks.create') && (
          <Button kind="primary" icon="plus" onClick={() => setQuery({ new: 1 })}>
            New sink
          </Button>
        )
      }
      command={
        <CodeBlock
          title="Or on the command line"
          code={'gatehouse sinks create "Log pipeline" --type webhook --url-env LOGS_URL'}
        />
      }
    >
      A sink is an S3 bucket, a webhook, an OpenTelemetry collector or a Kafka topic that receives a copy of every log.
      If it is down, the gateway keeps the logs on disk and sends them later.
    </EmptyState>
  )
}
