/** Visible columns (in the URL) and row density (stored in this browser). */

import { useEffect, useState } from 'preact/hooks'
import { query, setQuery } from '../../app/location.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { usePopup } from '../../design/controls/use-popup.ts'
import { LOG_COLUMNS, type LogColumn } from './list/columns.tsx'

const KEPT = 'gatehouse.logs.density'
const HEIGHTS: Readonly<Record<string, number>> = { compact: 32, usual: 40, roomy: 56 }
const CARD_PX = 60
const PHONE = '(max-width: 767px)'

export type TableSettings = {
  readonly columns: readonly LogColumn[]
  /** The default columns are shown. */
  readonly isUsual: boolean
  readonly density: string
  readonly rowHeight: number
  /** Card layout for phones. */
  readonly isCard: boolean
  setDensity(density: string): void
  toggleColumn(name: string): void
}

export function useTableSettings(): TableSettings {
  const [density, setDensity] = useState(() => localStorage.getItem(KEPT) ?? 'compact')
  const [isCard, setCard] = useState(() => matchMedia(PHONE).matches)
  useEffect(() => {
    const phone = matchMedia(PHONE)
    const change = () => setCard(phone.matches)
    phone.addEventListener('change', change)
    return () => phone.removeEventListener('change', change)
  }, [])
  const names = query.value.get('columns')?.split(',')
  const chosen = LOG_COLUMNS.filter((column) => (names ? names.includes(column.name) : column.isUsual))
  const columns = chosen.length === 0 ? LOG_COLUMNS.filter((column) => column.isUsual) : chosen
  return {
    columns,
    isUsual:
      columns.every((column) => column.isUsual) && columns.length === LOG_COLUMNS.filter((one) => one.isUsual).length,
    density,
    rowHeight: isCard ? CARD_PX : (HEIGHTS[density] ?? CARD_PX),
    isCard,
    setDensity(next) {
      localStorage.setItem(KEPT, next)
      setDensity(next)
    },
    toggleColumn(name) {
      const isOn = columns.some((column) => column.name === name)
      const next = LOG_COLUMNS.filter((one) => (one.name === name ? !isOn : columns.includes(one)))
      const isUsual = LOG_COLUMNS.every((one) => one.isUsual === next.includes(one))
      setQuery({ columns: isUsual ? null : next.map((one) => one.name).join(',') }, { replace: true })
    },
  }
}

export function TableSettingsMenu({ look }: { readonly look: TableSettings }) {
  const popup = usePopup()
  return (
    <div class="menu-anchor wide-only" ref={popup.anchor}>
      <Button aria-haspopup="dialog" aria-expanded={popup.isOpen ? 'true' : 'false'} onClick={popup.toggle}>
        Columns
      </Button>
      {popup.isOpen && (
        <div class="popup popup-end logs-look" role="dialog" aria-label="Columns and density">
          <Segments
            label="Density"
            value={look.density}
            onValue={look.setDensity}
            choices={[
              { value: 'compact', label: 'Compact' },
              { value: 'usual', label: 'Default' },
              { value: 'roomy', label: 'Comfortable' },
            ]}
          />
          {LOG_COLUMNS.map((column) => (
            <CheckField
              key={column.name}
              label={column.label}
              isChecked={look.columns.includes(column)}
              onChecked={() => look.toggleColumn(column.name)}
            />
          ))}
        </div>
      )}
    </div>
  )
}
