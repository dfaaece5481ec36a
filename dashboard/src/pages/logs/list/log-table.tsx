/** The virtualised logs list: only visible rows are in the DOM; attempts expand below their request. */
/* biome-ignore-all lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */
/* biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows cannot be table elements. */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the document handles j, k and Enter; cells contain links. */

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useShortcuts } from '../../../app/keyboard.ts'
import { setQuery } from '../../../app/location.ts'
import { useRowKeys } from '../../../design/data/use-row-keys.ts'
import { AttemptRow, useAttempts } from './attempt-rows.tsx'
import { type CellFacts, fitting, type LogColumn, leastWidth } from './columns.tsx'
import type { Picked } from './compare-bar.tsx'
import { type ListRow, listRows } from './list-rows.ts'
import { LogRowView } from './log-row-view.tsx'
import type { LogRows } from './log-rows.ts'

export type LogTableProps = {
  readonly rows: LogRows
  readonly columns: readonly LogColumn[]
  /** Whether `columns` are the default ones: then those that do not fit are left out. */
  readonly isUsual: boolean
  readonly facts: CellFacts
  readonly rowHeight: number
  readonly isCard: boolean
  readonly openId: string | null
  readonly picked: Picked
  /** The current URL without the `log` parameter. */
  readonly linkPrefix: string
  /** Called when the user starts or stops reading; rows must not move while reading. */
  readonly onReading: (isReading: boolean) => void
  readonly foot: ComponentChildren
}

const EXTRA_ROWS = 8
/** Scrolling re-renders after this many rows instead of after every row. */
const STEP_ROWS = 4
const FOOT_PX = 56
const HEAD_PX = 30
/** Load the next page this many rows in advance. */
const AHEAD_ROWS = 150
const POINTER_REST_MS = 2_000

export function LogTable(props: LogTableProps) {
  const { rows, rowHeight, isCard, openId, picked, onReading, foot } = props
  const box = useRef<HTMLDivElement>(null)
  const width = useClientWidth(box)
  const columns = props.isUsual && width !== null ? fitting(props.columns, width) : props.columns
  const [view, setView] = useState({ first: 0, count: 40 })
  const attempts = useAttempts()
  const version = rows.version.value
  const list = useMemo(() => listRows(rows.lines, attempts.opened), [version, rows, attempts.opened])
  const last = Math.min(list.length, view.first + view.count)
  const keys = useRowKeys(list.length, (index) => {
    const line = list.at(index)?.line
    if (line) setQuery({ log: line.id, attempt: null })
  })
  useShortcuts([
    {
      keys: 'x',
      about: 'Select the request for comparison',
      run: () => {
        const line = list.at(keys.at)?.line
        if (line && keys.at >= 0) picked.toggle(line.id)
      },
    },
  ])
  useWindow(box, rowHeight, setView)
  useReading(box, keys.at >= 0 || openId !== null, onReading)
  useEffect(() => {
    if (last + AHEAD_ROWS > list.length && rows.error === null) void rows.more()
  }, [last, list.length, rows, version])
  const inSight = range(view.first, last).flatMap((index) => {
    const row = list.at(index)
    return row ? [{ index, row }] : []
  })
  const slowest = Math.max(1, ...inSight.map(({ row }) => row.line.durationMs))
  const template = columns.map((column) => column.width).join(' ')
  return (
    <div
      ref={box}
      class={`logs-table${isCard ? ' logs-cards' : ''}`}
      tabIndex={0}
      role="table"
      aria-label="Requests"
      aria-rowcount={rows.hasMore ? -1 : list.length + 1}
      style={{ '--log-width': `${leastWidth(columns)}px` }}
    >
      <div class="logs-head" role="rowgroup">
        <div class="logs-row" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map((column) => (
            <div key={column.name} role="columnheader" class={column.isNumber ? 'logs-cell number' : 'logs-cell'}>
              {column.label}
            </div>
          ))}
        </div>
      </div>
      <div
        class="logs-body"
        role="rowgroup"
        style={{
          height: `${list.length * rowHeight + FOOT_PX}px`,
          '--log-slowest': slowest,
          '--log-row': `${rowHeight}px`,
        }}
      >
        {inSight.map(({ index, row }) => drawn({ ...props, columns }, index, row, template, keys.at, attempts))}
        <div class="logs-foot" role="row" style={{ top: `${list.length * rowHeight}px`, height: `${FOOT_PX}px` }}>
          <div role="cell">{foot}</div>
        </div>
      </div>
    </div>
  )
}

function drawn(
  { columns, facts, rowHeight, isCard, openId, picked, linkPrefix }: LogTableProps,
  index: number,
  row: ListRow,
  template: string,
  at: number,
  attempts: ReturnType<typeof useAttempts>,
) {
  const { line } = row
  const top = index * rowHeight
  if (row.attempt !== null) {
    return (
      <AttemptRow
        key={`${line.id} ${row.attempt}`}
        line={line}
        index={row.attempt}
        top={top}
        at={index}
        known={attempts.known.get(line.id)}
      />
    )
  }
  return (
    <LogRowView
      key={line.id}
      line={line}
      columns={columns}
      facts={facts}
      template={template}
      index={index}
      top={top}
      isCard={isCard}
      href={`${linkPrefix}${line.id}`}
      isChosen={index === at || line.id === openId}
      isPicked={picked.ids.includes(line.id)}
      onPick={picked.toggle}
      isOpened={attempts.opened.has(line.id)}
      onToggle={attempts.toggle}
    />
  )
}

/** Null before the first layout. */
function useClientWidth(box: { readonly current: HTMLDivElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}

/** The visible row range, in steps, so that scrolling re-renders rarely. */
function useWindow(
  box: { readonly current: HTMLDivElement | null },
  rowHeight: number,
  setView: (view: { first: number; count: number }) => void,
): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let known = ''
    const measure = () => {
      const top = Math.floor(element.scrollTop / rowHeight / STEP_ROWS) * STEP_ROWS
      const first = Math.max(0, top - EXTRA_ROWS)
      const count = Math.ceil((element.clientHeight - HEAD_PX) / rowHeight) + 2 * EXTRA_ROWS + STEP_ROWS
      if (known === `${first} ${count}`) return
      known = `${first} ${count}`
      setView({ first, count })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [rowHeight])
}

/** The user is reading if they scrolled down, selected a row or moved the pointer over rows. */
function useReading(
  box: { readonly current: HTMLDivElement | null },
  hasChosen: boolean,
  onReading: (isReading: boolean) => void,
): void {
  const chosen = useRef(hasChosen)
  chosen.current = hasChosen
  useEffect(() => {
    const element = box.current
    if (!element) return
    let isPointed = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const tell = () => onReading(isPointed || chosen.current || element.scrollTop > 0)
    const point = () => {
      isPointed = true
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(rest, POINTER_REST_MS)
      tell()
    }
    const rest = () => {
      isPointed = false
      tell()
    }
    element.addEventListener('pointermove', point, { passive: true })
    element.addEventListener('pointerleave', rest)
    element.addEventListener('scroll', tell, { passive: true })
    tell()
    return () => {
      if (timer !== null) clearTimeout(timer)
      element.removeEventListener('pointermove', point)
      element.removeEventListener('pointerleave', rest)
      element.removeEventListener('scroll', tell)
    }
  }, [onReading])
  useEffect(() => {
    onReading(hasChosen || (box.current?.scrollTop ?? 0) > 0)
  }, [hasChosen])
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}
