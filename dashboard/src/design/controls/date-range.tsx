/** The time range of a page. Relative ranges stay relative in the URL. */

import { useState } from 'preact/hooks'
import { clock, date, dayClock } from '../data/time-zone.ts'
import { Icon } from './icon.tsx'
import { usePopup } from './use-popup.ts'

/** URL form of a range: `24h`, or `2026-01-01T00:00:00.000Z..2026-01-02T00:00:00.000Z`. */
export type RangeText = string

export const RANGES: readonly { readonly value: RangeText; readonly label: string; readonly ms: number }[] = [
  { value: '15m', label: 'Last 15 minutes', ms: 900_000 },
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 604_800_000 },
  { value: '30d', label: 'Last 30 days', ms: 2_592_000_000 },
  { value: '90d', label: 'Last 90 days', ms: 7_776_000_000 },
]

/** Start and end; text that cannot be parsed is read as the last 24 hours. */
export function readRange(text: RangeText | null, nowMs: number): { readonly fromMs: number; readonly toMs: number } {
  const [from = '', to = ''] = (text ?? '').split('..')
  if (Number.isFinite(Date.parse(from)) && Number.isFinite(Date.parse(to))) {
    return { fromMs: Date.parse(from), toMs: Date.parse(to) }
  }
  const span = RANGES.find((range) => range.value === text)?.ms ?? 86_400_000
  return { fromMs: nowMs - span, toMs: nowMs }
}

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
