/** The time range of a page. Relative ranges stay relative in the URL. */

import { useState } from 'preact/hooks'
import { clock, date, dayClock } from '../data/time-zone.ts'
import { Icon } from './icon.tsx'
import { RANGES, type RangeText, readRange } from './time-range.ts'
import { usePopup } from './use-popup.ts'

function rangeLabel(text: RangeText): string {
  const known = RANGES.find((range) => range.value === text)
  if (known) return known.label
  const { fromMs, toMs } = readRange(text, Date.now())
  return `${dayClock(fromMs)} – ${date(fromMs) === date(toMs) ? clock(toMs) : dayClock(toMs)}`
}

type PickerModule = typeof import('./range-picker.tsx')

type DateRangeProps = { readonly value: RangeText; readonly onValue: (value: RangeText) => void }

export function DateRange({ value, onValue }: DateRangeProps) {
  const popup = usePopup()
  const [picker, setPicker] = useState<PickerModule | null>(null)
  const load = () => {
    if (picker === null) import('./range-picker.tsx').then(setPicker, () => location.reload())
  }
  return (
    <div class="menu-anchor" ref={popup.anchor}>
      <button
        type="button"
        class="button"
        data-key="range"
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen ? 'true' : 'false'}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          load()
          popup.toggle()
        }}
      >
        <Icon name="calendar" />
        {rangeLabel(value)}
      </button>
      {popup.isOpen && picker && (
        <picker.RangePicker
          value={value}
          onValue={(next) => {
            popup.close()
            popup.anchor.current?.querySelector('button')?.focus()
            onValue(next)
          }}
        />
      )}
    </div>
  )
}
