/** A day: typed as `2026-01-31`, or chosen in a month calendar that is loaded when it is first opened. */

import { useEffect, useState } from 'preact/hooks'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icon.tsx'
import { usePopup } from './use-popup.ts'

type DateFieldProps = FieldProps & {
  /** `2026-01-31`, or the text as typed. */
  readonly value: string
  readonly onValue: (value: string) => void
}

type CalendarModule = typeof import('./month-calendar.tsx')

export function DateField({ value, onValue, ...field }: DateFieldProps) {
  const popup = usePopup()
  const [calendar, setCalendar] = useState<CalendarModule | null>(null)
  const isShown = popup.isOpen && calendar !== null
  useEffect(() => {
    if (isShown) popup.anchor.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  }, [isShown])
  return (
    <Field {...field}>
      {(bound) => (
        <div class="menu-anchor date-field" ref={popup.anchor}>
          <input
            {...bound}
            class="input"
            type="text"
            autocomplete="off"
            placeholder="YYYY-MM-DD"
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <button
            type="button"
            class="button button-quiet button-icon"
            aria-label="Open calendar"
            aria-haspopup="dialog"
            aria-expanded={popup.isOpen ? 'true' : 'false'}
            onClick={() => {
              if (calendar === null) import('./month-calendar.tsx').then(setCalendar, () => location.reload())
              popup.toggle()
            }}
          >
            <Icon name="calendar" />
          </button>
          {popup.isOpen && calendar && (
            <div class="popup popup-end date-popup" role="dialog" aria-label={field.label}>
              <calendar.MonthCalendar
                from={value}
                to={value}
                onDay={(day) => {
                  onValue(day)
                  popup.close()
                  popup.anchor.current?.querySelector('input')?.focus()
                }}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
