/** Figures and texts of two requests, with their differences. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Segments } from '../../design/controls/segments.tsx'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { fullTime } from '../../design/data/time-zone.ts'
import { SideBySide } from '../../design/differences/side-by-side.tsx'
import { DecisionTimeline } from '../../design/timeline/decision-timeline.tsx'
import type { LogDetail, LogSide } from '../log-detail/detail-wire.ts'
import { changeText, messageText, readableBody } from './readable-body.ts'

type BothProps = { readonly left: LogDetail; readonly right: LogDetail }

export function Comparison({ left, right }: BothProps) {
  return (
    <>
      <Figures left={left} right={right} />
      <Card title="Request">
        <Texts what="request" left={left.request} right={right.request} />
      </Card>
      <Card title="Response">
        <Responses left={left} right={right} />
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

function Responses({ left, right }: BothProps) {
  const [view, setView] = useState('message')
  const [before, after] = [left, right].map(({ status_code: status, response }) =>
    status < 400 ? messageText(response) : null,
  )
  if (before == null || after == null) return <Texts what="response" left={left.response} right={right.response} />
  return (
    <div class="stack-tight">
      <Segments
        label="Show responses as"
        value={view}
        onValue={setView}
        choices={[
          { value: 'message', label: 'Message' },
          { value: 'body', label: 'Body' },
        ]}
      />
      {view === 'message' ? (
        <SideBySide before={before} after={after} beforeTitle="First message" afterTitle="Second message" />
      ) : (
        <Texts what="response" left={left.response} right={right.response} />
      )}
    </div>
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
  /** For values without a number: the difference is only `same` or `different`. */
  readonly text?: (log: LogDetail) => string
  /** For the column of differences. */
  readonly number?: (log: LogDetail) => number | null
  readonly unit?: (value: number) => string
  readonly change?: (left: LogDetail, right: LogDetail) => string
}

const ROWS: readonly Row[] = [
  {
    name: 'Request',
    show: (log) => <a href={`/logs/${encodeURIComponent(log.id)}`}>{fullTime(Date.parse(log.created_at))}</a>,
    change: (left, right) => timeBetween(Date.parse(left.created_at), Date.parse(right.created_at)),
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

function timeBetween(beforeMs: number, afterMs: number): string {
  if (beforeMs === afterMs) return 'same'
  return `${duration(Math.abs(afterMs - beforeMs))} ${afterMs > beforeMs ? 'later' : 'earlier'}`
}

/** Not `Table`, which shows rows as cards on a phone: the two values must stay side by side. */
function Figures({ left, right }: BothProps) {
  return (
    <div class="table-frame">
      <table class="table table-compact compare-figures" aria-label="Figures of both requests">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">First</th>
            <th scope="col">Second</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{row.show(left)}</td>
              <td>{row.show(right)}</td>
              <td>
                <Difference row={row} left={left} right={right} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Difference({ row, left, right }: BothProps & { readonly row: Row }) {
  const words = differenceOf(row, left, right)
  return words === 'same' || words === '—' ? <span class="muted">{words}</span> : <strong>{words}</strong>
}

function differenceOf({ number, unit, text, change }: Row, left: LogDetail, right: LogDetail): string {
  if (change) return change(left, right)
  if (number && unit) return changeText(number(left), number(right), unit)
  return text?.(left) === text?.(right) ? 'same' : 'different'
}
