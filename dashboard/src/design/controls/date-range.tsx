/** A time range picker: presets, or a custom start and end. Relative ranges stay relative in the URL. */

import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
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
  const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })
  return `${short.format(fromMs)} – ${short.format(toMs)}`
}

type DateRangeProps = { readonly value: RangeText; readonly onValue: (value: RangeText) => void }

export function DateRange({ value, onValue }: DateRangeProps) {
  const popup = usePopup()
  const now = readRange(value, Date.now())
  const [from, setFrom] = useState(localText(now.fromMs))
  const [to, setTo] = useState(localText(now.toMs))
  const choose = (next: RangeText) => {
    popup.close()
    onValue(next)
  }
  const isInOrder = Date.parse(from) < Date.parse(to)
  return (
    <div class="menu-anchor" ref={popup.anchor}>
      <button
        type="button"
        class="button"
        data-key="range"
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen ? 'true' : 'false'}
        onClick={popup.toggle}
      >
        {rangeLabel(value)}
      </button>
      {popup.isOpen && (
        <div class="popup popup-end" role="dialog" aria-label="Time range">
          {RANGES.map((range) => (
            <button
              key={range.value}
              type="button"
              class="popup-item"
              aria-pressed={range.value === value ? 'true' : 'false'}
              onClick={() => choose(range.value)}
            >
              {range.label}
            </button>
          ))}
          <form
            class="stack-tight card"
            onSubmit={(event) => {
              event.preventDefault()
              if (isInOrder) choose(`${new Date(from).toISOString()}..${new Date(to).toISOString()}`)
            }}
          >
            <TextField label="From" type="datetime-local" value={from} onValue={setFrom} />
            <TextField
              label="Until"
              type="datetime-local"
              value={to}
              onValue={setTo}
              error={isInOrder ? null : 'Until must be later than From.'}
            />
            <Button type="submit" size="small">
              Use these times
            </Button>
          </form>
        </div>
      )}
    </div>
  )
}

function localText(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 16)
}
