/** The filter input: suggests filters, marks invalid terms and offers corrections. */

import { useEffect, useId, useRef, useState } from 'preact/hooks'
import {
  type Parsed,
  readFilter,
  replaceTerm,
  type Term,
  takeSince,
} from '../../../../../log-filter/filter-language.ts'
import { setQuery } from '../../../app/location.ts'
import { Button } from '../../../design/controls/button.tsx'
import { Icon } from '../../../design/controls/icon.tsx'
import { usePopup } from '../../../design/controls/use-popup.ts'
import type { FacetCounts } from './facets.tsx'
import { suggestionsFor } from './filter-suggestions.ts'

type FilterBarProps = {
  readonly text: string
  readonly parsed: Parsed
  readonly facets: FacetCounts | null
  readonly onText: (text: string) => void
}

export function FilterBar({ text, parsed, facets, onText }: FilterBarProps) {
  const [draft, setDraft] = useState(text)
  const [at, setAt] = useState(-1)
  const [caret, setCaret] = useState(text.length)
  const input = useRef<HTMLInputElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const popup = usePopup()
  const listId = useId()
  useEffect(() => setDraft(text), [text])
  const shown = draft === text ? parsed : readFilter(draft)
  const choices = popup.isOpen ? suggestionsFor(draft, caret, facets) : []
  // Do not mark a term that is still being typed.
  const finished = shown.terms.filter((term) => choices.length === 0 || term.end !== caret)
  const send = (written: string) => {
    const { text: next, range } = takeSince(written)
    popup.close()
    setDraft(next)
    if (range !== null) setQuery({ range })
    if (next.trim() !== text) onText(next)
  }
  // Handles filters written into the URL by hand.
  useEffect(() => {
    if (takeSince(text).range !== null) send(text)
  }, [text])
  const take = (index: number) => {
    const choice = choices[index]
    if (!choice) return
    setDraft(choice.text)
    setAt(-1)
    if (choice.isWhole) send(choice.text)
    else requestAnimationFrame(() => placeCaret(input.current, choice.caret, setCaret))
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      setAt((before) => (before + step + choices.length + (before === -1 && step === -1 ? 1 : 0)) % choices.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (at >= 0) take(at)
      else send(draft)
    }
  }
  return (
    <div class="logs-filter">
      <div class="logs-filter-box" ref={popup.anchor}>
        <Icon name="search" />
        <div class="logs-filter-field">
          <div class="logs-filter-mirror" ref={mirror} aria-hidden="true">
            <Marked text={draft} terms={finished} />
          </div>
          <input
            ref={input}
            class="logs-filter-input"
            data-key="filter"
            type="text"
            role="combobox"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            aria-label="Filter requests"
            aria-expanded={choices.length > 0 ? 'true' : 'false'}
            aria-controls={listId}
            aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
            aria-invalid={shown.terms.some((term) => term.problem !== null) ? 'true' : undefined}
            placeholder='status:5xx -model:gpt-4o latency:>2s meta._user:ada "free text"'
            value={draft}
            onFocus={popup.open}
            onClick={popup.open}
            onKeyDown={press}
            onScroll={(event) => mirror.current?.scrollTo({ left: event.currentTarget.scrollLeft })}
            onInput={(event) => {
              setDraft(event.currentTarget.value)
              setCaret(event.currentTarget.selectionStart ?? 0)
              setAt(-1)
              popup.open()
            }}
            onBlur={() => draft !== text && choices.length === 0 && send(draft)}
          />
        </div>
        {draft !== '' && (
          <Button kind="quiet" size="small" icon="close" iconOnly onClick={() => send('')}>
            Clear filter
          </Button>
        )}
        <div
          id={listId}
          class="popup popup-start logs-suggestions"
          role="listbox"
          aria-label="Filters"
          hidden={choices.length === 0}
        >
          {choices.map((choice, index) => (
            <div
              key={choice.label}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              class="popup-item"
              aria-selected={index === at ? 'true' : 'false'}
              onPointerDown={(event) => {
                event.preventDefault()
                take(index)
              }}
            >
              <code class="truncate">{choice.label}</code>
              <span class="caption grow number">{choice.about}</span>
            </div>
          ))}
        </div>
      </div>
      <Problems text={draft} terms={finished} onText={send} />
    </div>
  )
}

function placeCaret(input: HTMLInputElement | null, caret: number, setCaret: (caret: number) => void): void {
  input?.focus()
  input?.setSelectionRange(caret, caret)
  setCaret(caret)
}

function Marked({ text, terms }: { readonly text: string; readonly terms: readonly Term[] }) {
  const wrong = terms.filter((term) => term.problem !== null)
  let at = 0
  return (
    <>
      {wrong.map((term) => {
        const before = text.slice(at, term.start)
        at = term.end
        return (
          <>
            {before}
            <mark class="tone-error">{term.text}</mark>
          </>
        )
      })}
      {text.slice(at)}
    </>
  )
}

type ProblemsProps = { readonly text: string; readonly terms: readonly Term[]; readonly onText: (text: string) => void }

function Problems({ text, terms, onText }: ProblemsProps) {
  const wrong = terms.filter((term) => term.problem !== null)
  if (wrong.length === 0) return null
  return (
    <ul class="logs-problems">
      {wrong.map((term) => (
        <li key={term.start} class="row-wrap">
          <span class="tone-error">
            <code class="anywhere">{term.text}</code>
          </span>
          <span class="anywhere">{term.problem?.message}</span>
          {term.problem?.instead && (
            <Button size="small" onClick={() => onText(replaceTerm(text, term, term.problem?.instead ?? ''))}>
              Did you mean {term.problem.instead}?
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => onText(replaceTerm(text, term, ''))}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
