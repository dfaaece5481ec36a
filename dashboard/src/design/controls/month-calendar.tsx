/** A month calendar to choose a day or a range. Arrows move by days and weeks, Page Up and Page Down by months. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { addDays, addMonths, monthWeeks } from './month-days.ts'

type MonthCalendarProps = {
  /** `2026-11-15`. */
  readonly from: string
  readonly to: string
  readonly onDay: (day: string) => void
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export function MonthCalendar({ from, to, onDay }: MonthCalendarProps) {
  const [at, setAt] = useState(isDay(to) ? to : new Date().toISOString().slice(0, 10))
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  // A layout effect, because the browser moves the focus from a removed day to the page, which would close the picker.
  useLayoutEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moved.current = false
  }, [at])
  const press = (event: KeyboardEvent) => {
    const months = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0
    const days = STEPS[event.key] ?? 0
    if (days === 0 && months === 0) return
    event.preventDefault()
    moved.current = true
    setAt(months === 0 ? addDays(at, days) : addMonths(at, months))
  }
  return (
    <div class="calendar">
      <div class="spread">
        <Button kind="quiet" size="small" icon="left" iconOnly onClick={() => setAt(addMonths(at, -1))}>
          Previous month
        </Button>
        <strong aria-live="polite">{MONTH.format(Date.parse(at))}</strong>
        <Button kind="quiet" size="small" icon="right" iconOnly onClick={() => setAt(addMonths(at, 1))}>
          Next month
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between the days, as in a grid. */}
      <table ref={grid} role="grid" aria-label="Days" onKeyDown={press}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} class={classOf(day, at, from, to)}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-pressed={day >= from && day <= to ? 'true' : 'false'}
                    aria-label={DAY.format(Date.parse(day))}
                    onClick={() => {
                      setAt(day)
                      onDay(day)
                    }}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf(day: string, at: string, from: string, to: string): string {
  const names = [
    day.slice(0, 7) === at.slice(0, 7) ? '' : 'is-other-month',
    day >= from && day <= to ? 'is-in-range' : '',
    day === from || day === to ? 'is-range-end' : '',
  ]
  return names.filter(Boolean).join(' ')
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text))
}
