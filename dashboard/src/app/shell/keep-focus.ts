/** Nobody with a keyboard is thrown back to the start: when what had the focus is taken away, what stays gets it. */

import { useEffect } from 'preact/hooks'

/** Once, for the whole page: a link that led elsewhere, a dialog that closed, a button that did its work. */
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
