/** A text input with suggestions: type to filter, arrows to move, Enter to select. Optionally accepts free text. */

import { useId, useLayoutEffect, useState } from 'preact/hooks'
import { type Choice, Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { matchingChoices } from './matching-choices.ts'
import { usePopup } from './use-popup.ts'

type ComboboxProps = {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
  readonly hideLabel?: boolean
  readonly isOptional?: boolean
  readonly placeholder?: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onValue: (value: string) => void
  /** Accepts any typed text, not only suggestions. */
  readonly isFree?: boolean
}

const MAX_SHOWN = 50

export function Combobox({ choices, value, onValue, isFree, placeholder, ...field }: ComboboxProps) {
  const popup = usePopup()
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  // Enter selects only after typing or moving; otherwise it submits the form.
  const [hasMoved, setMoved] = useState(false)
  // Choices that arrive while the input has the focus must not replace the text that the user selected or edits.
  const [textAtFocus, setTextAtFocus] = useState<string | null>(null)
  const label = choices.find((choice) => choice.value === value)?.label ?? value
  const shownText = typed ?? textAtFocus ?? label
  const fitting = matchingChoices(choices, typed ?? '').slice(0, MAX_SHOWN)
  // Keeps the option that the arrow keys reached in view.
  useLayoutEffect(() => {
    if (popup.isOpen && hasMoved) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, popup.isOpen, hasMoved])
  const take = (choice: Choice) => {
    onValue(choice.value)
    setTyped(null)
    setTextAtFocus((before) => (before === null ? null : choice.label))
    setMoved(false)
    popup.close()
  }
  const press = (event: KeyboardEvent) => {
    if ((event.key === 'Home' || event.key === 'End') && popup.isOpen && hasMoved) {
      event.preventDefault()
      setAt(event.key === 'Home' ? 0 : Math.max(0, fitting.length - 1))
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      popup.open()
      setMoved(true)
      setAt((before) => Math.max(0, Math.min(fitting.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))))
    }
    const chosen = fitting[at]
    if (event.key === 'Enter' && popup.isOpen && chosen && (typed !== null || hasMoved)) {
      event.preventDefault()
      take(chosen)
    }
  }
  return (
    <Field {...field}>
      {(bound) => (
        <div class="menu-anchor combobox" ref={popup.anchor}>
          <input
            {...bound}
            class="input"
            role="combobox"
            autocomplete="off"
            aria-autocomplete="list"
            aria-expanded={popup.isOpen ? 'true' : 'false'}
            aria-controls={listId}
            aria-activedescendant={popup.isOpen && fitting[at] ? `${listId}-${at}` : undefined}
            placeholder={placeholder}
            value={shownText}
            onClick={popup.open}
            onFocus={() => setTextAtFocus(label)}
            onKeyDown={press}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              setAt(0)
              popup.open()
              if (isFree) onValue(event.currentTarget.value)
            }}
            onBlur={() => {
              setTyped(null)
              setTextAtFocus(null)
              setMoved(false)
            }}
          />
          <div id={listId} class="popup popup-start" role="listbox" aria-label={field.label} hidden={!popup.isOpen}>
            {fitting.map((choice, index) => (
              <div
                key={choice.value}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                class="popup-item"
                aria-selected={index === at ? 'true' : 'false'}
                onPointerDown={(event) => {
                  event.preventDefault()
                  take(choice)
                }}
              >
                <span class="grow truncate">{choice.label}</span>
                {choice.value === value && <Icon name="check" />}
              </div>
            ))}
            {fitting.length === 0 && <div class="popup-title">{isFree ? 'Used as typed' : 'No matches'}</div>}
          </div>
        </div>
      )}
    </Field>
  )
}
