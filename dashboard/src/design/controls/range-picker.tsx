/** The open time range picker: presets, a month calendar for the days, and times. Loaded when it is first opened. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { chosenZone, inputText, readInputText } from '../data/time-zone.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { RANGES, type RangeText, readRange } from './time-range.ts'

type RangePickerProps = { readonly value: RangeText; readonly onValue: (value: RangeText) => void }

export function RangePicker({ value, onValue }: RangePickerProps) {
  const shown = readRange(value, Date.now())
  const [from, setFrom] = useState(inputText(shown.fromMs).replace('T', ' '))
  const [to, setTo] = useState(inputText(shown.toMs).replace('T', ' '))
  // After the first day of a range was clicked, the next click is its last day.
  const [isHalf, setHalf] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const presets = [...(box.current?.querySelectorAll<HTMLElement>('.range-presets button') ?? [])]
    const chosen = presets.find((preset) => preset.getAttribute('aria-pressed') === 'true')
    ;(chosen ?? presets[0])?.focus()
  }, [])
  const [fromMs, toMs] = [readInputText(from), readInputText(to)]
  const isInOrder = fromMs !== null && toMs !== null && fromMs < toMs
  const chooseDay = (day: string) => {
    const isLast = isHalf && day >= from.slice(0, 10)
    if (!isLast) setFrom(`${day} 00:00`)
    setTo(`${day} 23:59`)
    setHalf(!isLast)
  }
  const formatError = (ms: number | null) => (ms === null ? 'Use the format 2026-01-31 14:00.' : null)
  return (
    <div ref={box} class="popup popup-end range-picker" role="dialog" aria-label="Time range">
      <div class="range-presets">
        {RANGES.map((range) => (
          <button
            key={range.value}
            type="button"
            class="popup-item"
            aria-pressed={range.value === value ? 'true' : 'false'}
            onClick={() => onValue(range.value)}
          >
            {range.label}
          </button>
        ))}
      </div>
      <form
        class="stack-tight range-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isInOrder) onValue(`${new Date(fromMs).toISOString()}..${new Date(toMs).toISOString()}`)
        }}
      >
        <MonthCalendar from={from.slice(0, 10)} to={to.slice(0, 10)} onDay={chooseDay} />
        <div class="range-fields">
          <TextField label="From" value={from} onValue={setFrom} autocomplete="off" error={formatError(fromMs)} />
          <TextField
            label="Until"
            value={to}
            onValue={setTo}
            autocomplete="off"
            error={formatError(toMs) ?? (isInOrder || fromMs === null ? null : 'Until must be later than From.')}
          />
        </div>
        <div class="spread">
          <span class="caption">{chosenZone.value === 'browser' ? 'Browser time' : chosenZone.value}</span>
          <Button type="submit" size="small" kind="primary" disabled={!isInOrder}>
            Apply
          </Button>
        </div>
      </form>
    </div>
  )
}
