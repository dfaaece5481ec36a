/** Figures and texts of two requests, with their differences. */

import type { ComponentChildren } from 'preact'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { fullTime } from '../../design/data/time-zone.ts'
import { SideBySide } from '../../design/differences/side-by-side.tsx'
import { DecisionTimeline } from '../../design/timeline/decision-timeline.tsx'
import type { LogDetail, LogSide } from '../log-detail/detail-wire.ts'
import { changeText, readableBody } from './readable-body.ts'

type BothProps = { readonly left: LogDetail; readonly right: LogDetail }

export function Comparison({ left, right }: BothProps) {
  return (
    <>
      <Figures left={left} right={right} />
      <Card title="Request">
        <Texts what="request" left={left.request} right={right.request} />
      </Card>
      <Card title="Response">
        <Texts what="response" left={left.response} right={right.response} />
      </Card>
      <Card title="Decisions">
        <div class="compare-columns">
          {[left, right].map((log, index) => (
            <DecisionTimeline
              key={log.id}
              label={index === 0 ? 'Decisions of the first request' : 'Decisions of the second request'}
              decisions={log.decisions}
              attempts={log.attempts}
              totalMs={log.response_time}
            />
          ))}
        </div>
      </Card>
    </>
  )
}

type TextsProps = { readonly what: 'request' | 'response'; readonly left: LogSide; readonly right: LogSide }

function Texts({ what, left, right }: TextsProps) {
  const [before, after] = [readableBody(left), readableBody(right)]
  if (before === null || after === null) {
    return (
      <p class="muted">The body of {before === null ? 'the first' : 'the second'} request is not stored as text.</p>
    )
  }
  return <SideBySide before={before} after={after} beforeTitle={`First ${what}`} afterTitle={`Second ${what}`} />
}

type Row = {
  readonly name: string
  readonly show: (log: LogDetail) => ComponentChildren
  /** Set if the difference is only whether both are the same. */
  readonly text?: (log: LogDetail) => string
  /** For the column of differences. */
  readonly number?: (log: LogDetail) => number | null
  readonly unit?: (value: number) => string
}

const ROWS: readonly Row[] = [
  {
    name: 'Request',
    show: (log) => <a href={`/logs/${encodeURIComponent(log.id)}`}>{fullTime(Date.parse(log.created_at))}</a>,
    number: (log) => Date.parse(log.created_at),
    unit: duration,
  },
  worded(
    'Status',
    (log) => String(log.status_code),
    ({ status_code: status }) => <Badge tone={statusTone(status)}>{status}</Badge>,
  ),
  worded('Model', (log) => log.ai_model ?? '—'),
  worded('Provider', (log) => log.provider ?? '—'),
  worded('Virtual key', (log) => log.virtual_key ?? '—'),
  worded('Config', (log) => (log.config === null ? '—' : `${log.config} v${log.config_version ?? '?'}`)),
  worded('Cache', (log) => log.cache_status.toLowerCase()),
  { name: 'Attempts', show: (log) => count(log.attempt_count), number: (log) => log.attempt_count, unit: count },
  { name: 'Duration', show: (log) => duration(log.response_time), number: (log) => log.response_time, unit: duration },
  {
    name: 'TTFT',
    show: (log) => duration(log.time_to_first_byte),
    number: (log) => log.time_to_first_byte,
    unit: duration,
  },
  {
    name: 'Gateway time',
    show: (log) => duration(log.gateway_time),
    number: (log) => log.gateway_time,
    unit: duration,
  },
  tokens('Input tokens', 'input_tokens'),
  tokens('Cached tokens', 'cached_tokens'),
  tokens('Output tokens', 'output_tokens'),
  { name: 'Cost', show: (log) => moneyOfCents(log.cost), number: (log) => log.cost, unit: moneyOfCents },
]

function worded(name: string, text: (log: LogDetail) => string, show?: Row['show']): Row {
  return { name, text, show: show ?? ((log) => <span class="anywhere">{text(log)}</span>) }
}

function tokens(name: string, member: 'input_tokens' | 'cached_tokens' | 'output_tokens'): Row {
  const number = (log: LogDetail) => log.usage?.[member] ?? null
  return { name, show: (log) => count(number(log)), number, unit: count }
}

function Figures({ left, right }: BothProps) {
  return (
    <Table
      label="Figures of both requests"
      isCompact
      rows={ROWS}
      keyOf={(row) => row.name}
      columns={[
        { name: 'name', label: 'Figure', cell: (row) => row.name },
        { name: 'left', label: 'First', isNumber: true, cell: (row) => row.show(left) },
        { name: 'right', label: 'Second', isNumber: true, cell: (row) => row.show(right) },
        {
          name: 'change',
          label: 'Difference',
          isNumber: true,
          cell: (row) => <Difference row={row} left={left} right={right} />,
        },
      ]}
    />
  )
}

function Difference({ row, left, right }: BothProps & { readonly row: Row }) {
  const { number, unit, text } = row
  const words =
    number && unit
      ? changeText(number(left), number(right), unit)
      : text?.(left) === text?.(right)
        ? 'same'
        : 'different'
  return words === 'same' || words === '—' ? <span class="muted">{words}</span> : <strong>{words}</strong>
}
