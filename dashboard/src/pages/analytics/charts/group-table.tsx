/** A table of one dimension with inline bars; a row expands to a second dimension. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useResource } from '../../../app/use-resource.ts'
import { Button } from '../../../design/controls/button.tsx'
import { csvText } from '../../../design/data/csv-text.ts'
import { count, duration, money, percent } from '../../../design/data/format.ts'
import { Time } from '../../../design/data/time.tsx'
import { Loaded } from '../../../design/states/loaded.tsx'
import { userHref } from '../../end-users/user-href.ts'
import { type GroupRow, loadGroup } from '../analytics-api.ts'
import { type Dimension, filterFor, nameIn, reachOf } from '../dimensions.ts'
import { type AnalyticsView, termOf } from '../view.ts'

export type GroupColumn = 'requests' | 'errors' | 'cost' | 'tokens' | 'latencyMs' | 'p95Ms' | 'feedback'

const COLUMNS: readonly {
  readonly name: GroupColumn
  readonly label: string
  readonly show: (row: GroupRow) => string
}[] = [
  { name: 'requests', label: 'Requests', show: (row) => count(row.requests) },
  { name: 'errors', label: 'Errors', show: (row) => percent(row.errors / Math.max(1, row.requests)) },
  { name: 'cost', label: 'Cost', show: (row) => money(row.cost) },
  { name: 'tokens', label: 'Tokens', show: (row) => count(row.tokens) },
  { name: 'latencyMs', label: 'Average time', show: (row) => duration(row.latencyMs) },
  { name: 'p95Ms', label: 'p95', show: (row) => duration(row.p95Ms) },
  { name: 'feedback', label: 'Feedback', show: (row) => row.feedback?.toFixed(1) ?? '—' },
]

type GroupTableProps = {
  readonly view: AnalyticsView
  readonly by: Dimension
  readonly split: Dimension | null
  readonly rows: readonly GroupRow[]
  readonly sort: GroupColumn
  readonly onSort: (column: GroupColumn) => void
}

export function GroupTable({ view, by, split, rows, sort, onSort }: GroupTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const weight = (row: GroupRow) =>
    sort === 'errors' ? row.errors / Math.max(1, row.requests) : (row[sort] ?? -Infinity)
  const sorted = [...rows].sort((one, other) => weight(other) - weight(one))
  const most = Math.max(1, ...rows.map((row) => row.requests))
  const toggle = (value: string) => {
    const next = new Set(open)
    if (!next.delete(value)) next.add(value)
    setOpen(next)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label={`Requests by ${by.label.toLowerCase()}`}>
      <table class="table table-compact table-cards" aria-label={`Requests by ${by.label.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{by.label}</th>
            {COLUMNS.map(({ name, label }) => (
              <th key={name} scope="col" class="number" aria-sort={name === sort ? 'descending' : undefined}>
                <button type="button" class="table-sort" onClick={() => onSort(name)}>
                  {label}
                  {name === sort ? ' ↓' : ''}
                </button>
              </th>
            ))}
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const isOpen = split !== null && open.has(row.value)
            return (
              <>
                <Row key={row.value} view={view} by={by} row={row} most={most}>
                  {split && (
                    <Button
                      size="small"
                      kind="quiet"
                      icon={isOpen ? 'down' : 'right'}
                      iconOnly
                      aria-expanded={isOpen ? 'true' : 'false'}
                      onClick={() => toggle(row.value)}
                    >
                      {`${row.value || 'none'} by ${split.label.toLowerCase()}`}
                    </Button>
                  )}
                </Row>
                {isOpen && (
                  <SubRows key={`${row.value} sub`} view={view} by={by} split={split} value={row.value} most={most} />
                )}
              </>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  readonly view: AnalyticsView
  readonly by: Dimension
  readonly row: GroupRow
  readonly most: number
  /** Filter term of the first dimension, for rows of the second. */
  readonly outer?: string
  readonly children?: ComponentChildren
}

function Row({ view, by, row, most, outer, children }: RowProps) {
  const name = nameIn(by, row.value, view.keyNames)
  const term = by.word && row.value !== '' ? [outer, termOf(by.word, row.value)].filter(Boolean).join(' ') : null
  const isUser = by.name === 'user' && outer === undefined
  const href = isUser ? `${userHref(row.value)}?range=${encodeURIComponent(view.range)}` : view.logsHref(term ?? '')
  return (
    <tr class={outer === undefined ? undefined : 'analytics-sub'}>
      <td data-label={by.label}>
        <span class="row">
          {children}
          {term === null ? name : <a href={href}>{name}</a>}
        </span>
      </td>
      {COLUMNS.map((column) => (
        <td key={column.name} class="number" data-label={column.label}>
          {column.name === 'requests' && (
            <span
              class="analytics-inline"
              style={{ width: `${Math.max(1, (60 * row.requests) / most)}px` }}
              aria-hidden="true"
            />
          )}
          {column.show(row)}
        </td>
      ))}
      <td data-label="Last seen">
        <Time at={row.lastSeen} />
      </td>
    </tr>
  )
}

type SubRowsProps = {
  readonly view: AnalyticsView
  readonly by: Dimension
  readonly split: Dimension
  readonly value: string
  readonly most: number
}

const SUB_ROWS = 20

function SubRows({ view, by, split, value, most }: SubRowsProps) {
  const filters = filterFor(by, value, reachOf(by.name === 'workspace' ? by : split, view.filters))
  const groups = useResource(JSON.stringify([split.group, filters]), (signal) =>
    loadGroup(split.group, { ...filters, page_size: SUB_ROWS }, signal),
  )
  if (!groups.data) {
    return (
      <tr>
        <td colSpan={COLUMNS.length + 2}>
          <Loaded resource={groups} what="load the second dimension">
            {() => null}
          </Loaded>
        </td>
      </tr>
    )
  }
  const outer = by.word ? termOf(by.word, value) : ''
  return (
    <>
      {groups.data.rows.map((row) => (
        <Row key={row.value} view={view} by={split} row={row} most={most} outer={outer} />
      ))}
      {groups.data.total > SUB_ROWS && (
        <tr class="analytics-sub">
          <td colSpan={COLUMNS.length + 2}>{`${SUB_ROWS} of ${count(groups.data.total)} shown.`}</td>
        </tr>
      )}
    </>
  )
}

export function csvOf(by: Dimension, rows: readonly GroupRow[]): string {
  const head = [
    by.name,
    'requests',
    'errors',
    'cost_usd',
    'tokens',
    'avg_latency_ms',
    'p95_latency_ms',
    'feedback',
    'last_seen',
  ]
  const lines = rows.map((row) => [
    row.value,
    row.requests,
    row.errors,
    row.cost,
    row.tokens,
    row.latencyMs,
    row.p95Ms,
    row.feedback,
    row.lastSeen,
  ])
  return csvText([head, ...lines])
}
