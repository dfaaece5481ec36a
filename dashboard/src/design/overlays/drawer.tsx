/** Details of a list item in a side panel: the list stays usable, Escape closes it; full screen on a phone. */

import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../controls/button.tsx'

type DrawerProps = {
  readonly title: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Next to the title, such as previous and next. */
  readonly actions?: ComponentChildren
}

export function Drawer({ title, onClose, children, actions }: DrawerProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const newest = useRef(onClose)
  newest.current = onClose
  useLayoutEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) newest.current()
    }
    document.addEventListener('keydown', leaveByKey)
    return () => {
      document.removeEventListener('keydown', leaveByKey)
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside class="drawer" aria-labelledby={id} ref={panel} tabIndex={-1}>
      <div class="dialog-head">
        <h2 id={id} class="truncate">
          {title}
        </h2>
        <div class="row">
          {actions}
          <Button kind="quiet" icon="close" iconOnly onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <section class="drawer-body" tabIndex={0} aria-labelledby={id}>
        {children}
      </section>
    </aside>
  )
}
