/** Row navigation: j and k or arrows move, Enter opens. Only the most recently mounted list of a page listens. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { isTyping, singleKeys } from '../../app/keyboard.ts'

const lists: symbol[] = []

/** `at` is -1 until a key is pressed. Rows carry `data-row={index}` so that the selected one scrolls into view. */
export function useRowKeys(
  length: number,
  onOpen: (index: number) => void,
): { readonly at: number; setAt(index: number): void } {
  const [at, setAt] = useState(-1)
  const newest = useRef({ at, length, onOpen })
  newest.current = { at, length, onOpen }
  useEffect(() => {
    const own = Symbol()
    lists.push(own)
    const press = (event: KeyboardEvent) => {
      if (lists.at(-1) !== own || event.defaultPrevented || isTyping(event) || isElsewhere(event)) return
      const { at: index, length: most, onOpen: open } = newest.current
      const step = stepOf(event)
      if (step !== 0 && most > 0) {
        event.preventDefault()
        const next = Math.max(0, Math.min(most - 1, index + step))
        setAt(next)
        document.querySelector(`[data-row="${next}"]`)?.scrollIntoView({ block: 'nearest' })
      }
      if (event.key === 'Enter' && index >= 0 && !isOnControl(event)) open(index)
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      lists.splice(lists.indexOf(own), 1)
    }
  }, [])
  return { at: Math.min(at, length - 1), setAt }
}

function stepOf(event: KeyboardEvent): number {
  if (event.metaKey || event.ctrlKey || event.altKey) return 0
  if (event.key === 'ArrowDown' || (event.key === 'j' && singleKeys.value)) return 1
  if (event.key === 'ArrowUp' || (event.key === 'k' && singleKeys.value)) return -1
  return 0
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true
  return (
    event.target instanceof Element && event.target.closest('[role=tablist], [role=menu], .drawer, .popup') !== null
  )
}

function isOnControl(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, summary') !== null
}
