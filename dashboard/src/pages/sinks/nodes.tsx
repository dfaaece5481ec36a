/** The progress of a sink on each node. */

import { api } from '../../api/client.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button } from '../../design/controls/button.tsx'
import { bytes, count } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Dialog } from '../../design/overlays/dialog.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { type NodeProgress, type Sink, scopeOf } from './sink.ts'
import { lagWords } from './sink-state.ts'

export function Nodes({ sink, onClose }: { readonly sink: Sink; readonly onClose: () => void }) {
  const nodes = useResource(`progress ${sink.id}`, (signal) =>
    api.get<{ data: readonly NodeProgress[] }>(`/sinks/${sink.id}/progress`, { query: scopeOf(sink), signal }),
  )
  return (
    <Dialog
      title={`Progress of “${sink.name}”`}
      onClose={onClose}
      foot={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded resource={nodes} what="load the progress">
        {({ data }) =>
          data.length === 0 ? (
            <p>No node has reported on this sink within a day.</p>
          ) : (
            <Table
              label="Progress of each node"
              rows={data}
              keyOf={(node) => node.node_id}
              isCompact
              columns={[
                { name: 'node', label: 'Node', cell: (node) => <span class="anywhere">{node.node_id}</span> },
                { name: 'lag', label: 'Lag', cell: (node) => lagWords(node.oldest_waiting_at) },
                { name: 'waiting', label: 'Waiting', isNumber: true, cell: (node) => bytes(node.waiting_bytes) },
                { name: 'delivered', label: 'Delivered', isNumber: true, cell: (node) => count(node.delivered_logs) },
                { name: 'filtered', label: 'Filtered', isNumber: true, cell: (node) => count(node.filtered_logs) },
                { name: 'dropped', label: 'Dropped', isNumber: true, cell: (node) => count(node.dropped_logs) },
                { name: 'failures', label: 'Failures', isNumber: true, cell: (node) => count(node.failures) },
                { name: 'last', label: 'Last error', cell: (node) => <LastError error={node.last_error} /> },
                { name: 'reported', label: 'Reported', cell: (node) => <Time at={node.reported_at} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function LastError({ error }: { readonly error: NodeProgress['last_error'] }) {
  if (error === null) return <span class="muted">None</span>
  return (
    <span class="anywhere">
      {error.message} <Time at={error.at} />
    </span>
  )
}
