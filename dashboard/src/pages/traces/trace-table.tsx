/** The list of traces: start, size and outcome. */

import { Badge, statusTone } from '../../design/data/badge.tsx'
import { count, duration } from '../../design/data/format.ts'
import { type Column, Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { costWords } from './trace-detail.tsx'

/** A row of GET /v1/traces; only the fields the page reads. */
export type TraceRow = {
  readonly trace_id: string
  readonly requests: number
  readonly errors: number
  readonly worst_status_code: number
  readonly first_at: string
  readonly duration: number
  readonly ai_models: readonly string[]
  readonly user: string | null
  /** US cents; null: unknown for every request. */
  readonly cost: number | null
  readonly unpriced_requests: number
  readonly first_words: string | null
  readonly is_partial: boolean
}

type TraceTableProps = {
  readonly traces: readonly TraceRow[]
  readonly hrefOf: (trace: TraceRow) => string
  readonly onOpen: (trace: TraceRow) => void
  /** False on the page of one user. */
  readonly hasUser?: boolean
}

export function TraceTable({ traces, hrefOf, onOpen, hasUser = true }: TraceTableProps) {
  const user: Column<TraceRow> = {
    name: 'user',
    label: 'User',
    cell: (trace) => <span class="anywhere">{trace.user ?? '—'}</span>,
  }
  return (
    <Table
      label="Traces"
      rows={traces}
      keyOf={(trace) => trace.trace_id}
      onOpen={onOpen}
      columns={[
        {
          name: 'trace',
          label: 'Trace',
          cell: (trace) => (
            <a class="traces-name" href={hrefOf(trace)}>
              <span class="anywhere">{trace.first_words ?? trace.trace_id}</span>{' '}
              {trace.first_words && <span class="caption traces-id truncate">{trace.trace_id}</span>}
            </a>
          ),
        },
        { name: 'began', label: 'Started', cell: (trace) => <Time at={Date.parse(trace.first_at)} /> },
        {
          name: 'requests',
          label: 'Requests',
          isNumber: true,
          cell: (trace) => `${trace.is_partial ? '≥ ' : ''}${count(trace.requests)}`,
        },
        {
          name: 'errors',
          label: 'Failed',
          isNumber: true,
          cell: (trace) => <span class={trace.errors > 0 ? 'tone-error' : 'muted'}>{count(trace.errors)}</span>,
        },
        {
          name: 'worst',
          label: 'Worst status',
          cell: (trace) => <Badge tone={statusTone(trace.worst_status_code)}>{trace.worst_status_code}</Badge>,
        },
        { name: 'took', label: 'Duration', isNumber: true, cell: (trace) => duration(trace.duration) },
        {
          name: 'cost',
          label: 'Cost',
          isNumber: true,
          cell: ({ cost, requests, unpriced_requests }) =>
            costWords({ cost, requests, unknownCosts: unpriced_requests }),
        },
        {
          name: 'models',
          label: 'Models',
          cell: (trace) => <span class="anywhere">{trace.ai_models.join(', ') || '—'}</span>,
        },
        ...(hasUser ? [user] : []),
      ]}
    />
  )
}
