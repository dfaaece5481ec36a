/** When the focused element is removed, moves the focus to the open dialog or the main content. */

import { useEffect } from 'preact/hooks'

/** Call once for the whole page. Covers navigation, closed dialogs and removed buttons. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    const note = (event: FocusEvent) => {
      last = event.target instanceof Element ? event.target : null
    }
    const look = () => {
      const isStanding = document.activeElement !== null && document.activeElement !== document.body
      if (last === null || last.isConnected || isStanding) return
      last = null
      standIn()?.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(look)
    document.addEventListener('focusin', note)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', note)
      watcher.disconnect()
    }
  }, [])
}

function standIn(): HTMLElement | null {
  const dialog = document.querySelector('dialog[open]')
  return dialog
    ? dialog.querySelector<HTMLElement>(':is(button, a[href], input, select, textarea):not(:disabled)')
    : document.getElementById('main')
}
