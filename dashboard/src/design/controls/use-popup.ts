/** A popup below its button; closes on Escape, an outside click, or when focus leaves it. */

import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export type Popup = {
  readonly isOpen: boolean
  readonly anchor: RefObject<HTMLDivElement | null>
  open(): void
  close(): void
  toggle(): void
}

export function usePopup(): Popup {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) setOpen(false)
    }
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Only the popup handles Escape: a dialog or drawer below it stays open.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      anchor.current?.querySelector<HTMLElement>('button, input')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', leaveByKey, true)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', leaveByKey, true)
    }
  }, [isOpen])
  return {
    isOpen,
    anchor,
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen((before) => !before),
  }
}
