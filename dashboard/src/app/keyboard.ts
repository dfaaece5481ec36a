/** Keyboard shortcuts: `g x` to navigate, single letters for actions. Pages register theirs while mounted. */

import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export type Shortcut = {
  /** `?`, `/`, `g l`, `mod+k` (mod: Control, or Command on a Mac). */
  readonly keys: string
  readonly about: string
  readonly run: (event: KeyboardEvent) => void
}

const KEPT = 'gatehouse.single-keys'
const SEQUENCE_MS = 1_000

/** WCAG 2.1.4: single-letter shortcuts can be turned off, for speech input and accidental key presses. */
export const singleKeys = signal(localStorage.getItem(KEPT) !== 'off')

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(KEPT, isOn ? 'on' : 'off')
  singleKeys.value = isOn
}

/** For equal keys, the shortcut added last wins, so a page can override a global one. */
export const shortcuts = signal<readonly Shortcut[]>([])

export function useShortcuts(own: readonly Shortcut[]): void {
  const newest = useRef(own)
  newest.current = own
  const names = own.map((one) => one.keys).join()
  // Compare by keys only: handlers change with every render.
  useEffect(() => {
    const entries = newest.current.map((one, index) => ({
      ...one,
      run: (event: KeyboardEvent) => newest.current[index]?.run(event),
    }))
    shortcuts.value = [...shortcuts.value, ...entries]
    return () => {
      shortcuts.value = shortcuts.value.filter((one) => !entries.includes(one))
    }
  }, [names])
}

export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

let pending: { readonly key: string; readonly atMs: number } | null = null

/** Call once at startup. */
export function followKeyboard(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    const name = nameOf(event)
    if (name.startsWith('mod+')) return find(name, event)
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event) || !singleKeys.value) return
    if (document.querySelector('dialog[open]')) return
    const isSecond = pending !== null && performance.now() - pending.atMs < SEQUENCE_MS
    const whole = isSecond ? `${pending?.key} ${name}` : name
    pending = null
    if (whole === 'g') pending = { key: 'g', atMs: performance.now() }
    else find(whole, event)
  })
}

function find(keys: string, event: KeyboardEvent): void {
  const found = shortcuts.value.findLast((one) => one.keys === keys)
  if (!found) return
  event.preventDefault()
  found.run(event)
}

function nameOf(event: KeyboardEvent): string {
  const isMod = event.ctrlKey || event.metaKey
  return isMod ? `mod+${event.key.toLowerCase()}` : event.key
}

/** Key names as printed on the keyboard. */
export function keyWords(keys: string): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  const isChord = keys.includes('+')
  return keys
    .split(/[ +]/)
    .map((key) => (key === 'mod' ? mod : key === 'Enter' ? '↵' : isChord ? key.toUpperCase() : key))
}
