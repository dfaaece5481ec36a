/** A day: typed as `2026-01-31`, or chosen in a month calendar that is loaded when it is first opened. */

import { useLayoutEffect, useState } from 'preact/hooks'
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
  useLayoutEffect(() => {
    const anchor = popup.anchor.current
    const box = anchor?.querySelector<HTMLElement>('.date-popup')
    if (!isShown || !anchor || !box) return
    place(box, anchor.getBoundingClientRect())
    box.querySelector<HTMLElement>('td [tabindex="0"]')?.focus({ preventScroll: true })
    // Scrolling closes the calendar, because it does not move with the field.
    document.addEventListener('scroll', popup.close, { capture: true, once: true })
    return () => document.removeEventListener('scroll', popup.close, { capture: true })
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
            <div class="popup date-popup" role="dialog" aria-label={field.label}>
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

const GAP_PX = 4
const MARGIN_PX = 8

/** Below the field, or above it if there is no room: fixed to the window, so that no scrolling dialog clips it. */
function place(box: HTMLElement, field: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const below = field.bottom + GAP_PX
  const fits = below + height + MARGIN_PX <= innerHeight
  box.style.top = `${fits ? below : Math.max(MARGIN_PX, field.top - GAP_PX - height)}px`
  box.style.left = `${Math.max(MARGIN_PX, Math.min(field.right, innerWidth - MARGIN_PX) - width)}px`
}
