/** A table: sortable columns, row selection with j/k or arrows, cards on a phone. */

import type { ComponentChildren } from 'preact'
import { useRowKeys } from './use-row-keys.ts'

export type Column<Row> = {
  readonly name: string
  readonly label: string
  readonly cell: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  /** Visible to screen readers only, for a column of buttons. */
  readonly hideLabel?: boolean
  readonly onSort?: () => void
  readonly sorted?: 'ascending' | 'descending'
}

type TableProps<Row> = {
  /** Accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Runs on Enter or a click on the row. The first cell must also contain a real link or button. */
  readonly onOpen?: (row: Row) => void
  readonly selectedKey?: string | null
  readonly isCompact?: boolean
}

export function Table<Row>({ label, columns, rows, keyOf, onOpen, selectedKey, isCompact }: TableProps<Row>) {
  const { at, setAt } = useRowKeys(rows.length, (index) => {
    const row = rows[index]
    if (row !== undefined) onOpen?.(row)
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="table-frame" tabIndex={0} aria-label={label}>
      <table class={`table table-cards${isCompact ? ' table-compact' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                class={column.isNumber ? 'number' : undefined}
                aria-sort={column.sorted}
              >
                <HeadCell column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row)}
              data-row={index}
              class={rowClass(onOpen !== undefined, index === at || keyOf(row) === selectedKey)}
              onClick={(event) => {
                if (!onOpen || isOnControl(event)) return
                setAt(index)
                onOpen(row)
              }}
            >
              {columns.map((column) => (
                <td
                  key={column.name}
                  data-label={column.hideLabel ? undefined : column.label}
                  class={column.isNumber ? 'number' : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function HeadCell<Row>({ column }: { readonly column: Column<Row> }) {
  if (column.hideLabel) return <span class="sr-only">{column.label}</span>
  if (!column.onSort) return <>{column.label}</>
  const arrow = column.sorted === 'ascending' ? ' ↑' : column.sorted === 'descending' ? ' ↓' : ''
  return (
    <button type="button" class="table-sort" onClick={column.onSort}>
      {column.label}
      {arrow}
    </button>
  )
}

function rowClass(canOpen: boolean, isSelected: boolean): string {
  return `${canOpen ? 'table-link' : ''}${isSelected ? ' is-selected' : ''}`
}

function isOnControl(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null
}
